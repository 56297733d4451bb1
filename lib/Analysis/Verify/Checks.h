//===- Checks.h - The two passes of the Verifier ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_VERIFY_CHECKS_H
#define HPROF_LIB_ANALYSIS_VERIFY_CHECKS_H

#include "ModifiedUtf8.h"
#include "hprof/Analysis/Verify/Verifier.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/DumpCounter.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// Ids of the objects in each dump. At the memory limit, insertion stops and
/// isWhole() becomes false.
class ObjectIds {
public:
  explicit ObjectIds(uint64_t MaxBytes) : MaxBytes(MaxBytes) {}
  /// \return false if \p Id is already in \p Dump.
  bool insert(size_t Dump, uint64_t Id);
  bool contains(size_t Dump, uint64_t Id) const {
    return Dump <= Sets.size() && Dump && Sets[Dump - 1].contains(Id);
  }
  bool isWhole() const { return Whole; }

private:
  std::deque<IdSet> Sets;
  uint64_t MaxBytes;
  uint64_t Bytes = 0; ///< Size of the sets before the last.
  bool Whole = true;
};

/// Counts occurrences and stores the first offset of each key. Above a limit,
/// no new keys are added.
class Occurrences {
public:
  struct Tally {
    uint64_t Key, Count, First;
  };
  void add(uint64_t Key, uint64_t Offset);
  /// Calls \p F for each key, in the order of first offsets.
  void forEach(llvm::function_ref<void(const Tally &)> F) const;
  void clear() { Map.clear(); }
  bool isWhole() const { return Whole; }

private:
  static constexpr size_t MaxKeys = 1 << 22;
  llvm::DenseMap<IdKey, Tally> Map;
  bool Whole = true;
};

/// First pass over one of possibly several concatenated files: checks
/// everything except references to objects. Visits each record before the
/// builder of the file's context does.
class StructureChecks : public HeapVisitor {
public:
  static constexpr bool WantsChunks = true;
  /// \p Dumps and \p Ids continue from file to file.
  StructureChecks(DumpContext &Context, DumpCounter &Dumps, ObjectIds &Ids,
                  VerifyReport &Report)
      : Context(Context), Ids(Ids), Report(Report), Dumps(Dumps) {}

  template <class R> void visit(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Object)
      object(Rec);
  }
  void visit(const FileHeader &H);
  void beginFrame(const Frame &F);
  void endFrame(const Frame &F, uint64_t Length);
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk);
  /// A record that is only in version 1.0.3.
  void androidRecord(const char *Text, uint64_t Offset);

  void visit(const Utf8 &R);
  void visit(const LoadClass &R);
  void visit(const UnloadClass &R);
  void visit(const StackFrame &R);
  void visit(const StackTrace &R);
  void visit(const AllocSites &R);
  void visit(const StartThread &R);
  void visit(const EndThread &R);
  void visit(const CpuSamples &R);
  void visit(const RootJniLocal &R) {
    frameRoot(R.ThreadSerial, R.Frame, R.Offset);
  }
  void visit(const RootJavaFrame &R) {
    frameRoot(R.ThreadSerial, R.Frame, R.Offset);
  }
  void visit(const RootJniMonitor &R) {
    frameRoot(R.ThreadSerial, R.Frame, R.Offset);
  }
  void visit(const RootNativeStack &R) { useThread(R.ThreadSerial, R.Offset); }
  void visit(const RootThreadBlock &R) { useThread(R.ThreadSerial, R.Offset); }
  void visit(const RootThreadObject &R) { useTrace(R.TraceSerial, R.Offset); }
  void visit(const ClassDump &R);
  void visit(const InstanceDump &R);
  void visit(const ObjectArrayDump &R);
  void visit(const PrimitiveArrayDump &R);
  void visit(const PrimitiveArrayNoData &R);
  void visit(const HeapDumpInfo &R);

  /// Runs the checks that need the context of the whole file.
  void finish();

private:
  void endText();
  template <class R> void object(const R &Rec) {
    ++Report.Objects;
    newObject(subjectId(Rec), Rec.Offset);
    if constexpr (FactsOf<R>.has(FieldType::TraceSerial))
      useTrace(fieldOf<FieldType::TraceSerial>(Rec), Rec.Offset);
  }
  void newObject(uint64_t Id, uint64_t Offset);
  void elementType(BasicType T, uint64_t Offset);
  void frameRoot(uint32_t ThreadSerial, int32_t Frame, uint64_t Offset);
  void useString(uint64_t Id, uint64_t Offset);
  void useTrace(uint32_t Serial, uint64_t Offset);
  void useThread(uint32_t Serial, uint64_t Offset);
  void useClassSerial(uint32_t Serial, uint64_t Offset);
  /// Called at the end of each dump, because threads have different traces in
  /// the next dump.
  void finishDump();
  void finishClasses();
  void finishInstances();
  void finishReferences();

  DumpContext &Context;
  ObjectIds &Ids;
  VerifyReport &Report;
  FileHeader Header;
  DumpCounter &Dumps;
  uint64_t DumpStart = 0;
  uint32_t LastTime = 0;
  uint32_t LastTrace = 0; ///< The last trace serial number that was found.
  bool InText = false;
  ModifiedUtf8Checker Text;
  uint64_t TextOffset = 0;
  uint64_t TextId = 0;

  // Keys without a record when referred to; the records may come later.
  Occurrences Strings, Frames, Traces, Threads, ClassSerials;
  Occurrences RootFrames;   ///< In this dump, by thread serial and frame.
  Occurrences ArrayClasses; ///< Classes of all object arrays.
  /// By class and length. Stored because the layouts of classes may come later.
  llvm::DenseMap<std::pair<IdKey, uint32_t>, Occurrences::Tally> Instances;
  bool InstancesWhole = true;
  Occurrences::Tally *LastInstances = nullptr;
  std::pair<uint64_t, uint32_t> LastShape;
  llvm::DenseMap<IdKey, uint64_t> LoadOffsets; ///< By class id.
};

/// Second pass: checks references to objects.
class ReferenceChecks : public HeapVisitor {
public:
  static constexpr bool WantsChunks = true;
  /// \p Contexts are those of the files, in order.
  ReferenceChecks(llvm::ArrayRef<std::unique_ptr<DumpContext>> Contexts,
                  const ObjectIds &Ids, VerifyReport &Report)
      : Contexts(Contexts), Ids(Ids), Report(Report) {}

  void visit(const FileHeader &H);
  void beginFrame(const Frame &F) { Dumps.frame(F); }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk);
  void visit(const ClassDump &R);
  void visit(const InstanceDump &R);
  void visit(const ObjectArrayDump &R);
  /// Visits roots; other records contain no references.
  template <class R> void visit(const R &Rec) {
    Partial = Kind::None;
    if constexpr (R::Group == RecordGroup::Root)
      root(R::Kind, Rec.Object, Rec.Offset);
  }

private:
  /// Kind of the object whose chunks are passed to payload().
  enum class Kind : uint8_t { None, Instance, Array };

  bool isMissing(uint64_t Id) const {
    return Id && !Ids.contains(Dumps.dumps(), Id);
  }
  void root(RecordKind K, uint64_t Object, uint64_t Offset);
  void classReference(const ClassDump &R, const char *What, uint64_t Id);
  void fields(const InstanceShape &Shape, const uint8_t *Values);
  void elements(llvm::ArrayRef<uint8_t> Bytes);
  std::string nameOf(uint64_t Class, uint64_t Object) const;

  /// The contexts of this file and the next ones.
  llvm::ArrayRef<std::unique_ptr<DumpContext>> Contexts;
  const DumpContext *Context = nullptr;
  const ObjectIds &Ids;
  VerifyReport &Report;
  DumpCounter Dumps;
  unsigned IdSize = 8;

  Kind Partial = Kind::None;
  /// Values from the current record.
  uint64_t Offset = 0, Object = 0, Class = 0;
  uint64_t NextIndex = 0; ///< Index of an array's next element.
  const InstanceShape *Shape = nullptr;
  IdJoiner Elements;
  /// Values of an instance that is passed in chunks.
  llvm::SmallVector<uint8_t, 0> Held;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_VERIFY_CHECKS_H
