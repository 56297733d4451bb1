//===- DumpContext.h - What a dump says about itself ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names, classes, field layouts, stack traces and threads of a dump, collected
/// once from the record stream so that visitors need no maps of their own.
/// Complete only after a whole walk, since a record can refer to later ones.
/// Objects are not kept: memory grows with the names and classes only. Strings
/// are kept up to their first MaxString bytes.
///
///     DumpContext Context;
///     DumpContext::Builder Build(Context, In.contents());
///     Reader->read(Build);
///     Context.className(Id);
///
/// Ids may repeat. For strings, LOAD CLASSes, frames and traces the last one
/// wins. For CLASS DUMPs (and REFERENCE CLASSes) of one class within a heap
/// dump the first one wins, as it does for all objects with the same id. When a
/// file has several heap dumps the last one wins, unless the user calls
/// forgetClassDumps() in between. Only framing shows where heap dumps begin, so
/// the builder needs the framing events, too.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_DUMPCONTEXT_H
#define HPROF_FORMAT_CONTEXT_DUMPCONTEXT_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/ClassInfo.h"
#include "hprof/Format/Context/NameRecords.h"
#include "hprof/Format/Context/StackTable.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace hprof {

class InstanceReferences;

class DumpContext {
public:
  class Builder;
  static constexpr size_t MaxString = 1 << 20;

  const FileHeader &header() const { return Header; }

  /// The text of a string id: modified UTF-8, as in the file.
  std::optional<llvm::StringRef> string(uint64_t Id) const;
  /// The bytes of those that were visited.
  uint64_t stringBytes() const { return StringBytes; }
  /// Every string of the dump, in no particular order.
  template <class Fn> void forEachString(Fn &&F) const {
    for (const auto &Entry : Strings)
      F(Entry.second);
    if (Names)
      Names->forEach(F);
  }

  const ClassInfo *findClass(uint64_t Id) const;
  const ClassInfo *findClassBySerial(uint32_t Serial) const;
  /// Classes in the order in which they were first mentioned.
  const std::deque<ClassInfo> &classes() const { return Classes; }
  /// Classes with a CLASS DUMP, in the order of those records.
  llvm::ArrayRef<ClassInfo *> dumpedClasses() const { return Dumped; }
  /// The name as in Java source; "unknown-class@0x..." when \p Id has no name.
  std::string className(uint64_t Id) const;
  std::string className(const ClassInfo &C) const;

  std::optional<StackFrame> findFrame(uint64_t Id) const {
    return Stacks.frame(Id);
  }
  /// The frame as Java prints it: "java.lang.Thread.run(Thread.java:840)".
  std::string frameText(uint64_t Id) const;
  /// The result's frames are a view, valid until a record adds another trace.
  std::optional<TraceInfo> findTrace(uint32_t Serial) const {
    return Stacks.trace(Serial);
  }
  /// All frames and traces.
  const StackTable &stacks() const { return Stacks; }
  /// Finds a thread by its serial number.
  const ThreadInfo *findThread(uint32_t Serial) const;
  const std::vector<ThreadInfo> &threads() const { return Threads; }

  /// Where the fields of instances lie (see InstanceReferences.h).
  const InstanceReferences &instances() const { return *Instances; }

  DumpContext();
  ~DumpContext();
  DumpContext(const DumpContext &) = delete;
  DumpContext &operator=(const DumpContext &) = delete;

private:
  ClassInfo &classFor(uint64_t Id);
  ClassInfo &classToLoad(uint64_t Id, uint32_t Serial);
  ThreadInfo &threadFor(uint32_t Serial, uint64_t Offset);

  FileHeader Header;
  llvm::BumpPtrAllocator Arena;
  llvm::DenseMap<IdKey, llvm::StringRef> Strings;
  uint64_t StringBytes = 0;
  std::unique_ptr<const NameRecords> Names; ///< Other strings; may be null.
  std::deque<ClassInfo> Classes;
  std::vector<ClassInfo *> Dumped; ///< Classes with a CLASS DUMP.
  llvm::DenseMap<IdKey, ClassInfo *> ClassById;
  llvm::DenseMap<IdKey, ClassInfo *> ClassBySerial;
  StackTable Stacks;
  std::vector<ThreadInfo> Threads;
  llvm::DenseMap<IdKey, size_t> ThreadBySerial;
  DumpCounter Dumps; ///< Heap dumps whose classes were visited.
  std::unique_ptr<InstanceReferences> Instances;
};

/// Fills a context from a walk. Other visitors may see the same records before
/// or after it.
class DumpContext::Builder : public RecordVisitor {
public:
  /// \p Stable holds the bytes in which the walk's views stay valid as long as
  /// the context lives (a mapped file); strings in it are not copied.
  explicit Builder(DumpContext &Context,
                   std::optional<llvm::ArrayRef<uint8_t>> Stable = std::nullopt)
      : Context(Context), Stable(Stable) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void visit(const Utf8 &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  void visit(const LoadClass &R) override;
  void visit(const StackFrame &R) override;
  void visit(const StackTrace &R) override;
  void visit(const StartThread &R) override;
  void visit(const EndThread &R) override;
  void visit(const RootThreadObject &R) override;
  void visit(const ClassDump &R) override;
  void visit(const ReferenceClass &R) override;
  void visit(const HeapDumpEnd &R) override { Context.Dumps.end(); }
  void beginFrame(const Frame &F) override { Context.Dumps.frame(F); }
  /// Ends a string that was cut off.
  void endFrame(const Frame &F, uint64_t Length) override { finishString(); }

  /// Takes frames and traces from elsewhere, such as an index. They must
  /// outlive the context.
  void use(const StackColumns::View &Kept) { Context.Stacks.use(Kept); }
  /// Takes the strings of \p Names in place of those that would be visited.
  void use(std::unique_ptr<const NameRecords> Names) {
    Context.Names = std::move(Names);
  }
  /// For users who look at one heap dump at a time: forgets all CLASS DUMPs.
  /// LOAD CLASSes are kept.
  void forgetClassDumps();
  /// Forgets everything.
  void forget();
  /// Ends the heap dump, for users who get HEAP DUMP ENDs separately.
  void endHeapDump() { Context.Dumps.end(); }
  /// Puts threads that were visited out of order into the order of the file.
  void sortThreads();
  /// Whether another CLASS DUMP of \p Class would be ignored.
  bool hasClass(uint64_t Class) const {
    const ClassInfo *C = Context.findClass(Class);
    return C && C->IsDumped && C->HeapDump == Context.Dumps.dumps();
  }

private:
  /// The class that a CLASS DUMP describes; null when an earlier one did.
  ClassInfo *classToFill(uint64_t Id, uint64_t Offset);
  void addString(uint64_t Id, llvm::StringRef Text, uint64_t Size);
  void finishString();
  uint32_t traceOf(const RootThreadObject &R) const;

  DumpContext &Context;
  std::optional<llvm::ArrayRef<uint8_t>> Stable;
  std::string Partial; ///< The bytes so far of a string that comes in chunks.
  uint64_t PartialId = 0, PartialSize = 0, PartialDone = 0;
  bool InString = false;
  /// By the number of a thread: its only trace with frames; 0 if there are
  /// more.
  llvm::DenseMap<IdKey, uint32_t> OnlyTraces;
};

/// A Builder for users who need no stacks: frames, traces and threads, which
/// can make up most of a dump, are not kept.
class ClassBuilder : public DumpContext::Builder {
public:
  using Builder::Builder;
  using Builder::visit;
  void visit(const StackFrame &) override {}
  void visit(const StackTrace &) override {}
  void visit(const StartThread &) override {}
  void visit(const EndThread &) override {}
  void visit(const RootThreadObject &) override {}
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_DUMPCONTEXT_H
