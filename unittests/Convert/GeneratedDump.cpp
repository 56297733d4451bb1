//===- GeneratedDump.cpp - Generated dumps of every kind ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/GeneratedDump.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <random>
#include <string>

using namespace hprof;
using namespace llvm;

static constexpr GeneratedKind Kinds[] = {
    {"hprof", Format::Hprof, 8},
    {"hprof of 32 bits", Format::Hprof, 4},
    {"hprof without a heap", Format::Hprof, 4, std::nullopt, false},
    {"hprof-android", Format::HprofAndroid, 4},
    {"hprof-text", Format::HprofText, 8},
    {"hprof-text without a heap", Format::HprofText, 8, std::nullopt, false},
    {"ibm-classic openj9", Format::IbmClassic, 8, ClassicForm::OpenJ9},
    {"ibm-classic spec", Format::IbmClassic, 4, ClassicForm::Spec},
    {"ibm-classic PrintHeapdump", Format::IbmClassic, 4,
     ClassicForm::PrintHeapdump},
    {"phd", Format::Phd, 8},
    {"phd of 32 bits", Format::Phd, 4},
};
ArrayRef<GeneratedKind> hprof::generatedKinds() { return Kinds; }

namespace {
class Generator {
public:
  Generator(const GeneratedKind &K, unsigned Seed, RecordVisitor &V)
      : K(K), Random(Seed), V(V) {}
  void run();

private:
  struct Class {
    uint64_t Id = 0;
    uint32_t Serial = 0;
    size_t Super = SIZE_MAX; ///< Index of the superclass.
    std::vector<std::pair<uint64_t, BasicType>> Fields;
    uint64_t Size = 0;
    std::string Name;
    uint64_t NameId = 0;
    uint64_t ArrayId = 0; ///< Id of the array class with these elements.
  };
  bool isIbm() const { return InIbm.has(K.Kind); }
  bool isText() const { return K.Kind == Format::HprofText; }
  bool isHprof() const { return InHprof.has(K.Kind); }
  unsigned below(unsigned N) { return unsigned(Random() % N); }
  bool oneIn(unsigned N) { return below(N) == 0; }
  uint64_t text(const std::string &Text);
  /// The id of an object in the dump, or null.
  uint64_t object() {
    return oneIn(4) || Objects.empty() ? 0 : Objects[below(Objects.size())];
  }
  uint64_t newObject() {
    Next += 8 * (1 + below(20));
    Objects.push_back(Next);
    return Next;
  }
  uint32_t micros() { return oneIn(3) ? below(3000000) : 0; }
  uint32_t trace() { return below(4); }

  void names();
  void load(uint32_t Serial, uint64_t Id, const std::string &Name);
  void stacks();
  void profiles();
  void heap();
  void classes();
  void classDump(Class &C);
  void referenceClass(Class &C);
  void instance(Class &C);
  void referenceObject(Class &C);
  void objectArray(Class &C);
  void primitiveArray();
  void facts(uint64_t Id, uint64_t Size);
  void root(uint64_t Id);
  template <class R> void rootOf(uint64_t Id, R Root);

  const GeneratedKind &K;
  std::mt19937 Random;
  RecordVisitor &V;
  uint64_t NextString = 0, Next = 0x10000;
  std::map<std::string, uint64_t> Strings;
  std::vector<Class> Classes;
  std::vector<uint64_t> Objects;
};
} // namespace

uint64_t Generator::text(const std::string &Text) {
  uint64_t &Id = Strings[Text];
  if (Id)
    return Id;
  Id = ++NextString;
  Utf8 R;
  R.Id = Id;
  R.Text = arrayRefFromStringRef(Text);
  if (isHprof())
    R.Time = micros();
  V.visit(R);
  return Id;
}

void Generator::names() {
  static const char *const All[] = {"java/lang/Object", "a/A", "a/B",  "a/B",
                                    "p/q/C$1",          "D",   "e/E_é"};
  for (const char *Name : All) {
    Class C;
    C.Name = Name;
    if (isText())
      std::replace(C.Name.begin(), C.Name.end(), '/', '.');
    C.Id = 0x1000 + 0x80 * (Classes.size() + 1);
    C.Serial = uint32_t(Classes.size() + 1);
    if (!Classes.empty())
      C.Super = below(unsigned(Classes.size()));
    Classes.push_back(C);
  }
  for (Class &C : Classes) {
    C.NameId = text(C.Name);
    C.ArrayId = C.Id + 0x40;
    if (isIbm())
      continue;
    load(C.Serial, C.Id, C.Name);
    load(C.Serial + 20, C.ArrayId,
         isText() ? C.Name + "[]" : "[L" + C.Name + ";");
  }
  if (!isHprof())
    return;
  // No other record may be between the segments of a dump.
  for (unsigned I = 0; I != 6; ++I) {
    text("f" + std::to_string(I));
    text("s" + std::to_string(I));
    text("unused " + std::to_string(I));
  }
  text("app");
}

void Generator::load(uint32_t Serial, uint64_t Id, const std::string &Name) {
  if (!isText() && oneIn(12))
    return;
  LoadClass R;
  R.ClassSerial = Serial;
  R.Class = isText() && !K.HasHeap ? 0 : Id;
  R.Name = text(Name);
  if (isHprof()) {
    R.TraceSerial = below(2);
    R.Time = micros();
  }
  V.visit(R);
}

void Generator::stacks() {
  if (isIbm())
    return;
  const unsigned Frames = 5;
  for (unsigned I = 1; I <= Frames; ++I) {
    StackFrame R;
    R.Id = I;
    R.Method = text("m" + std::to_string(below(4)));
    if (isHprof() && oneIn(2))
      R.Signature = text("()V");
    if (!oneIn(4))
      R.SourceFile = text("S.java");
    R.ClassSerial = 1 + below(isText() ? 7 : 9);
    R.Line = int32_t(below(5)) * 3 - 3;
    if (R.Line == 0)
      R.Line = -2;
    V.visit(R);
  }
  for (unsigned Serial = 1; Serial <= 3; ++Serial) {
    ListBuilder<StackFrameRef> List(K.IdSize);
    for (unsigned I = below(4); I; --I)
      List.add({1 + below(Frames - 1)});
    StackTrace R;
    R.TraceSerial = Serial;
    R.ThreadSerial = oneIn(3) ? 0 : 7;
    R.Frames = List.ref();
    V.visit(R);
  }
  StartThread T;
  T.ThreadSerial = 7;
  T.Thread = 0x10010;
  T.Name = text("main");
  T.GroupName = text("group");
  if (isHprof()) {
    T.ParentGroupName = oneIn(2) ? text("system") : 0;
    T.TraceSerial = below(2);
    T.Time = micros();
  }
  V.visit(T);
  EndThread E;
  E.ThreadSerial = 7;
  V.visit(E);
}

void Generator::profiles() {
  if (isIbm())
    return;
  ListBuilder<AllocSite> Sites(K.IdSize);
  uint32_t Live = 0;
  for (unsigned I = below(5); I; --I) {
    AllocSite S;
    S.ClassSerial = 1 + below(isText() ? 7 : 9);
    S.TraceSerial = 1 + below(3);
    S.LiveBytes = 24 * I;
    S.LiveInstances = I;
    S.AllocatedBytes = 48 * I;
    S.AllocatedInstances = 2 * I;
    Live += S.LiveBytes;
    Sites.add(S);
  }
  AllocSites R;
  R.LiveBytes = Live;
  R.Sites = Sites.ref();
  ListBuilder<CpuSample> Samples(K.IdSize);
  CpuSamples C;
  for (unsigned I = below(4); I; --I) {
    Samples.add({I, I});
    C.Total += I;
  }
  C.Samples = Samples.ref();
  if (isText()) {
    SectionTime T;
    T.Millis = 1000000 + 1000 * below(9);
    V.visit(T);
    V.visit(R);
    V.visit(T);
    V.visit(C);
    return;
  }
  R.Time = micros();
  V.visit(R);
  C.Time = micros();
  V.visit(C);
  HeapSummary H;
  H.LiveBytes = 5;
  V.visit(H);
  V.visit(ControlSettings());
}

//===----------------------------------------------------------------------===//
// The heap
//===----------------------------------------------------------------------===//

void Generator::facts(uint64_t Id, uint64_t Size) {
  ObjectSize S;
  S.Object = Id;
  S.Size = Size;
  if (Size)
    V.visit(S);
  if (isIbm() && oneIn(3) &&
      (K.Kind == Format::Phd || K.Form == ClassicForm::PrintHeapdump)) {
    IdentityHash H;
    H.Object = Id;
    H.Hash = 1 + below(1000);
    V.visit(H);
  }
}

void Generator::classDump(Class &C) {
  ListBuilder<InstanceField> Fields(K.IdSize);
  if (isHprof())
    for (unsigned I = below(4); I; --I) {
      BasicType T = oneIn(2) ? BasicType::Object : BasicType::Int;
      C.Fields.push_back({text("f" + std::to_string(below(6))), T});
      Fields.add({C.Fields.back().first, T});
      C.Size += widthOf(T, K.IdSize);
    }
  ListBuilder<StaticField> Statics(K.IdSize);
  for (unsigned I = below(4); I; --I) {
    uint64_t Id = object();
    uint64_t Name = text("s" + std::to_string(I));
    if (isHprof() && oneIn(3))
      Statics.add({Name, {BasicType::Int, I}});
    else if (isHprof() || Id)
      Statics.add({Name, {BasicType::Object, Id}});
  }
  ListBuilder<PoolEntry> Pool(K.IdSize);
  for (unsigned I = below(3); I; --I)
    if (uint64_t Id = object(); isHprof() || Id)
      Pool.add({uint16_t(I), {BasicType::Object, Id}});
  ClassDump R;
  R.Class = C.Id;
  R.TraceSerial = trace();
  R.Super = C.Super == SIZE_MAX ? 0 : Classes[C.Super].Id;
  R.Loader = oneIn(3) ? object() : 0;
  R.Signers = oneIn(6) ? object() : 0;
  if (isHprof())
    R.InstanceSize = uint32_t(C.Size);
  R.Fields = Fields.ref();
  R.Statics = Statics.ref();
  R.Pool = Pool.ref();
  V.visit(R);
}

void Generator::referenceClass(Class &C) {
  ListBuilder<NamedReference> References(K.IdSize);
  for (unsigned I = below(4); I; --I)
    if (uint64_t Id = object())
      References.add({0, Id});
  ReferenceClass R;
  R.Class = C.Id;
  R.Name = C.NameId;
  if (K.Kind == Format::Phd) {
    R.Super = C.Super == SIZE_MAX ? 0 : Classes[C.Super].Id;
    R.InstanceSize = uint32_t(C.Size);
    facts(C.Id, 0);
  } else {
    facts(C.Id, 8 * below(30));
  }
  R.References = References.ref();
  V.visit(R);
}

void Generator::instance(Class &C) {
  SmallVector<uint8_t, 64> Bytes;
  RecordEncoder Enc(Bytes, K.IdSize);
  for (Class *P = &C; P;
       P = P->Super == SIZE_MAX ? nullptr : &Classes[P->Super])
    for (auto [Name, T] : P->Fields)
      Enc.number(isReference(T) ? object() : Random(), widthOf(T, K.IdSize));
  InstanceDump R;
  R.Object = newObject();
  R.TraceSerial = trace();
  R.Class = oneIn(15) ? 0x77770 : C.Id;
  R.Length = uint32_t(Bytes.size());
  R.Values = Payload(Bytes);
  V.visit(R);
}

void Generator::referenceObject(Class &C) {
  ListBuilder<NamedReference> References(K.IdSize);
  for (unsigned I = below(4); I; --I)
    if (uint64_t Id = object())
      References.add({isText() ? text("f" + std::to_string(I)) : 0, Id});
  ReferenceObject R;
  R.Object = newObject();
  if (isText()) {
    R.TraceSerial = trace();
    R.Class = C.Id;
  } else if (K.Kind == Format::Phd) {
    R.Class = C.Id;
  } else {
    R.ClassName = C.NameId;
    R.Class = K.Form == ClassicForm::Spec ? C.Id : 0;
  }
  // The size usually equals that of the other objects of the class.
  facts(R.Object,
        K.Kind == Format::Phd ? 0 : 12 + 4 * C.Serial + (oneIn(4) ? 16 : 0));
  R.References = References.ref();
  V.visit(R);
}

void Generator::objectArray(Class &C) {
  SmallVector<uint8_t, 64> Bytes;
  RecordEncoder Enc(Bytes, K.IdSize);
  const unsigned Total = below(6);
  unsigned Count = 0;
  const bool HasNulls = !isIbm() || K.Form == ClassicForm::Spec;
  for (unsigned I = 0; I != Total; ++I) {
    uint64_t Id = object();
    if (!Id && !HasNulls)
      continue;
    ++Count;
    Enc.number(Id, K.IdSize);
  }
  uint64_t Id = newObject();
  facts(Id, isHprof() ? 0 : 16 + 4 * Total);
  if (!isIbm()) {
    ObjectArrayDump R;
    R.Object = Id;
    R.TraceSerial = trace();
    R.Class = C.ArrayId;
    R.Length = Count;
    R.Elements = Payload(Bytes);
    return V.visit(R);
  }
  ReferenceArray R;
  R.Object = Id;
  R.Length = Count;
  if (K.Kind == Format::Phd) {
    R.ElementClass = C.Id;
    R.ArrayLength = Total;
  } else {
    R.ClassName = text("[L" + C.Name + ";");
    R.ArrayLength = HasNulls ? Count : UINT32_MAX;
  }
  R.Elements = Payload(Bytes);
  V.visit(R);
}

void Generator::primitiveArray() {
  const uint64_t Id = newObject();
  const uint32_t Length = below(12);
  const BasicType Type = oneIn(2) ? BasicType::Byte : BasicType::Long;
  if (isHprof() && (K.Kind == Format::Hprof || oneIn(2))) {
    SmallVector<uint8_t, 128> Bytes(Length * widthOf(Type, K.IdSize), 0x5a);
    PrimitiveArrayDump R;
    R.Object = Id;
    R.TraceSerial = trace();
    R.Length = Length;
    R.ElementType = Type;
    R.Elements = Payload(Bytes);
    return V.visit(R);
  }
  PrimitiveArrayNoData R;
  R.Object = Id;
  R.TraceSerial = isIbm() ? 0 : trace();
  R.Length = Length;
  R.ElementType = Type;
  if (K.Kind == Format::IbmClassic) {
    uint64_t Size = classicArraySize(Length, Type, K.IdSize, Id);
    R.Length = classicArrayLength(Size, Type, K.IdSize, Id);
    facts(Id, Size);
  } else if (isText()) {
    facts(Id, uint64_t(Length) * widthOf(Type, 1));
  } else if (!isHprof()) {
    facts(Id, 24 + 8 * Length);
  }
  V.visit(R);
}

template <class R> void Generator::rootOf(uint64_t Id, R Root) {
  Root.Object = Id;
  V.visit(static_cast<const R &>(Root));
}

void Generator::root(uint64_t Id) {
  switch (below(K.Kind == Format::HprofAndroid ? 7 : 5)) {
  case 0: {
    if (isText()) {
      RootTrace T;
      T.Object = Id;
      T.TraceSerial = trace();
      V.visit(T);
    }
    RootJniGlobal Root;
    Root.GlobalRef = 0x500;
    return rootOf(Id, Root);
  }
  case 1: {
    RootJavaFrame Root;
    Root.ThreadSerial = 7;
    Root.Frame = int32_t(below(3)) - 1;
    return rootOf(Id, Root);
  }
  case 2:
    return rootOf(Id, RootUnknown());
  case 3:
    return rootOf(Id, RootMonitorUsed());
  case 4: {
    RootThreadObject Root;
    Root.ThreadSerial = 7;
    Root.TraceSerial = trace();
    return rootOf(Id, Root);
  }
  case 5:
    return rootOf(Id, RootInternedString());
  default:
    return rootOf(Id, RootVmInternal());
  }
}

void Generator::classes() {
  for (Class &C : Classes) {
    const bool IsShared = C.Name == "a/B";
    if (C.Serial > 1 && !IsShared && isHprof() && oneIn(10))
      continue;
    if (isIbm())
      referenceClass(C);
    else
      classDump(C);
    if (isIbm())
      continue;
    ClassDump Array;
    Array.Class = C.ArrayId;
    Array.Super = Classes.front().Id;
    V.visit(Array);
  }
}

void Generator::heap() {
  Frame F;
  F.Tag = isText() ? HeapDump::Tag : HeapDumpSegment::Tag;
  if (isText()) {
    SectionTime T;
    T.Millis = 1000000 + 1000 * below(5);
    V.visit(T);
    HeapDumpTotals Totals;
    Totals.Instances = 9;
    V.visit(Totals);
  } else {
    F.Time = micros();
  }
  if (!isIbm())
    V.beginFrame(F);
  for (unsigned I = 0; isIbm() && I != Classes.size(); ++I)
    Classes[I].Size = 8 + 4 * below(9);
  if (isHprof())
    classes();
  if (K.Kind == Format::HprofAndroid) {
    HeapDumpInfo Info;
    Info.HeapId = 1;
    Info.HeapName = text("app");
    V.visit(Info);
  }
  for (unsigned I = 0; I != 40; ++I) {
    Class &C = Classes[below(unsigned(Classes.size()))];
    if (oneIn(4))
      objectArray(C);
    else if (oneIn(4))
      primitiveArray();
    else if (isHprof())
      instance(C);
    else
      referenceObject(C);
  }
  for (unsigned I = 0; !isIbm() && I != 8; ++I)
    root(Objects[below(unsigned(Objects.size()))]);
  if (!isHprof())
    classes();
  if (isIbm())
    return;
  V.endFrame(F, 0);
  if (isHprof())
    V.visit(HeapDumpEnd());
}

void Generator::run() {
  FileHeader H;
  H.IdSize = K.IdSize;
  H.Carrier = isHprof() ? Format::Hprof : K.Kind;
  if (K.Kind == Format::HprofAndroid)
    H.Version = "1.0.3";
  else if (isHprof())
    H.Version = "1.0.2";
  else if (isText())
    H.Version = "1.0.1";
  if (!isIbm())
    H.Millis = isText() ? 1000000 : 1000000 + 250 * below(8);
  V.visit(H);
  if (K.Form) {
    ClassicHeader C;
    C.Form = uint8_t(*K.Form);
    V.visit(C);
  }
  if (K.Kind == Format::Phd) {
    PhdHeader P;
    P.Version = 6;
    P.Flags = K.IdSize == 8 ? 5 : 4;
    V.visit(P);
    ProducerVersion R;
    R.Text = text("JRE of a test");
    V.visit(R);
  }
  names();
  stacks();
  if (K.HasHeap)
    heap();
  profiles();
}

SmallVector<char, 0> hprof::generateDump(const GeneratedKind &K,
                                         unsigned Seed) {
  SmallVector<char, 0> Bytes;
  std::unique_ptr<Sink> Out = Sink::toMemory(Bytes);
  DumpContext Names;
  {
    DumpContext::Builder Build(Names);
    Generator(K, Seed, Build).run();
  }
  WriterOptions Style;
  Style.Names = &Names;
  Style.OwnFraming = true;
  std::unique_ptr<RecordVisitor> Writer =
      formatInfo(K.Kind).MakeWriter(*Out, Style);
  Generator(K, Seed, *Writer).run();
  cantFail(Writer->finish());
  cantFail(Out->finish());
  return Bytes;
}
