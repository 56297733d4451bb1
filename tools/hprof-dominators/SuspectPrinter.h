//===- SuspectPrinter.h - Leak suspects in words ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DOMINATORS_SUSPECTPRINTER_H
#define TOOLS_HPROF_DOMINATORS_SUSPECTPRINTER_H

#include "View.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

/// What refers to objects, by class and field.
struct Referrers {
  struct Row {
    std::string What; ///< "java.util.HashMap$Node.value".
    uint64_t Times = 0;
  };
  std::vector<Row> Rows;
  uint64_t Others = 0; ///< References in rows that are left out.
};

/// The most common stack of a group's threads, by retained size.
struct SharedStack {
  const ThreadInfo *Thread = nullptr; ///< The one of them that retains most.
  uint64_t Threads = 0;
  uint64_t Bytes = 0;    ///< Retained by them.
  uint64_t Compared = 0; ///< All threads that have a stack.
};

/// Prints the suspects of one dump.
class SuspectPrinter {
public:
  SuspectPrinter(const DominatorOutput &Out, const HeapContents &Contents)
      : Out(Out), G(Out.G), Contents(Contents) {}
  llvm::Error print(llvm::ArrayRef<LeakSuspect> All);

private:
  void printHeadline(size_t Number, const LeakSuspect &S);
  void printDetails(size_t Number, const LeakSuspect &S);
  void printJson(const LeakSuspect &S);
  std::string headline(const LeakSuspect &S) const;
  std::vector<std::string> remarks(const LeakSuspect &S) const;
  std::string ownerText(const SuspectOwner &O, bool IsOne = true) const;
  std::string holderText(const LeakSuspect &S) const;
  std::string elementsText(const LeakSuspect &S) const;
  std::string limitText(const SuspectLimit &L) const;
  std::string poolText(Node Owner) const;
  std::vector<Node> threadsOfPool(Node Pool) const;
  std::string frameOutsideJdk(Node Thread) const;
  void nameWay(const LeakSuspect &S, std::vector<std::string> &All) const;
  bool arePointsElements(const LeakSuspect &S) const;
  bool isProgramFirst(const LeakSuspect &S) const;
  std::string accumulation(const LeakSuspect &S) const;
  void printWay(const LeakSuspect &S);
  void printNext(const LeakSuspect &S);
  std::vector<std::string> tellingFields(Node Example) const;
  void printElementsCommand(const LeakSuspect &S);
  void printLoaders();
  std::string command(llvm::ArrayRef<std::string> Words) const;
  void printStack(size_t Number, const LeakSuspect &S);
  void printFrames(const ThreadInfo &T);
  void printLargest(const LeakSuspect &S);
  void printPartOf(const LeakSuspect &S);
  void largestJson(const LeakSuspect &S);
  void wayJson(const LeakSuspect &S);
  void ownersJson(const LeakSuspect &S);
  void ownerJson(llvm::StringRef Name, const SuspectOwner &O);
  void contentsJson(llvm::StringRef Name, llvm::ArrayRef<SuspectContent> Rows);
  void printContents(llvm::StringRef Title,
                     llvm::ArrayRef<SuspectContent> Rows);
  llvm::Error printReferrers(const LeakSuspect &S);
  llvm::Error printPaths(const LeakSuspect &S);

  std::string size(uint64_t Bytes) const;
  std::string object(Node N) const;
  std::string quoted(llvm::StringRef Text) const;
  std::string className(llvm::ArrayRef<Node> Of) const;
  std::string contentName(const SuspectContent &Content) const;
  std::string label(Node From, Node To) const;
  std::string stepText(Node From, Node To) const;
  std::vector<std::string> rootsOf(Node N) const;
  const ThreadInfo *thread(const LeakSuspect &S) const;
  std::optional<SharedStack> sharedStack(const LeakSuspect &S) const;
  llvm::Expected<Referrers> referrers(llvm::ArrayRef<Node> Of) const;
  const char *commonLabel(Node From, Node To, uint64_t References) const;
  void forEachLabel(Node From, llvm::function_ref<bool(Node)> IsWanted,
                    llvm::function_ref<void(std::string)> F) const;

  /// Enough to see the pattern.
  static constexpr unsigned MostReferred = 1000;
  const DominatorOutput &Out;
  const HeapGraph &G;
  const HeapContents &Contents;
  size_t Shown = 0; ///< Number of suspects printed.
  /// By thread: the first suspect that has it.
  llvm::DenseMap<const ThreadInfo *, size_t> StackOf;
  llvm::DenseSet<Node> IsReferrerPrinted;
};

} // namespace hprof

#endif // TOOLS_HPROF_DOMINATORS_SUSPECTPRINTER_H
