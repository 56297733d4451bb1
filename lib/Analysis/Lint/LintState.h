//===- LintState.h - The state that all checks share ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_LINTSTATE_H
#define HPROF_LIB_ANALYSIS_LINT_LINTSTATE_H

#include "HolderFinder.h"
#include "WasteLedger.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Lint/Lint.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {

/// A set of nodes with thread-safe insertion.
class SharedNodeSet {
public:
  static llvm::Expected<SharedNodeSet> make(uint64_t Limit,
                                            MemoryBudget *Budget);
  bool contains(Node N) const { return Words[N / 64] >> (N % 64) & 1; }
  /// \return whether \p N was new.
  bool insert(Node N) {
    uint64_t Bit = uint64_t(1) << (N % 64);
    return !(__atomic_fetch_or(&Words[N / 64], Bit, __ATOMIC_RELAXED) & Bit);
  }

private:
  BigArray<uint64_t> Words;
};

/// An instance passed to a check.
struct LintInstance {
  Node N = NoNode;
  ClassNumber Class = NoClass;
  llvm::ArrayRef<uint8_t> Bytes; ///< Field values.

  uint64_t get(FieldPlace F) const { return F.get(Bytes); }
  int64_t getSigned(FieldPlace F) const { return F.getSigned(Bytes); }
};

/// Finds classes, their fields, and instances.
class LintFields {
public:
  explicit LintFields(const HeapContents &C);

  const HeapContents &Contents;
  const HeapGraph &G;

  /// The first class called \p Name, with dots or slashes, or NoClass.
  ClassNumber findClass(llvm::StringRef Name) const;
  /// Whether \p C is \p Base or a subclass; false for NoClass.
  bool isA(ClassNumber C, ClassNumber Base) const;
  /// The field \p Name of instances of \p C: declared closest to \p C or, if
  /// given, to its superclass \p Declarer.
  FieldPlace field(ClassNumber C, llvm::StringRef Name,
                   ClassNumber Declarer = NoClass) const;
  /// Returns the object to which a static field refers, or NoNode.
  Node staticField(ClassNumber C, llvm::StringRef Name) const;
  /// Returns the number of non-null elements of \p Array, an object array. Some
  /// of the elements may be missing from the dump.
  uint64_t countElements(Node Array) const;
  /// Returns the object to which a reference field of \p I refers, or NoNode.
  Node follow(const LintInstance &I, FieldPlace F) const {
    uint64_t Id = I.get(F);
    return Id ? G.find(Id) : NoNode;
  }
  /// Reads the record of an instance by random access. If there is no record,
  /// Bytes is empty.
  LintInstance read(Node N) const;

private:
  llvm::StringMap<ClassNumber> ByName;
};

class LintState : public LintFields {
public:
  static llvm::Expected<std::unique_ptr<LintState>>
  make(const HeapContents &C, const DominatorTree &T,
       const LintOptions &Options);

  const DominatorTree &T;
  const LintOptions &Options;
  /// Describes which contents the dump lacks.
  PreparedContents Prepared;

  /// Character arrays of Strings: all arrays, arrays with two bytes per
  /// character, and arrays shared by several Strings.
  SharedNodeSet Strings, Utf16, Shared;
  /// Pairs of a shared array and a String that uses it, sorted.
  std::vector<std::pair<Node, Node>> Sharers;
  /// Returns the Strings that share an array; empty if fewer than two do.
  llvm::ArrayRef<std::pair<Node, Node>> sharers(Node Array) const;
  /// Arrays that belong to a collection or a buffer.
  SharedNodeSet Owned;
  /// Mutable keys of maps, and those that are keys of several entries.
  SharedNodeSet Keys, KeysAgain;
  WasteLedger Wasted;
  /// Claims all objects that \p Roots, which are ascending, retain for exact
  /// checks, so that hints do not count these objects.
  llvm::Error keepFromHints(llvm::ArrayRef<Node> Roots);
  /// Whether a hint may count \p N.
  bool isLeftToHints(Node N) const {
    return !HasCertain || !Certain.contains(N);
  }

  uint64_t limit(LintId Id) const { return Options.Limits[unsigned(Id)]; }

  /// Returns the closest dominator that is neither an array nor in the class
  /// library. If there is none, returns the closest dominator that is neither
  /// an array nor a collection; if there is none either, the closest dominator.
  HolderPath holderOf(Node N) const { return Holders->find(N); }
  /// The first of the classes that LintOptions::JoinByName merges with \p C,
  /// and its display name, with \p Fields and the number of loaders.
  ClassNumber joined(ClassNumber C) const {
    return Joined.empty() ? C : Joined[C];
  }
  std::string joinedName(ClassNumber C, const llvm::Twine &Fields = "") const;
  /// Name of a class loader: " 'plugin'"; empty if unnamed.
  std::string loaderName(Node N) const;
  /// Whether only the JDK (one of its classes, threads or loaders) holds \p N.
  bool isOfJdk(Node N) const;

private:
  LintState(const HeapContents &C, const DominatorTree &T,
            const LintOptions &Options)
      : LintFields(C), T(T), Options(Options) {}

  void joinClasses();

  SharedNodeSet Certain; ///< Objects claimed by keepFromHints().
  bool HasCertain = false;
  std::vector<bool> IsOfJdk; ///< By type in the graph.
  std::unique_ptr<HolderFinder> Holders;
  std::vector<ClassNumber> Joined; ///< By class; empty without merging.
  /// Set for the first class of each merged group.
  std::vector<std::string> JoinedNames, JoinedSizes;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_LINTSTATE_H
