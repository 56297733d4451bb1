//===- HeapWalkRecorder.cpp - Records a walk over the heap ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkRecorder.h"
#include "Agent/Vm/JvmError.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

HeapWalkRecorder::HeapWalkRecorder(WalkData &To, std::vector<uint32_t> ByTag,
                                   const WalkTags &Tags, Settings How)
    : To(To), ByTag(std::move(ByTag)), Tags(Tags), How(How) {
  To.InstanceSizes.assign(To.Classes.size(), 0);
  To.HasClass.assign(To.Classes.size(), false);
  To.NumObjects = To.Classes.size();
  for (size_t I = 0; I != this->ByTag.size(); ++I) {
    const uint32_t C = this->ByTag[I];
    if (C != WalkClass::None && To.Classes[C].IsVirtualThread)
      VirtualThreads = jlong(I) + 1;
  }
}

jvmtiHeapCallbacks HeapWalkRecorder::callbacks(const Settings &How) {
  jvmtiHeapCallbacks Calls = {};
  Calls.heap_reference_callback = onReference;
  if (How.HasValues)
    Calls.primitive_field_callback = onField;
  // Also needed for the lengths of arrays.
  Calls.array_primitive_value_callback = onArray;
  return Calls;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

uint32_t HeapWalkRecorder::classOf(jlong Tag) const {
  if (!NumberedClasses::isClass(Tag))
    return WalkClass::None;
  const uint64_t I = uint64_t(Tag) - 1;
  return I < ByTag.size() ? ByTag[size_t(I)] : WalkClass::None;
}

/// Returns the number of a referenced object; 0 if it is omitted.
uint64_t HeapWalkRecorder::meet(jlong ClassTag, jlong Size, jlong &Tag,
                                jint Length) {
  const uint64_t N = Tags.numberOf(Tag);
  if (LLVM_LIKELY(WalkNumbers::isFoundByWalk(N)))
    return N;
  if (NumberedClasses::isClass(Tag)) {
    const uint32_t C = classOf(Tag);
    if (C != WalkClass::None && !To.HasClass[C]) {
      To.HasClass[C] = true;
      To.NumBytes += uint64_t(Size);
    }
    return C == WalkClass::None ? 0 : N;
  }
  const uint32_t C = classOf(ClassTag);
  if (LLVM_UNLIKELY(C == WalkClass::None)) {
    if (How.NeedsClasses)
      giveUp(Outcome::UnknownClass);
    return 0;
  }
  if (N == 0)
    return discover(C, uint64_t(Size), Tag, Length);
  To.InstanceSizes[C] = uint64_t(Size);
  return N;
}

uint64_t HeapWalkRecorder::discover(uint32_t Class, uint64_t Size, jlong &Tag,
                                    jint Length) {
  const uint64_t Units = (Size + WalkNumbers::Grain - 1) / WalkNumbers::Grain;
  const uint64_t N = Next;
  if (Units > Tags.maxNumber() - Next) {
    giveUp(Outcome::TooLarge);
    return 0;
  }
  Tags.give(Tag, N);
  Next += std::max(Units, UINT64_C(1));
  ++To.NumObjects;
  To.NumBytes += Size;
  if (Class == To.ClassOfClasses || To.Classes[Class].IsVirtualThread) {
    To.InstanceSizes[Class] = Size;
    WalkHeader H;
    H.Object = N;
    H.Class = Class;
    H.Trace = Tags.siteOf(Tag);
    To.Bare.push_back(H);
    To.NumNotVisited += To.Classes[Class].IsVirtualThread;
    return N;
  }
  ++NumFound;
  switch (To.Classes[Class].Is) {
  case WalkClass::Form::Plain:
    To.InstanceSizes[Class] = Size;
    break;
  case WalkClass::Form::ObjectArray:
    if (!To.Lengths.add({N, uint32_t(Length),
                         uint32_t(std::min(Units, uint64_t(UINT32_MAX)))}))
      giveUp(Outcome::NoMemory);
    break;
  case WalkClass::Form::PrimitiveArray:
    break;
  }
  return N;
}

/// Begins the contents of \p Object. \return false if they are omitted.
bool HeapWalkRecorder::open(uint64_t Object, jlong ClassTag, jlong Tag) {
  if (LLVM_LIKELY(Object == Current))
    return CurrentClass != WalkClass::None;
  close();
  Current = Object;
  CurrentClass = WalkClass::None;
  const uint32_t C = Object ? classOf(ClassTag) : WalkClass::None;
  if (C == WalkClass::None || C == To.ClassOfClasses)
    return false;
  const bool IsPlain = To.Classes[C].Is == WalkClass::Form::Plain;
  const size_t ImageSize = IsPlain ? To.Layouts[C].Size : 0;
  uint8_t *P = To.Objects.allocate(WalkHeader::Size + ImageSize);
  if (!store(P))
    return false;
  WalkHeader H;
  H.Object = Object;
  H.Class = C;
  H.Trace = Tags.siteOf(Tag);
  H.store(P);
  CurrentClass = C;
  Image = P + WalkHeader::Size;
  LastIndex = -1;
  HasArray = false;
  if (WalkNumbers::isFoundByWalk(Object)) {
    ++NumOpened;
    return true;
  }
  // Threads and loaders were numbered before the walk.
  ++To.NumObjects;
  To.NumBytes += To.InstanceSizes[C];
  if (WalkNumbers::isLoader(Object) &&
      WalkNumbers::loaderOf(Object) <= To.HasLoader.size())
    To.HasLoader[WalkNumbers::loaderOf(Object) - 1] = true;
  return true;
}

void HeapWalkRecorder::close() {
  if (CurrentClass == WalkClass::None)
    return;
  switch (To.Classes[CurrentClass].Is) {
  case WalkClass::Form::Plain:
    break;
  case WalkClass::Form::ObjectArray:
    store(To.Objects.allocate(1));
    break;
  case WalkClass::Form::PrimitiveArray:
    if (!HasArray)
      store(To.Objects.allocate(5));
    break;
  }
  CurrentClass = WalkClass::None;
}

Error HeapWalkRecorder::finish() {
  close();
  Current = 0;
  switch (Result) {
  case Outcome::Complete:
    if (NumOpened == NumFound)
      return Error::success();
    return make_error<JvmError>(
        "this VM reports the contents of objects in parts (" + Twine(NumFound) +
        " objects, " + Twine(NumOpened) + " parts)");
  case Outcome::UnknownClass:
    return make_error<JvmError>("classes were loaded during the heap walk");
  case Outcome::UnknownThread:
    return make_error<JvmError>(
        "a heap walk does not find objects held by virtual threads");
  case Outcome::NoMemory:
    return make_error<JvmError>(
        "the heap walk needs more memory than memory= allows or the system "
        "has");
  case Outcome::TooLarge:
    return make_error<JvmError>("the heap is too large for a heap walk");
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

void HeapWalkRecorder::root(jvmtiHeapReferenceKind Kind,
                            const jvmtiHeapReferenceInfo *Info,
                            uint64_t Object) {
  WalkRoot R = {};
  R.Object = Object;
  R.Kind = Kind;
  R.ThreadSerial = Numbers::UnknownThread;
  R.Depth = -1;
  if (Kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
    const auto &At = Info->stack_local;
    R.ThreadSerial = WalkNumbers::threadSerial(Tags.numberOf(At.thread_tag));
    R.Depth = At.depth;
    R.Method = At.method;
  } else if (Kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
    const auto &At = Info->jni_local;
    if (Tags.numberOf(At.thread_tag) == How.Walker)
      return;
    R.ThreadSerial = WalkNumbers::threadSerial(Tags.numberOf(At.thread_tag));
    R.Depth = At.depth;
    R.Method = At.method;
  }
  if (!To.Roots.add(R))
    giveUp(Outcome::NoMemory);
}

void HeapWalkRecorder::classValue(const WalkClassValue &V) {
  if (!To.ClassValues.add(V))
    giveUp(Outcome::NoMemory);
}

void HeapWalkRecorder::element(jint Index, uint64_t Object) {
  uint64_t Distance = uint64_t(int64_t(Index) - LastIndex);
  if (int64_t(Index) <= LastIndex)
    return;
  LastIndex = Index;
  uint8_t Bytes[10];
  unsigned N = 0;
  for (; Distance >= 0x80; Distance >>= 7)
    Bytes[N++] = uint8_t(Distance | 0x80);
  Bytes[N++] = uint8_t(Distance);
  storeNumber(Bytes + N, Object);
  N += WalkReferenceSize;
  uint8_t *P = To.Objects.allocate(N);
  if (store(P))
    std::memcpy(P, Bytes, N);
}

void HeapWalkRecorder::reference(jvmtiHeapReferenceKind Kind,
                                 const jvmtiHeapReferenceInfo *Info,
                                 uint64_t Object, jlong From, jlong ClassTag) {
  const uint64_t Referrer = Tags.numberOf(From);
  if (WalkNumbers::isClass(Referrer)) {
    WalkClassValue V = {};
    V.Class = classOf(From);
    V.Bits = Object;
    V.Kind = Kind;
    V.Type = BasicType::Object;
    if (Kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD)
      V.Index = uint32_t(Info->field.index);
    else if (Kind == JVMTI_HEAP_REFERENCE_CONSTANT_POOL)
      V.Index = uint32_t(Info->constant_pool.index);
    if (V.Class != WalkClass::None && Object)
      classValue(V);
    return;
  }
  if (!open(Referrer, ClassTag, From) || !Object)
    return;
  if (Kind == JVMTI_HEAP_REFERENCE_FIELD) {
    const WalkSlot *S = To.Layouts[CurrentClass].slot(Info->field.index);
    if (LLVM_LIKELY(S && isReference(S->Type)))
      storeNumber(Image + S->Offset, Object);
  } else if (Kind == JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT &&
             To.Classes[CurrentClass].Is == WalkClass::Form::ObjectArray) {
    element(Info->array.index, Object);
  }
}

jint JNICALL HeapWalkRecorder::onReference(jvmtiHeapReferenceKind Kind,
                                           const jvmtiHeapReferenceInfo *Info,
                                           jlong ClassTag,
                                           jlong ReferrerClassTag, jlong Size,
                                           jlong *Tag, jlong *ReferrerTag,
                                           jint Length, void *User) {
  auto &R = *static_cast<HeapWalkRecorder *>(User);
  const uint64_t Object = R.meet(ClassTag, Size, *Tag, Length);
  if (ReferrerTag)
    R.reference(Kind, Info, Object, *ReferrerTag, ReferrerClassTag);
  else if (Object)
    R.root(Kind, Info, Object);
  // HotSpot accesses the continuation of a visited virtual thread, and crashes
  // if the constructor has not set it yet. Threads numbered before the walk are
  // complete.
  const bool IsUnknownThread = LLVM_UNLIKELY(ClassTag == R.VirtualThreads) &&
                               ClassTag && WalkNumbers::isFoundByWalk(Object);
  if (IsUnknownThread && R.How.NeedsVirtualThreads)
    R.giveUp(Outcome::UnknownThread);
  return IsUnknownThread ? R.answer() & ~jint(JVMTI_VISIT_OBJECTS) : R.answer();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static BasicType typeOf(jvmtiPrimitiveType T) {
  switch (T) {
  case JVMTI_PRIMITIVE_TYPE_BOOLEAN:
    return BasicType::Boolean;
  case JVMTI_PRIMITIVE_TYPE_BYTE:
    return BasicType::Byte;
  case JVMTI_PRIMITIVE_TYPE_CHAR:
    return BasicType::Char;
  case JVMTI_PRIMITIVE_TYPE_SHORT:
    return BasicType::Short;
  case JVMTI_PRIMITIVE_TYPE_INT:
    return BasicType::Int;
  case JVMTI_PRIMITIVE_TYPE_LONG:
    return BasicType::Long;
  case JVMTI_PRIMITIVE_TYPE_FLOAT:
    return BasicType::Float;
  case JVMTI_PRIMITIVE_TYPE_DOUBLE:
    return BasicType::Double;
  }
  return BasicType::Object;
}

static uint64_t bitsOf(jvalue V, BasicType T) {
  switch (widthOf(T, WalkIdSize)) {
  case 1:
    return uint8_t(V.b);
  case 2:
    return V.c;
  case 4:
    return uint32_t(V.i);
  default:
    return uint64_t(V.j);
  }
}

jint JNICALL HeapWalkRecorder::onField(jvmtiHeapReferenceKind Kind,
                                       const jvmtiHeapReferenceInfo *Info,
                                       jlong ClassTag, jlong *Tag, jvalue Value,
                                       jvmtiPrimitiveType Type, void *User) {
  auto &R = *static_cast<HeapWalkRecorder *>(User);
  const uint64_t Object = R.Tags.numberOf(*Tag);
  const BasicType T = typeOf(Type);
  if (WalkNumbers::isClass(Object)) {
    WalkClassValue V = {};
    V.Class = R.classOf(*Tag);
    V.Bits = bitsOf(Value, T);
    V.Index = uint32_t(Info->field.index);
    V.Kind = Kind;
    V.Type = T;
    if (V.Class != WalkClass::None && Kind == JVMTI_HEAP_REFERENCE_STATIC_FIELD)
      R.classValue(V);
    return R.answer();
  }
  if (!R.open(Object, ClassTag, *Tag) || Kind != JVMTI_HEAP_REFERENCE_FIELD)
    return R.answer();
  const WalkSlot *S = R.To.Layouts[R.CurrentClass].slot(Info->field.index);
  if (LLVM_LIKELY(S && S->Type == T))
    storeBE(R.Image + S->Offset, bitsOf(Value, T), widthOf(T, WalkIdSize));
  return R.answer();
}

jint JNICALL HeapWalkRecorder::onArray(jlong ClassTag, jlong, jlong *Tag,
                                       jint Count, jvmtiPrimitiveType Type,
                                       const void *Elements, void *User) {
  auto &R = *static_cast<HeapWalkRecorder *>(User);
  if (!R.open(R.Tags.numberOf(*Tag), ClassTag, *Tag) || R.HasArray)
    return R.answer();
  const WalkClass &C = R.To.Classes[R.CurrentClass];
  if (C.Is != WalkClass::Form::PrimitiveArray || C.Element != typeOf(Type))
    return R.answer();
  const size_t Bytes = R.How.HasElements && Count > 0
                           ? size_t(Count) * widthOf(C.Element, WalkIdSize)
                           : 0;
  uint8_t *P = R.To.Objects.allocate(5 + Bytes);
  if (!R.store(P))
    return R.answer();
  const uint32_t Length = uint32_t(std::max(Count, 0));
  std::memcpy(P, &Length, 4);
  P[4] = R.How.HasElements;
  if (Bytes)
    std::memcpy(P + 5, Elements, Bytes);
  R.HasArray = true;
  return R.answer();
}
