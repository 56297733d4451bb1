//===- HeapWalkOutput.cpp - Writes the data of a heap walk ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkOutput.h"
#include "hprof/Format/Kit/ListBuilder.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// Large arrays are written in pieces of this size.
static constexpr size_t PieceSize = size_t(64) << 10;

HeapWalkOutput::HeapWalkOutput(const WalkData &Heap,
                               ArrayRef<WalkThread> Threads,
                               const WalkNames &Names, uint64_t Window,
                               RecordStream &Out)
    : Heap(Heap), Threads(Threads), Window(Window), Out(Out) {
  // Strings precede the dump, which cannot contain any.
  for (StringRef Text : Names.texts())
    NameIds.push_back(Out.name(Text));
}

void HeapWalkOutput::write() {
  writeStacks();
  if (Heap.NumNotVisited)
    writeNotVisited();
  sortClassValues();
  if (!Out.isBinary()) {
    HeapDumpTotals Totals;
    Totals.Instances = Heap.NumObjects;
    Totals.Bytes = Heap.NumBytes;
    Out.write(Totals);
  }
  Out.beginHeapDump();
  writeRoots();
  for (uint32_t C = 0; C != Heap.Classes.size(); ++C)
    writeClass(C);
  writeBare();
  writeObjects();
  Out.write(HeapDumpEnd());
}

//===----------------------------------------------------------------------===//
// Threads and roots
//===----------------------------------------------------------------------===//

void HeapWalkOutput::writeStacks() {
  ListBuilder<StackFrameRef> Frames;
  for (const WalkThread &T : Threads) {
    Frames.clear();
    for (const WalkFrame &F : T.Frames) {
      StackFrame R;
      R.Id = Out.Next.Frames.take();
      R.Method = NameIds[F.Name];
      R.Signature = NameIds[F.Signature];
      R.SourceFile = NameIds[F.Source];
      R.ClassSerial = F.ClassSerial;
      R.Line = F.Line;
      Out.write(R);
      Frames.add({R.Id});
    }
    StackTrace R;
    R.TraceSerial = Out.Next.TraceSerials.take();
    R.ThreadSerial = T.Known.Serial;
    R.Frames = Frames.ref();
    Out.write(R);
    ThreadBySerial[T.Known.Serial] = uint32_t(Traces.size());
    Traces.push_back(R.TraceSerial);
  }
}

/// Writes a trace that describes the missing data.
void HeapWalkOutput::writeNotVisited() {
  StackFrame F;
  F.Id = Out.Next.Frames.take();
  F.Method = Out.name("HPROF.notVisited_virtual_thread_began_during_the_dump");
  F.Signature = Out.name("()V");
  F.SourceFile = Out.name("libhprof.so");
  F.Line = -3; // Native.
  Out.write(F);
  ListBuilder<StackFrameRef> Frames;
  Frames.add({F.Id});
  StackTrace R;
  R.TraceSerial = NotVisited = Out.Next.TraceSerials.take();
  R.Frames = Frames.ref();
  Out.write(R);
}

/// Returns the frame of a root in its thread's trace; -1 if it is not there.
int32_t HeapWalkOutput::frameOf(const WalkRoot &R) const {
  auto It = ThreadBySerial.find(R.ThreadSerial);
  if (It == ThreadBySerial.end() || R.Depth < 0)
    return -1;
  const std::vector<WalkFrame> &Frames = Threads[It->second].Frames;
  if (size_t(R.Depth) >= Frames.size() ||
      Frames[size_t(R.Depth)].Method != R.Method)
    return -1;
  return R.Depth;
}

void HeapWalkOutput::writeThreadRoot(const WalkRoot &R) {
  auto It = ThreadBySerial.find(WalkNumbers::threadSerial(R.Object));
  RootThreadObject Rec;
  Rec.Object = idOf(R.Object);
  Rec.ThreadSerial = Threads[It->second].Known.Serial;
  Rec.TraceSerial = Traces[It->second];
  Out.write(Rec);
}

template <class Root> static Root rootOf(uint64_t Id) {
  Root R;
  R.Object = Id;
  return R;
}

void HeapWalkOutput::writeRoot(const WalkRoot &R) {
  const uint64_t Id = idOf(R.Object);
  // Threads that began after the table was created have no serial.
  const bool IsThreadKnown = ThreadBySerial.count(R.ThreadSerial);
  switch (R.Kind) {
  case JVMTI_HEAP_REFERENCE_JNI_GLOBAL:
    // JVM TI does not report the reference itself.
    return Out.write(rootOf<RootJniGlobal>(Id));
  case JVMTI_HEAP_REFERENCE_SYSTEM_CLASS:
    // HotSpot also reports other objects of the system class loader with this
    // kind.
    if (WalkNumbers::isClass(R.Object))
      return Out.write(rootOf<RootStickyClass>(Id));
    break;
  case JVMTI_HEAP_REFERENCE_MONITOR:
    return Out.write(rootOf<RootMonitorUsed>(Id));
  case JVMTI_HEAP_REFERENCE_STACK_LOCAL:
    if (IsThreadKnown) {
      auto Rec = rootOf<RootJavaFrame>(Id);
      Rec.ThreadSerial = R.ThreadSerial;
      Rec.Frame = frameOf(R);
      return Out.write(Rec);
    }
    break;
  case JVMTI_HEAP_REFERENCE_JNI_LOCAL:
    if (IsThreadKnown) {
      auto Rec = rootOf<RootJniLocal>(Id);
      Rec.ThreadSerial = R.ThreadSerial;
      Rec.Frame = frameOf(R);
      return Out.write(Rec);
    }
    break;
  case JVMTI_HEAP_REFERENCE_THREAD:
    if (ThreadBySerial.count(WalkNumbers::threadSerial(R.Object)))
      return writeThreadRoot(R);
    break;
  default:
    break;
  }
  Out.write(rootOf<RootUnknown>(Id));
}

void HeapWalkOutput::writeRoots() {
  for (uint64_t I = 0; I != Heap.Roots.size(); ++I)
    writeRoot(Heap.Roots[I]);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void HeapWalkOutput::sortClassValues() {
  const uint64_t Count = Heap.ClassValues.size();
  ValuesBegin.assign(Heap.Classes.size() + 1, 0);
  for (uint64_t I = 0; I != Count; ++I)
    ++ValuesBegin[Heap.ClassValues[I].Class + 1];
  for (size_t C = 0; C != Heap.Classes.size(); ++C)
    ValuesBegin[C + 1] += ValuesBegin[C];
  std::vector<uint32_t> Next(ValuesBegin.begin(), ValuesBegin.end() - 1);
  Values.resize(size_t(Count));
  for (uint64_t I = 0; I != Count; ++I)
    Values[Next[Heap.ClassValues[I].Class]++] = uint32_t(I);
}

uint64_t HeapWalkOutput::loaderOf(uint32_t C) const {
  const uint32_t Loader = Heap.Classes[C].Loader;
  return Loader && Heap.HasLoader[Loader - 1]
             ? idOf(WalkNumbers::ofLoader(Loader))
             : 0;
}

void HeapWalkOutput::writeClass(uint32_t Index) {
  const WalkClass &C = Heap.Classes[Index];
  const WalkLayout &L = Heap.Layouts[Index];
  ClassDump R;
  R.Class = C.Id;
  R.TraceSerial = Numbers::SystemTrace;
  if (C.Super != WalkClass::None)
    R.Super = Heap.Classes[C.Super].Id;
  R.Loader = loaderOf(Index);
  R.InstanceSize = C.Is == WalkClass::Form::Plain ? L.RecordSize : 0;
  std::vector<Value> Statics(C.Fields.size());
  for (size_t F = 0; F != C.Fields.size(); ++F)
    Statics[F].Type = C.Fields[F].Type;
  ListBuilder<PoolEntry> Pool;
  for (uint32_t I = ValuesBegin[Index]; I != ValuesBegin[Index + 1]; ++I) {
    const WalkClassValue V = Heap.ClassValues[Values[I]];
    const uint64_t Place = uint64_t(V.Index) - L.FirstStatic;
    switch (V.Kind) {
    case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
      if (Place < Statics.size() &&
          isReference(V.Type) == isReference(Statics[Place].Type))
        Statics[Place].Bits = isReference(V.Type) ? idOf(V.Bits) : V.Bits;
      break;
    case JVMTI_HEAP_REFERENCE_CONSTANT_POOL:
      Pool.add({uint16_t(V.Index), {BasicType::Object, idOf(V.Bits)}});
      break;
    case JVMTI_HEAP_REFERENCE_SIGNERS:
      R.Signers = idOf(V.Bits);
      break;
    case JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN:
      R.Domain = idOf(V.Bits);
      break;
    default:
      break;
    }
  }
  ListBuilder<StaticField> StaticList;
  ListBuilder<InstanceField> FieldList;
  inOrder(C.Fields.size(), Heap.IsReversed, [&](size_t F) {
    const WalkField &Field = C.Fields[F];
    if (Field.IsStatic)
      StaticList.add({NameIds[Field.Name], Statics[F]});
    else
      FieldList.add({NameIds[Field.Name], Field.Type});
  });
  R.Pool = Pool.ref();
  R.Statics = StaticList.ref();
  R.Fields = FieldList.ref();
  Out.write(R);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void HeapWalkOutput::writeSize(uint64_t Object, uint64_t Size) {
  if (Out.isBinary())
    return;
  ObjectSize R;
  R.Object = idOf(Object);
  R.Size = Size;
  Out.write(R);
}

/// Writes objects that the VM reports without contents; a dump needs these
/// objects, because other objects refer to them.
void HeapWalkOutput::writeBare() {
  std::vector<uint8_t> Nulls;
  for (const WalkHeader &H : Heap.Bare) {
    Nulls.resize(std::max<size_t>(Nulls.size(), Heap.Layouts[H.Class].Size));
    const uint32_t Trace = Heap.Classes[H.Class].IsVirtualThread
                               ? NotVisited
                               : Heap.TraceSerials[H.Trace];
    if (Out.isBinary())
      writeInstance(H, Nulls.data(), Trace);
    else
      writeReferences(H, Nulls.data(), Trace);
  }
}

void HeapWalkOutput::writeObjects() {
  WalkArena::Reader In(Heap.Objects);
  while (!In.atEnd()) {
    const WalkHeader H = WalkHeader::load(In.take(WalkHeader::Size));
    switch (Heap.Classes[H.Class].Is) {
    case WalkClass::Form::Plain: {
      const uint8_t *Image = In.take(Heap.Layouts[H.Class].Size);
      const uint32_t Trace = Heap.TraceSerials[H.Trace];
      if (Out.isBinary())
        writeInstance(H, Image, Trace);
      else
        writeReferences(H, Image, Trace);
      break;
    }
    case WalkClass::Form::ObjectArray:
      writeObjectArray(H, In);
      break;
    case WalkClass::Form::PrimitiveArray:
      writePrimitiveArray(H, In);
      break;
    }
  }
}

void HeapWalkOutput::writeInstance(const WalkHeader &H, const uint8_t *Image,
                                   uint32_t Trace) {
  const WalkLayout &L = Heap.Layouts[H.Class];
  Buffer.resize_for_overwrite(L.RecordSize);
  uint8_t *P = Buffer.data();
  for (const WalkLayout::Step &S : L.Steps) {
    std::copy_n(Image, S.Bytes, P); // Image may be null if S.Bytes is 0.
    P += S.Bytes;
    Image += S.Bytes;
    if (!S.HasReference)
      break;
    storeBE(P, idOf(loadNumber(Image)), WalkIdSize);
    P += WalkIdSize;
    Image += WalkReferenceSize;
  }
  InstanceDump R;
  R.Object = idOf(H.Object);
  R.TraceSerial = Trace;
  R.Class = Heap.Classes[H.Class].Id;
  R.Length = L.RecordSize;
  R.Values = Payload(Buffer);
  Out.write(R);
}

void HeapWalkOutput::writeReferences(const WalkHeader &H, const uint8_t *Image,
                                     uint32_t Trace) {
  writeSize(H.Object, Heap.InstanceSizes[H.Class]);
  ListBuilder<NamedReference> List(Buffer, WalkIdSize);
  for (const WalkLayout::Reference &Ref : Heap.Layouts[H.Class].References)
    if (const uint64_t N = loadNumber(Image + Ref.Offset))
      List.add({NameIds[Ref.Name], idOf(N)});
  ReferenceObject R;
  R.Object = idOf(H.Object);
  R.TraceSerial = Trace;
  R.Class = Heap.Classes[H.Class].Id;
  R.References = List.ref();
  Out.write(R);
}

WalkLength HeapWalkOutput::lengthOf(uint64_t Object) const {
  uint64_t Begin = 0, End = Heap.Lengths.size();
  while (Begin != End) {
    const uint64_t Middle = Begin + (End - Begin) / 2;
    if (Heap.Lengths[Middle].Object < Object)
      Begin = Middle + 1;
    else
      End = Middle;
  }
  if (Begin != Heap.Lengths.size() && Heap.Lengths[Begin].Object == Object)
    return Heap.Lengths[Begin];
  return {Object, 0, 0};
}

void HeapWalkOutput::writeObjectArray(const WalkHeader &H,
                                      WalkArena::Reader &In) {
  const WalkLength Length = lengthOf(H.Object);
  writeSize(H.Object, uint64_t(Length.Size) * WalkNumbers::Grain);
  ObjectArrayDump R;
  R.Object = idOf(H.Object);
  R.TraceSerial = Heap.TraceSerials[H.Trace];
  R.Length = Length.Length;
  R.Class = Heap.Classes[H.Class].Id;
  R.Elements.Size = uint64_t(Length.Length) * WalkIdSize;
  const bool IsSmall = R.Elements.Size <= PieceSize;
  if (!IsSmall)
    Out.write(R);
  Buffer.clear();
  uint64_t Written = 0; // Elements.
  auto Add = [&](uint64_t Id) {
    const size_t At = Buffer.size();
    Buffer.resize_for_overwrite(At + WalkIdSize);
    storeBE(Buffer.data() + At, Id, WalkIdSize);
    ++Written;
    if (IsSmall || Buffer.size() < PieceSize)
      return;
    Out.payload(RecordKind::ObjectArrayDump, Buffer);
    Buffer.clear();
  };
  for (uint64_t Index = UINT64_MAX;;) {
    uint64_t Distance = 0;
    const uint8_t *P = In.take(1);
    for (unsigned Shift = 0;; Shift += 7, P = In.take(1)) {
      Distance |= uint64_t(*P & 0x7f) << Shift;
      if (!(*P & 0x80))
        break;
    }
    if (!Distance)
      break;
    Index += Distance;
    const uint64_t Id = idOf(loadNumber(In.take(WalkReferenceSize)));
    while (Written < Index && Written < Length.Length)
      Add(0);
    if (Written < Length.Length)
      Add(Id);
  }
  while (Written < Length.Length)
    Add(0);
  if (IsSmall) {
    R.Elements = Payload(Buffer);
    Out.write(R);
  } else if (!Buffer.empty()) {
    Out.payload(RecordKind::ObjectArrayDump, Buffer);
  }
}

/// \p From contains the elements as in memory; it is null for zeros.
void HeapWalkOutput::writeElements(const uint8_t *From, uint64_t Count,
                                   unsigned Width) {
  const uint64_t PerPiece = PieceSize / Width;
  while (Count) {
    const size_t N = size_t(std::min(Count, PerPiece));
    Buffer.resize_for_overwrite(N * Width);
    if (!From) {
      std::memset(Buffer.data(), 0, Buffer.size());
    } else {
      for (size_t I = 0; I != N; ++I)
        for (unsigned B = 0; B != Width; ++B)
          Buffer[I * Width + B] = From[I * Width + Width - 1 - B];
      From += N * Width;
    }
    Out.payload(RecordKind::PrimitiveArrayDump, Buffer);
    Count -= N;
  }
}

void HeapWalkOutput::writePrimitiveArray(const WalkHeader &H,
                                         WalkArena::Reader &In) {
  const BasicType Type = Heap.Classes[H.Class].Element;
  const unsigned Width = widthOf(Type, WalkIdSize);
  const uint8_t *P = In.take(5);
  uint32_t Length;
  std::memcpy(&Length, P, 4);
  const bool HasElements = P[4];
  const uint64_t Bytes = uint64_t(Length) * Width;
  const uint8_t *From = HasElements && Bytes ? In.take(size_t(Bytes)) : nullptr;
  if (!Out.isBinary()) {
    PrimitiveArrayNoData R;
    R.Object = idOf(H.Object);
    R.TraceSerial = Heap.TraceSerials[H.Trace];
    R.Length = Length;
    R.ElementType = Type;
    return Out.write(R);
  }
  PrimitiveArrayDump R;
  R.Object = idOf(H.Object);
  R.TraceSerial = Heap.TraceSerials[H.Trace];
  R.Length = Length;
  R.ElementType = Type;
  R.Elements.Size = Bytes;
  Out.write(R);
  writeElements(From, Length, Width);
}
