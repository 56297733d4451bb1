//===- DumpContext.h - Names, classes and threads of a dump -----*- C++ -*-===//
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
/// Complete only after a whole walk, because a record can refer to later
/// records. Objects are not kept: memory grows only with names and classes.
/// Strings are truncated to MaxString bytes.
///
///     DumpContext Context;
///     DumpContext::Builder Build(Context, In.contents());
///     Reader->read(Build);
///     Context.className(Id);
///
/// Ids may repeat. The last string, LOAD CLASS, frame or trace with an id wins.
/// Within a heap dump, the first CLASS DUMP (or REFERENCE CLASS) of a class
/// wins, as for all objects with the same id. In a file with several heap
/// dumps, the last one wins, unless the user calls forgetClassDumps() in
/// between. Only framing shows where heap dumps begin, so the builder also
/// needs the framing events.
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

  /// The value of a string id: modified UTF-8, as in the file.
  std::optional<llvm::StringRef> string(uint64_t Id) const;
  /// Total size of the visited strings in bytes.
  uint64_t stringBytes() const { return StringBytes; }
  /// Calls \p F with every string of the dump, in no particular order.
  template <class Fn> void forEachString(Fn &&F) const {
    for (const auto &Entry : Strings)
      F(Entry.second);
    if (Names)
      Names->forEach(F);
  }

  const ClassInfo *findClass(uint64_t Id) const;
  const ClassInfo *findClassBySerial(uint32_t Serial) const;
  /// Classes in the order in which records first mention them.
  const std::deque<ClassInfo> &classes() const { return Classes; }
  /// Classes with a CLASS DUMP, in record order.
  llvm::ArrayRef<ClassInfo *> dumpedClasses() const { return Dumped; }
  /// Returns the name as in Java source; "unknown-class@0x..." if \p Id is
  /// unnamed.
  std::string className(uint64_t Id) const;
  std::string className(const ClassInfo &C) const;

  std::optional<StackFrame> findFrame(uint64_t Id) const {
    return Stacks.frame(Id);
  }
  /// Returns the frame as Java prints it:
  /// "java.lang.Thread.run(Thread.java:840)".
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

  /// The field layouts of instances (see InstanceReferences.h).
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
  std::unique_ptr<const NameRecords> Names; ///< More strings; may be null.
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

/// Fills a context from a walk. Other visitors may receive the same records
/// before or after it.
class DumpContext::Builder : public RecordVisitor {
public:
  /// \p Stable contains bytes that remain valid for the context's lifetime (a
  /// mapped file); strings in these bytes are not copied.
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
  /// Completes a string whose record is truncated.
  void endFrame(const Frame &F, uint64_t Length) override { finishString(); }

  /// Uses frames and traces from elsewhere, such as an index. They must outlive
  /// the context.
  void use(const StackColumns::View &Kept) { Context.Stacks.use(Kept); }
  /// Uses the strings of \p Names instead of visited strings.
  void use(std::unique_ptr<const NameRecords> Names) {
    Context.Names = std::move(Names);
  }
  /// Forgets all CLASS DUMPs, for users that process one heap dump at a time.
  /// Keeps LOAD CLASSes.
  void forgetClassDumps();
  /// Forgets everything.
  void forget();
  /// Ends the heap dump, for users that receive HEAP DUMP ENDs separately.
  void endHeapDump() { Context.Dumps.end(); }
  /// Sorts threads that were visited out of order into file order.
  void sortThreads();
  /// Whether another CLASS DUMP of \p Class would be ignored.
  bool hasClass(uint64_t Class) const {
    const ClassInfo *C = Context.findClass(Class);
    return C && C->IsDumped && C->HeapDump == Context.Dumps.dumps();
  }

private:
  /// Returns the class to fill from a CLASS DUMP; null if an earlier CLASS DUMP
  /// has filled it.
  ClassInfo *classToFill(uint64_t Id, uint64_t Offset);
  void addString(uint64_t Id, llvm::StringRef Text, uint64_t Size);
  void finishString();
  uint32_t traceOf(const RootThreadObject &R) const;

  DumpContext &Context;
  std::optional<llvm::ArrayRef<uint8_t>> Stable;
  std::string Partial; ///< Bytes received so far of a string in chunks.
  uint64_t PartialId = 0, PartialSize = 0, PartialDone = 0;
  bool InString = false;
  /// For each thread serial, its only trace with frames; 0 if it has several.
  llvm::DenseMap<IdKey, uint32_t> OnlyTraces;
};

/// A Builder for users that need no stacks: omits frames, traces and threads,
/// which can be most of a dump.
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
