//===- ReferencesToHprof.cpp - References to instances --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferencesToHprof.h"
#include "MadeUpClasses.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/IBM/ClassicForm.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Kit/IdRecoder.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Records/MadeUpFields.h"
#include "llvm/ADT/StringExtras.h"
#include <utility>

using namespace hprof;
using namespace llvm;

namespace {
class ReferencesToHprof final : public Forward {
public:
  ReferencesToHprof(RecordVisitor &Next, const MadeUpClasses &Made,
                    LossAccount &Account, Format To)
      : Forward(Next), Made(Made), Account(Account), IsLast(InHprof.has(To)),
        NamesFields(!InIbm.has(To)) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, ArrayRef<uint8_t> Chunk) override;
  void beginFrame(const Frame &F) override;
  void endFrame(const Frame &F, uint64_t Length) override;
  // All of these records were sent at the start.
  void visit(const Utf8 &R) override {
    if (R.Text.Size > DumpContext::MaxString)
      Account.add(Loss::LongStrings);
  }
  void visit(const LoadClass &) override {}
  void visit(const SectionTime &R) override { Section = R.Millis; }
  void visit(const AllocSites &R) override { timed(R); }
  void visit(const CpuSamples &R) override { timed(R); }
  void visit(const ObjectSize &R) override;
  void visit(const ReferenceObject &R) override;
  void visit(const ReferenceArray &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const ReferenceClass &R) override;
  void visit(const ClassDump &R) override;

private:
  uint64_t string(StringRef Text);
  void sendNames();
  void countInvented();
  void beginHeap();
  void object(uint64_t Id, bool MayBeFiller = false);
  void arraySize(uint64_t Id, BasicType Element, uint64_t Length);
  void objectSize(uint64_t Id, const MadeUpClass &C);
  uint32_t takeTime();
  template <class R> void timed(R Rec);
  template <class R>
  void array(const R &From, const MadeUpClass *Class, uint64_t Total);
  void elements(ArrayRef<uint8_t> Chunk);
  void zeros(RecordKind Of, uint64_t Size);
  bool fillClass(uint64_t Size);
  void classDump(const MadeUpClass &C, ClassDump &Rec);
  void place(const MadeUpClass &C, const ReferenceObject &R);
  bool placeNamed(const MadeUpClass &C, uint64_t Name, uint64_t Id);

  const MadeUpClasses &Made;
  LossAccount &Account;
  /// Whether the synthetic data ends up in the output. If not, another stage
  /// follows, and counts the data that its format cannot represent.
  const bool IsLast;
  const bool NamesFields; ///< Whether the output has field names.
  FileHeader Source;
  unsigned IdSize = 8;
  uint64_t Section = 0;
  ObjectSize Pending; ///< The last OBJECT SIZE record.
  bool InHeap = false;
  uint64_t NextString = 0;
  std::vector<uint64_t> RefNames; ///< String ids of ref0, ref1, ...
  uint64_t FillerName = 0, ReferentName = 0;

  SmallVector<uint8_t, 256> Values; ///< Values of the current instance.
  /// The current class and its superclasses, root last, each with the offset in
  /// Values at which its own fields begin.
  SmallVector<std::pair<const MadeUpClass *, uint64_t>, 16> Levels;
  size_t Level = 0; ///< Expected level of the next slot.
  uint32_t Slot = 0;
  ListBuilder<StaticField> Statics;
  ListBuilder<InstanceField> Fields;

  IdRecoder Recoder;
  uint64_t ElementBytesLeft = 0, NullBytes = 0; ///< In the current array.
};

/// Surveys the objects, then creates the pass.
class ReferenceStage final : public Stage {
public:
  explicit ReferenceStage(Format To) : To(To) {}
  std::optional<Lowering> lowers() const override {
    return Lowering::ReferencesToHprof;
  }
  NamesUsed uses() const override { return NamesUsed::Classes; }
  RecordVisitor *firstWalk(const DumpContext &Names) override {
    Made = std::make_unique<MadeUpClasses>(Names, InHprof.has(To));
    return Made.get();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    return std::make_unique<ReferencesToHprof>(Next, *Made, Account, To);
  }

private:
  const Format To;
  std::unique_ptr<MadeUpClasses> Made;
};
} // namespace

std::unique_ptr<Stage> hprof::makeReferencesToHprof(Format To) {
  return std::make_unique<ReferenceStage>(To);
}

//===----------------------------------------------------------------------===//
// The beginning: names and classes
//===----------------------------------------------------------------------===//

uint64_t ReferencesToHprof::string(StringRef Text) {
  Utf8 R;
  R.Id = NextString++;
  R.Text = arrayRefFromStringRef(Text);
  Next.visit(R);
  return R.Id;
}

void ReferencesToHprof::visit(const FileHeader &H) {
  Source = H;
  IdSize = Made.idSize();
  FileHeader Out = H;
  Out.Version = "1.0.2";
  Out.Carrier = Format::Hprof;
  Out.IdSize = IdSize;
  if (!Out.Millis && NamesFields)
    Account.add(Loss::HeaderTime);
  Next.visit(Out);
  NextString = Made.firstNewString();
  RefNames.clear();
  InHeap = false;
  sendNames();
  countInvented();
}

/// Sends all names before the records that use them, so that no name is sent
/// within the heap.
void ReferencesToHprof::sendNames() {
  for (uint64_t Id : Made.strings()) {
    Utf8 R;
    R.Id = Id;
    R.Text = arrayRefFromStringRef(Made.names().string(Id).value_or(""));
    Next.visit(R);
  }
  for (uint32_t I = 0; I != Made.maxUnnamed(); ++I)
    RefNames.push_back(string(ReferenceField.str() + utostr(I)));
  // Other formats have no names for nulls or non-references.
  if (IsLast) {
    FillerName = string(FillerField);
    if (any_of(Made.classes(),
               [](const MadeUpClass &C) { return C.LacksReferent; }))
      ReferentName = string("referent");
  }
  DenseMap<const MadeUpClass *, uint64_t> NameOf; // If instances vary in size.
  for (const MadeUpClass &C : Made.classes()) {
    LoadClass R;
    R.ClassSerial = C.Serial;
    R.Class = C.Id;
    if (C.Of)
      R.Name = NameOf.lookup(C.Of);
    else
      R.Name = C.NameId ? C.NameId : string(C.Name);
    if (C.BySize.size() > 1)
      NameOf[&C] = R.Name;
    Next.visit(R);
  }
}

void ReferencesToHprof::countInvented() {
  for (const MadeUpClass &C : Made.classes()) {
    if (C.EndUnnamed > C.FirstUnnamed && NamesFields)
      Account.add(Loss::FieldNames);
    if ((C.Filler || C.LacksReferent) && IsLast)
      Account.add(Loss::FillerFields);
    if (C.Of)
      Account.add(Loss::SizeClasses);
    else if (!C.IsDumped && C.IsNeeded && !C.IsMark)
      Account.add(Loss::MissingClasses);
    else if (C.HasMadeUpId && IsLast && !C.IsMark)
      Account.add(Loss::MadeUpIds);
    if (C.IsDumped && C.Super && Source.Carrier == Format::IbmClassic)
      Account.add(Loss::Superclasses);
  }
}

/// The text can contain several heap dumps.
void ReferencesToHprof::endFrame(const Frame &F, uint64_t Length) {
  Next.endFrame(F, Length);
  if (F.Tag == HeapDump::Tag)
    Next.visit(HeapDumpEnd());
}

/// Returns the time: in HPROF, microseconds since the header, up to 71 minutes.
uint32_t ReferencesToHprof::takeTime() {
  uint64_t Millis = std::exchange(Section, 0);
  if (Millis <= Source.Millis)
    return 0;
  if (Millis - Source.Millis <= UINT32_MAX / 1000)
    return uint32_t((Millis - Source.Millis) * 1000);
  Account.add(Loss::RecordTimes);
  return 0;
}

template <class R> void ReferencesToHprof::timed(R Rec) {
  if (uint32_t Time = takeTime())
    Rec.Time = Time;
  Next.visit(static_cast<const R &>(Rec));
}

void ReferencesToHprof::beginFrame(const Frame &F) {
  Frame Timed = F;
  if (uint32_t Time = F.isHeap() ? takeTime() : 0)
    Timed.Time = Time;
  Next.beginFrame(Timed);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Before the first object, sends classes without a record in the input.
void ReferencesToHprof::beginHeap() {
  if (InHeap)
    return;
  InHeap = true;
  for (const MadeUpClass &C : Made.classes())
    if (!C.IsDumped && C.IsNeeded) {
      ClassDump Rec;
      if (const ClassInfo *Info = Made.names().findClass(C.declaring().Id))
        Rec.Loader = Info->Loader;
      classDump(C, Rec);
    }
}

void ReferencesToHprof::object(uint64_t Id, bool MayBeFiller) {
  beginHeap();
  if (!Made.guessesRoots() || MayBeFiller || Made.isReferenced(Id))
    return;
  RootUnknown Root;
  Root.Object = Id;
  Next.visit(Root);
  Account.add(Loss::GuessedRoots);
}

/// Writes \p Id to the next free slot with that name.
bool ReferencesToHprof::placeNamed(const MadeUpClass &C, uint64_t Name,
                                   uint64_t Id) {
  auto IsFree = [&](size_t L, uint32_t S) {
    return !loadBE(&Values[Levels[L].second + uint64_t(S) * IdSize], IdSize);
  };
  auto Put = [&](size_t L, uint32_t S) {
    storeBE(&Values[Levels[L].second + uint64_t(S) * IdSize], Id, IdSize);
    Level = L;
    Slot = S + 1;
    return true;
  };
  // Usually the fields arrive in the order of the slots.
  for (size_t L = Level; L != size_t(-1); --L) {
    const MadeUpClass &At = *Levels[L].first;
    uint32_t S = L == Level ? Slot : 0;
    if (S < At.Slots.size() && At.Slots[S].Name == Name && IsFree(L, S))
      return Put(L, S);
    if (S < At.Slots.size())
      break;
  }
  for (size_t L = Levels.size(); L--;) {
    const MadeUpClass &At = *Levels[L].first;
    auto It = At.SlotOfName.find(Name);
    if (It == At.SlotOfName.end())
      continue;
    for (uint32_t S = It->second;; S = At.Slots[S].NextOfName) {
      if (IsFree(L, S))
        return Put(L, S);
      if (!At.Slots[S].NextOfName)
        break;
    }
  }
  return false;
}

/// Fills Values with the references of \p R.
void ReferencesToHprof::place(const MadeUpClass &C, const ReferenceObject &R) {
  Levels.clear();
  uint64_t Offset = 0;
  for (const MadeUpClass *P = &C; P; P = P->Super) {
    Levels.push_back({&P->declaring(), Offset});
    Offset += P->Bytes - (P->Super ? P->Super->Bytes : 0);
  }
  Values.assign(size_t(C.Bytes), 0);
  Level = Levels.size() - 1;
  Slot = 0;
  uint32_t Number = 0;
  size_t L = Level;
  forEach(R.References, [&](const NamedReference &F) {
    if (F.Name) {
      if (!placeNamed(C, F.Name, F.Object))
        Account.add(Loss::ExtraReferences);
      return;
    }
    uint32_t N = Number++;
    while (L && N >= Levels[L].first->EndUnnamed)
      --L;
    const MadeUpClass &At = *Levels[L].first;
    if (N >= At.EndUnnamed)
      return Account.add(Loss::ExtraReferences);
    uint64_t Index = At.Slots.size() - (At.EndUnnamed - N);
    storeBE(&Values[Levels[L].second + Index * IdSize], F.Object, IdSize);
  });
}

void ReferencesToHprof::visit(const ReferenceObject &R) {
  object(R.Object);
  const MadeUpClass &Named = *Made.classOf(R.Class, R.ClassName);
  if (!R.Class && Made.isAmbiguous(Named))
    Account.add(Loss::AmbiguousClasses);
  const MadeUpClass &C =
      Made.ofSize(Named, Pending.Object == R.Object ? Pending.Size : 0);
  objectSize(R.Object, C);
  place(C, R);
  InstanceDump Out;
  Out.Object = R.Object;
  Out.TraceSerial = R.TraceSerial;
  Out.Class = C.Id;
  Out.Length = uint32_t(Values.size());
  Out.Values = ArrayRef<uint8_t>(Values);
  Next.visit(Out);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The size of an array in the layout of dumps with exact sizes.
static uint64_t exactBytes(BasicType Element, uint64_t Length) {
  constexpr unsigned ReferenceBytes = 4;
  const unsigned Width = widthOf(Element, ReferenceBytes);
  return (Width == 8 ? 16 : 12) + Length * Width;
}

void ReferencesToHprof::arraySize(uint64_t Id, BasicType Element,
                                  uint64_t Length) {
  if (Pending.Object != Id || !Pending.Size)
    return;
  if (!Made.hasExactSizes() || Pending.Size != exactBytes(Element, Length))
    Account.add(Loss::ArraySizes);
}

/// HPROF contains sizes per class, and its readers round them up.
void ReferencesToHprof::objectSize(uint64_t Id, const MadeUpClass &C) {
  const bool IsTold = Pending.Object == Id && Pending.Size;
  if (!IsLast) {
    if (IsTold || !C.IsSizeTold)
      return;
    ObjectSize OfClass;
    OfClass.Object = Id;
    OfClass.Size = C.Size;
    return Next.visit(OfClass);
  }
  if (IsTold && Pending.Size != C.Size)
    Account.add(Loss::ObjectSizes);
  else if (C.Size % 8 && (IsTold || C.IsSizeTold) && !Made.hasExactSizes())
    Account.add(Loss::RoundedSizes);
}

/// The text format and IBM's formats can represent sizes.
void ReferencesToHprof::visit(const ObjectSize &R) {
  Pending = R;
  if (!IsLast)
    Next.visit(R);
}

void ReferencesToHprof::zeros(RecordKind Of, uint64_t Size) {
  static const uint8_t Zeros[65536] = {};
  while (Size && Next.wantsMore()) {
    size_t N = size_t(std::min<uint64_t>(Size, sizeof(Zeros)));
    Next.payload(Of, ArrayRef(Zeros, N));
    Size -= N;
  }
}

/// Sends an array of \p Total elements. The first From.Length of them follow.
template <class R>
void ReferencesToHprof::array(const R &From, const MadeUpClass *Class,
                              uint64_t Total) {
  object(From.Object);
  if (IsLast)
    arraySize(From.Object, BasicType::Object, Total);
  ObjectArrayDump Out;
  Out.Object = From.Object;
  Out.Class = Class ? Class->Id : 0;
  Out.Length = uint32_t(Total);
  Out.Elements.Size = Total * IdSize;
  if constexpr (std::is_same_v<R, ObjectArrayDump>)
    Out.TraceSerial = From.TraceSerial;
  Recoder.begin(Source.IdSize, IdSize);
  ElementBytesLeft = uint64_t(From.Length) * Source.IdSize;
  NullBytes = (Total - From.Length) * IdSize;
  if (From.Elements.isWhole() && !NullBytes) {
    Out.Elements.Bytes = Recoder.recode(From.Elements.Bytes);
    Next.visit(Out);
    return;
  }
  Next.visit(Out);
  elements(From.Elements.Bytes);
}

void ReferencesToHprof::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  if (Of == RecordKind::ReferenceArray || Of == RecordKind::ObjectArrayDump)
    elements(Chunk);
  else if (Of != RecordKind::Utf8)
    Next.payload(Of, Chunk);
}

/// Sends some of the current array's elements, and after the last one the
/// remaining nulls.
void ReferencesToHprof::elements(ArrayRef<uint8_t> Chunk) {
  Chunk = Chunk.take_front(
      size_t(std::min<uint64_t>(Chunk.size(), ElementBytesLeft)));
  ArrayRef<uint8_t> Out = Recoder.recode(Chunk);
  if (!Out.empty())
    Next.payload(RecordKind::ObjectArrayDump, Out);
  ElementBytesLeft -= Chunk.size();
  if (!ElementBytesLeft)
    zeros(RecordKind::ObjectArrayDump, std::exchange(NullBytes, 0));
}

void ReferencesToHprof::visit(const ReferenceArray &R) {
  uint64_t Total = R.Length;
  const bool IsTold = R.ArrayLength != UINT32_MAX;
  const bool HasSize = Pending.Object == R.Object && Pending.Size;
  if (IsTold)
    Total = std::max<uint64_t>(Total, R.ArrayLength);
  else if (HasSize) {
    // The nulls are missing from the input.
    Total = std::max<uint64_t>(
        Total,
        classicArrayLength(Pending.Size, BasicType::Object, IdSize, R.Object));
    Account.add(Loss::LengthsFromSizes);
  }
  // In an array without nulls, the positions of the elements are known.
  if (Total != R.Length || !(IsTold || HasSize))
    Account.add(Loss::ElementPositions);
  array(R, Made.arrayClassOf(R.ElementClass, R.ClassName), Total);
}

void ReferencesToHprof::visit(const ObjectArrayDump &R) {
  array(R, Made.findClass(R.Class), R.Length);
}

void ReferencesToHprof::visit(const PrimitiveArrayNoData &R) {
  object(R.Object, R.ElementType == BasicType::Int && Made.mayHaveFillers());
  if (!IsLast)
    return Next.visit(R);
  arraySize(R.Object, R.ElementType, R.Length);
  PrimitiveArrayDump Out;
  Out.Object = R.Object;
  Out.TraceSerial = R.TraceSerial;
  Out.Length = R.Length;
  Out.ElementType = R.ElementType;
  uint64_t Size = uint64_t(R.Length) * widthOf(R.ElementType, IdSize);
  Out.Elements.Size = Size;
  if (Size)
    Account.add(Loss::ElementValues);
  Next.visit(Out);
  zeros(Out.Kind, Size);
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Sends \p Rec with the fields planned for \p C.
void ReferencesToHprof::classDump(const MadeUpClass &C, ClassDump &Rec) {
  if (Made.guessesRoots()) {
    RootStickyClass Root;
    Root.Object = C.Id;
    Next.visit(Root);
    Account.add(Loss::GuessedRoots);
  }
  Rec.Class = C.Id;
  Rec.Super = C.Super ? C.Super->Id : 0;
  Rec.InstanceSize = uint32_t(std::min<uint64_t>(
      C.Size || C.IsSizeTold ? C.Size : C.Bytes, UINT32_MAX));
  Fields.begin(IdSize);
  uint32_t Number = C.declaring().FirstUnnamed;
  for (const MadeUpClass::Slot &S : C.declaring().Slots)
    Fields.add({S.Name ? S.Name : RefNames[Number++], BasicType::Object});
  if (C.declaring().LacksReferent)
    Fields.add({ReferentName, BasicType::Object});
  uint32_t Filler = C.Filler;
  for (BasicType T :
       {BasicType::Long, BasicType::Int, BasicType::Short, BasicType::Byte})
    for (; Filler >= widthOf(T, IdSize); Filler -= widthOf(T, IdSize))
      Fields.add({FillerName, T});
  Rec.Fields = Fields.ref();
  Next.visit(static_cast<const ClassDump &>(Rec));
}

/// Adds static fields to a class until its object takes \p Size bytes, if sizes
/// are exact. Returns false if that is impossible.
bool ReferencesToHprof::fillClass(uint64_t Size) {
  constexpr uint64_t ReferenceBytes = 4, MostFiller = 4 << 10;
  const uint64_t References = ReferenceBytes * Statics.ref().Count;
  if (!Made.hasExactSizes() || !IsLast || Size < References ||
      Size - References > MostFiller)
    return false;
  uint64_t Left = Size - References;
  for (BasicType T :
       {BasicType::Long, BasicType::Int, BasicType::Short, BasicType::Byte})
    for (; Left >= widthOf(T, IdSize) && !Statics.isFull();
         Left -= widthOf(T, IdSize))
      Statics.add({FillerName, {T, 0}});
  return !Left;
}

void ReferencesToHprof::visit(const ReferenceClass &R) {
  beginHeap();
  const uint64_t Size = Pending.Object == R.Class ? Pending.Size : 0;
  const MadeUpClass *C = Made.findClass(R.Class);
  if (!C)
    return;
  if (R.InstanceSize && !IsLast)
    Account.add(Loss::InstanceSizes);
  // It is not known which fields hold the references.
  Statics.begin(IdSize);
  uint32_t Unnamed = 0;
  forEach(R.References, [&](const NamedReference &F) {
    if (Statics.isFull())
      return Account.add(Loss::ExtraReferences);
    uint64_t Name = F.Name ? F.Name : RefNames[Unnamed++];
    Statics.add({Name, {BasicType::Object, F.Object}});
  });
  if (Size && !fillClass(Size))
    Account.add(Loss::ClassSizes);
  if (Unnamed && NamesFields)
    Account.add(Loss::StaticNames);
  ClassDump Out;
  Out.Statics = Statics.ref();
  Out.Loader = R.Loader;
  classDump(*C, Out);
}

void ReferencesToHprof::visit(const ClassDump &R) {
  beginHeap();
  ClassDump Out = R;
  if (const MadeUpClass *C = Made.findClass(R.Class))
    classDump(*C, Out);
}
