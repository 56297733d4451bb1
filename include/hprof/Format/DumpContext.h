//===- DumpContext.h - What a dump says about itself ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names, classes, field layouts, stack traces and threads of a dump,
/// collected once from the record stream so that no visitor grows maps of its
/// own. Complete after a whole walk; a record can refer to what comes later.
/// Objects are not kept: memory is that of the names and classes. Of a string
/// the first MaxString bytes are.
///
///     DumpContext Context;
///     DumpContext::Builder Build(Context, In.contents());
///     Reader->read(Build);
///     Context.className(Id);
///
/// Ids may repeat. Of names, LOAD CLASSes, frames and traces the last one
/// counts. Of CLASS DUMPs (and REFERENCE CLASSes) of one class in one heap dump
/// the first counts, as of all objects with the same id; of several heap dumps
/// of a file the last one's, unless its user forgets those before. Only framing
/// tells where these begin, so the builder is told of it, too.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_DUMPCONTEXT_H
#define HPROF_FORMAT_DUMPCONTEXT_H

#include "hprof/Format/ClassInfo.h"
#include "hprof/Format/Hprof/DumpCounter.h"
#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/StackTable.h"
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
  uint64_t stringBytes() const { return StringBytes; }
  /// Every string of the dump, in no order.
  template <class Fn> void forEachString(Fn &&F) const {
    for (const auto &Entry : Strings)
      F(Entry.second);
  }

  const ClassInfo *findClass(uint64_t Id) const;
  const ClassInfo *findClassBySerial(uint32_t Serial) const;
  /// In the order in which they were first mentioned.
  const std::deque<ClassInfo> &classes() const { return Classes; }
  /// Those with a CLASS DUMP, in the order of these.
  llvm::ArrayRef<ClassInfo *> dumpedClasses() const { return Dumped; }
  /// As in Java source; "unknown-class@0x..." when nothing names \p Id.
  std::string className(uint64_t Id) const;
  std::string className(const ClassInfo &C) const;

  std::optional<StackFrame> findFrame(uint64_t Id) const {
    return Stacks.frame(Id);
  }
  /// As Java prints it: "java.lang.Thread.run(Thread.java:840)".
  std::string frameText(uint64_t Id) const;
  /// Its frames are a view until a record adds another trace.
  std::optional<TraceInfo> findTrace(uint32_t Serial) const {
    return Stacks.trace(Serial);
  }
  /// Frames and traces.
  const StackTable &stacks() const { return Stacks; }
  /// By serial number.
  const ThreadInfo *findThread(uint32_t Serial) const;
  const std::vector<ThreadInfo> &threads() const { return Threads; }

  /// Where the fields of instances lie (InstanceReferences.h).
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
  std::deque<ClassInfo> Classes;
  std::vector<ClassInfo *> Dumped; ///< Those with a CLASS DUMP.
  llvm::DenseMap<IdKey, ClassInfo *> ClassById;
  llvm::DenseMap<IdKey, ClassInfo *> ClassBySerial;
  StackTable Stacks;
  std::vector<ThreadInfo> Threads;
  llvm::DenseMap<IdKey, size_t> ThreadBySerial;
  DumpCounter Dumps; ///< Those whose classes it was told.
  std::unique_ptr<InstanceReferences> Instances;
};

/// Fills a context from a walk. Other visitors may be told of the same records
/// before or after it.
class DumpContext::Builder : public RecordVisitor {
public:
  /// \p Stable holds the bytes in which the walk's views stay valid for the
  /// context's life (a mapped file); strings in it are not copied.
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
  /// Ends a string that was cut.
  void endFrame(const Frame &F, uint64_t Length) override { finishString(); }

  /// For those who have frames and traces from elsewhere, which must outlive
  /// the context.
  void use(const StackColumns::View &Kept) { Context.Stacks.use(Kept); }
  /// For those who ask about one heap dump after the other: no CLASS DUMP was
  /// seen. What LOAD CLASSes told stays.
  void forgetClassDumps();
  /// Nothing was seen at all.
  void forget();
  /// For those who are told of HEAP DUMP ENDs elsewhere: the heap dump is over.
  void endHeapDump() { Context.Dumps.end(); }
  /// For those who told of threads not in the order of the file: they are in
  /// that order from here on.
  void sortThreads();
  /// Whether another CLASS DUMP of \p Class would not count.
  bool hasClass(uint64_t Class) const {
    const ClassInfo *C = Context.findClass(Class);
    return C && C->IsDumped && C->HeapDump == Context.Dumps.dumps();
  }

private:
  /// The class that a CLASS DUMP is of; null when there was one before.
  ClassInfo *classToFill(uint64_t Id, uint64_t Offset);
  void addString(uint64_t Id, llvm::StringRef Text, uint64_t Size);
  void finishString();

  DumpContext &Context;
  std::optional<llvm::ArrayRef<uint8_t>> Stable;
  std::string Partial; ///< Of a string that comes in chunks.
  uint64_t PartialId = 0, PartialSize = 0, PartialDone = 0;
  bool InString = false;
};

/// The same for those who ask for no stacks, of which a dump can have more than
/// of all else: frames, traces and threads are not kept.
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

#endif // HPROF_FORMAT_DUMPCONTEXT_H
