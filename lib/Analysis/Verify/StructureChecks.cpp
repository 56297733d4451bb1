//===- StructureChecks.cpp - First pass of the Verifier -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::string hex(uint64_t V) {
  return "0x" + utohexstr(V, /*LowerCase=*/true);
}

bool ObjectIds::insert(size_t Dump, uint64_t Id) {
  if (!Whole)
    return true;
  if (Sets.size() < Dump) {
    if (!Sets.empty())
      Bytes += Sets.back().bytes();
    Sets.resize(Dump);
  }
  IdSet &Set = Sets.back();
  bool IsNew = Set.insert(Id);
  if (Bytes + Set.bytes() + Sets.size() * sizeof(IdSet) > MaxBytes) {
    Whole = false;
    Sets.clear();
  }
  return IsNew;
}

void Occurrences::add(uint64_t Key, uint64_t Offset) {
  if (Map.size() == MaxKeys && !Map.count(Key)) {
    Whole = false;
    return;
  }
  Tally &T = Map.try_emplace(Key, Tally{Key, 0, Offset}).first->second;
  ++T.Count;
}

template <class Range>
static std::vector<Occurrences::Tally> inFileOrder(const Range &Map) {
  std::vector<Occurrences::Tally> List;
  for (const auto &Entry : Map)
    List.push_back(Entry.second);
  llvm::sort(List,
             [](const Occurrences::Tally &A, const Occurrences::Tally &B) {
               return std::tie(A.First, A.Key) < std::tie(B.First, B.Key);
             });
  return List;
}

void Occurrences::forEach(function_ref<void(const Tally &)> F) const {
  for (const Tally &T : inFileOrder(Map))
    F(T);
}

void StructureChecks::visit(const FileHeader &H) {
  endText();
  if (H.Offset && !H.IsJoined)
    Report.add(FindingKind::SecondHeader, H.Offset,
               "another file header, version " + H.Version);
  Header = H;
  LastTime = 0;
  Dumps.header();
}

void StructureChecks::beginFrame(const Frame &F) {
  if (F.Time < LastTime)
    Report.add(FindingKind::TimeGoesBack, F.Offset,
               "time " + Twine(F.Time) + " us follows " + Twine(LastTime) +
                   " us");
  LastTime = F.Time;
  if (Dumps.frame(F)) {
    finishDump();
    DumpStart = F.Offset;
  }
  Report.Dumps = Dumps.dumps();
}

void StructureChecks::endFrame(const Frame &F, uint64_t Length) {
  endText();
  if (!F.isHeap())
    return;
  if (Length == 0 && F.DeclaredLength == 0)
    Report.add(FindingKind::EmptySegment, F.Offset,
               Twine(recordInfo(F.kind()).Text) + " has no sub-records");
  uint64_t Extra = Length - F.DeclaredLength;
  if (F.DeclaredLength && Length > F.DeclaredLength && Extra >> 32 &&
      uint32_t(Extra) == 0)
    Report.add(FindingKind::WrappedLength, F.Offset,
               Twine(recordInfo(F.kind()).Text) + " has " + Twine(Length) +
                   " bytes, but declares " + Twine(F.DeclaredLength));
}

void StructureChecks::androidRecord(const char *Name, uint64_t Offset) {
  if (!Header.isAndroid())
    Report.add(FindingKind::AndroidRecord, Offset,
               Twine(Name) + " in version " + Header.Version);
}

void StructureChecks::visit(const Utf8 &R) {
  InText = true;
  Text = ModifiedUtf8Checker();
  TextOffset = R.Offset;
  TextId = R.Id;
  Text.feed(R.Text.Bytes);
  std::optional<StringRef> Old = Context.string(R.Id);
  if (!Old)
    return;
  // For a string that comes in chunks, only the length is compared.
  bool IsSame =
      R.Text.isWhole() ? *Old == R.Text.str() : Old->size() == R.Text.Size;
  Report.add(IsSame ? FindingKind::RepeatedString
                    : FindingKind::DuplicateString,
             R.Offset, "string " + hex(R.Id) + " occurred before");
}

void StructureChecks::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of == RecordKind::Utf8)
    Text.feed(Chunk);
}

void StructureChecks::endText() {
  if (InText && !Text.isValid())
    Report.add(FindingKind::InvalidUtf8, TextOffset,
               "string " + hex(TextId) + " is not modified UTF-8");
  InText = false;
}

void StructureChecks::visit(const LoadClass &R) {
  useString(R.Name, R.Offset);
  useTrace(R.TraceSerial, R.Offset);
  if (const ClassInfo *C = Context.findClassBySerial(R.ClassSerial);
      C && C->Id != R.Class)
    Report.add(FindingKind::DuplicateSerial, R.Offset,
               "class " + hex(R.Class) + " has serial " + Twine(R.ClassSerial) +
                   ", as does class " + hex(C->Id));
  if (!LoadOffsets.try_emplace(R.Class, R.Offset).second)
    Report.add(FindingKind::RepeatedClass, R.Offset,
               "class " + hex(R.Class) + " was loaded before");
}

void StructureChecks::visit(const UnloadClass &R) {
  useClassSerial(R.ClassSerial, R.Offset);
}

void StructureChecks::visit(const StackFrame &R) {
  useString(R.Method, R.Offset);
  useString(R.Signature, R.Offset);
  useString(R.SourceFile, R.Offset);
  useClassSerial(R.ClassSerial, R.Offset);
}

void StructureChecks::visit(const StackTrace &R) {
  useThread(R.ThreadSerial, R.Offset);
  forEach(R.Frames, [&](const StackFrameRef &F) {
    if (!Context.findFrame(F.Frame))
      Frames.add(F.Frame, R.Offset);
  });
}

void StructureChecks::visit(const AllocSites &R) {
  forEach(R.Sites, [&](const AllocSite &S) {
    useClassSerial(S.ClassSerial, R.Offset);
    useTrace(S.TraceSerial, R.Offset);
  });
}

void StructureChecks::visit(const StartThread &R) {
  useTrace(R.TraceSerial, R.Offset);
  useString(R.Name, R.Offset);
  useString(R.GroupName, R.Offset);
  useString(R.ParentGroupName, R.Offset);
}

void StructureChecks::visit(const EndThread &R) {
  // The builder creates a thread for an END THREAD, so check before it does.
  if (!Context.findThread(R.ThreadSerial))
    Report.add(FindingKind::MissingThread, R.Offset,
               "END THREAD for thread serial " + Twine(R.ThreadSerial));
}

void StructureChecks::visit(const CpuSamples &R) {
  forEach(R.Samples,
          [&](const CpuSample &S) { useTrace(S.TraceSerial, R.Offset); });
}

void StructureChecks::frameRoot(uint32_t ThreadSerial, int32_t Frame,
                                uint64_t Offset) {
  useThread(ThreadSerial, Offset);
  if (Frame >= 0)
    RootFrames.add(uint64_t(ThreadSerial) << 32 | uint32_t(Frame), Offset);
}

void StructureChecks::visit(const ClassDump &R) {
  const ClassInfo *C = Context.findClass(R.Class);
  if (C && C->IsDumped && C->DumpOffset >= DumpStart) {
    Report.add(FindingKind::DuplicateClass, R.Offset,
               "class " + hex(R.Class) + " was dumped before, at " +
                   hex(C->DumpOffset));
    ++Report.Objects;
    useTrace(R.TraceSerial, R.Offset);
  } else {
    object(R);
  }
  forEach(R.Statics,
          [&](const StaticField &F) { useString(F.Name, R.Offset); });
  forEach(R.Fields, [&](const InstanceField &F) {
    useString(F.Name, R.Offset);
    if (LLVM_UNLIKELY(!isKnown(F.Type)))
      Report.add(FindingKind::BadValue, R.Offset,
                 "class " + hex(R.Class) +
                     " declares a field of unknown type " +
                     Twine(unsigned(F.Type)));
  });
}

void StructureChecks::visit(const InstanceDump &R) {
  object(R);
  std::pair<uint64_t, uint32_t> Shape(R.Class, R.Length);
  if (!LastInstances || LastShape != Shape) {
    constexpr size_t MaxShapes = 1 << 22;
    std::pair<IdKey, uint32_t> Key(R.Class, R.Length);
    if (Instances.size() >= MaxShapes && !Instances.count(Key)) {
      InstancesWhole = false;
      return;
    }
    LastInstances =
        &Instances.try_emplace(Key, Occurrences::Tally{R.Class, 0, R.Offset})
             .first->second;
    LastShape = Shape;
  }
  ++LastInstances->Count;
}

void StructureChecks::visit(const ObjectArrayDump &R) {
  object(R);
  ArrayClasses.add(R.Class, R.Offset);
}

void StructureChecks::visit(const PrimitiveArrayDump &R) {
  object(R);
  elementType(R.ElementType, R.Offset);
}

void StructureChecks::visit(const PrimitiveArrayNoData &R) {
  object(R);
  elementType(R.ElementType, R.Offset);
}

void StructureChecks::visit(const HeapDumpInfo &R) {
  useString(R.HeapName, R.Offset);
}

void StructureChecks::newObject(uint64_t Id, uint64_t Offset) {
  if (LLVM_UNLIKELY(!Ids.insert(Dumps.dumps(), Id)))
    Report.add(FindingKind::DuplicateObject, Offset,
               "object " + hex(Id) + " occurred before");
}

void StructureChecks::elementType(BasicType T, uint64_t Offset) {
  if (LLVM_UNLIKELY(isReference(T)))
    Report.add(FindingKind::BadElementType, Offset,
               "a primitive array of type " + basicTypeName(T));
}

void StructureChecks::useString(uint64_t Id, uint64_t Offset) {
  if (Id && !Context.string(Id))
    Strings.add(Id, Offset);
}

void StructureChecks::useTrace(uint32_t Serial, uint64_t Offset) {
  // ART writes -1 if there is no trace.
  if (Serial == LastTrace || Serial == 0 || Serial == UINT32_MAX)
    return;
  if (Context.findTrace(Serial))
    LastTrace = Serial;
  else
    Traces.add(Serial, Offset);
}

void StructureChecks::useThread(uint32_t Serial, uint64_t Offset) {
  if (Serial && !Context.findThread(Serial))
    Threads.add(Serial, Offset);
}

void StructureChecks::useClassSerial(uint32_t Serial, uint64_t Offset) {
  if (Serial && !Context.findClassBySerial(Serial))
    ClassSerials.add(Serial, Offset);
}

void StructureChecks::finish() {
  endText();
  finishDump();
  finishClasses();
  finishInstances();
  finishReferences();
  if (!Ids.isWhole())
    Report.addUnchecked("object ids: too many for the memory limit");
  if (!Strings.isWhole() || !Frames.isWhole() || !Traces.isWhole() ||
      !Threads.isWhole() || !ClassSerials.isWhole() || !RootFrames.isWhole() ||
      !ArrayClasses.isWhole() || !InstancesWhole)
    Report.addUnchecked("some names, serial numbers and classes: too many of "
                        "them are missing");
}

void StructureChecks::finishDump() {
  RootFrames.forEach([&](const Occurrences::Tally &T) {
    uint32_t Frame = uint32_t(T.Key);
    const ThreadInfo *Thread = Context.findThread(uint32_t(T.Key >> 32));
    std::optional<TraceInfo> Trace;
    if (Thread)
      Trace = Context.findTrace(Thread->TraceSerial);
    if (Trace && Frame >= Trace->Frames.size())
      Report.add(FindingKind::FrameNumber, T.First,
                 "frame " + Twine(Frame) + " of thread serial " +
                     Twine(Thread->Serial) + "; its stack trace has " +
                     Twine(Trace->Frames.size()),
                 T.Count);
  });
  RootFrames.clear();
}

void StructureChecks::finishClasses() {
  for (const ClassInfo &C : Context.classes()) {
    if (C.IsDumped && !C.IsLoaded)
      Report.add(FindingKind::ClassWithoutName, C.DumpOffset,
                 "class " + hex(C.Id) + " has no LOAD CLASS record");
    if (C.IsLoaded && !C.IsDumped && Dumps.dumps())
      Report.add(FindingKind::ClassWithoutDump, LoadOffsets.lookup(C.Id),
                 "class " + hex(C.Id) + ", " + Context.className(C) +
                     ", has no CLASS DUMP record");
  }
  for (const ClassInfo &C : Context.classes()) {
    if (!C.IsDumped)
      continue;
    if (Context.instances().of(C).chain() == InstanceShape::Chain::Ring)
      Report.add(FindingKind::SuperclassCycle, C.DumpOffset,
                 "the superclasses of " + Context.className(C) +
                     " form a cycle");
    const ClassInfo *Super = Context.findClass(C.Super);
    if (C.Super && !(Super && Super->IsDumped))
      Report.add(FindingKind::MissingSuperclass, C.DumpOffset,
                 "superclass " + hex(C.Super) + " of " + Context.className(C) +
                     " has no CLASS DUMP record");
  }
}

void StructureChecks::finishInstances() {
  std::vector<std::pair<Occurrences::Tally, uint32_t>> List;
  for (const auto &[Key, T] : Instances)
    List.push_back({T, Key.second});
  llvm::sort(List, [](const auto &A, const auto &B) {
    return A.first.First < B.first.First;
  });
  for (const auto &[T, Length] : List) {
    std::string More =
        T.Count > 1 ? "; " + std::to_string(T.Count) + " instances" : "";
    const ClassInfo *C = Context.findClass(T.Key);
    const InstanceShape *S = Context.instances().find(T.Key);
    if (!C || !C->IsDumped)
      Report.add(FindingKind::InstanceWithoutClass, T.First,
                 "class " + hex(T.Key) + " has no CLASS DUMP record" + More,
                 T.Count);
    else if (S && S->bytes() != Length)
      Report.add(FindingKind::InstanceLength, T.First,
                 "an instance of " + Context.className(*C) + " has " +
                     Twine(Length) + " bytes, but its fields take " +
                     Twine(S->bytes()) + More,
                 T.Count);
  }
}

void StructureChecks::finishReferences() {
  Strings.forEach([&](const Occurrences::Tally &T) {
    if (!Context.string(T.Key))
      Report.add(FindingKind::MissingString, T.First,
                 "string " + hex(T.Key) + " is missing", T.Count);
  });
  Frames.forEach([&](const Occurrences::Tally &T) {
    if (!Context.findFrame(T.Key))
      Report.add(FindingKind::MissingFrame, T.First,
                 "frame " + hex(T.Key) + " is missing", T.Count);
  });
  Traces.forEach([&](const Occurrences::Tally &T) {
    if (!Context.findTrace(uint32_t(T.Key)))
      Report.add(FindingKind::MissingTrace, T.First,
                 "trace serial " + Twine(T.Key) + " is missing", T.Count);
  });
  Threads.forEach([&](const Occurrences::Tally &T) {
    if (!Context.findThread(uint32_t(T.Key)))
      Report.add(FindingKind::MissingThread, T.First,
                 "thread serial " + Twine(T.Key) + " is missing", T.Count);
  });
  ClassSerials.forEach([&](const Occurrences::Tally &T) {
    if (!Context.findClassBySerial(uint32_t(T.Key)))
      Report.add(FindingKind::MissingClassSerial, T.First,
                 "class serial " + Twine(T.Key) + " is missing", T.Count);
  });
  ArrayClasses.forEach([&](const Occurrences::Tally &T) {
    const ClassInfo *C = Context.findClass(T.Key);
    if (!C)
      Report.add(FindingKind::ArrayWithoutClass, T.First,
                 "class " + hex(T.Key) + " is missing", T.Count);
    else if (C->IsLoaded && Context.string(C->NameId) &&
             !StringRef(Context.className(*C)).ends_with("[]"))
      Report.add(FindingKind::NoArrayClass, T.First,
                 "class " + hex(T.Key) + ", " + Context.className(*C) +
                     ", is not an array class",
                 T.Count);
  });
}
