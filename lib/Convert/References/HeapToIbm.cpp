//===- HeapToIbm.cpp - HPROF's heap for IBM's formats ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapToIbm.h"
#include "Convert/Pipeline/ClassLosses.h"
#include "IbmClasses.h"
#include "InstancePass.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

class HeapToIbm final : public InstancePass {
public:
  HeapToIbm(RecordVisitor &Next, const HeapSurvey &Survey, IbmClasses &Classes,
            LossAccount &Account, Format To, bool IsMadeUp, bool KeepsNulls)
      : InstancePass(Next, Survey, Account,
                     {/*NamesFields=*/false,
                      /*TellsSizes=*/To == Format::IbmClassic, IsMadeUp}),
        Classes(Classes), IsClassic(To == Format::IbmClassic),
        KeepsNulls(KeepsNulls) {}

  using InstancePass::visit;
  void visit(const FileHeader &H) override;
  void visit(const LoadClass &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const ClassDump &R) override;
  Error finish() override;

private:
  void ownPayload(ArrayRef<uint8_t> Chunk) override;
  void settleOwn() override;
  /// Appends the non-null ids of \p Chunk, or all of them, to Elements.
  void gather(ArrayRef<uint8_t> Chunk);
  void arraySize(uint64_t Object, BasicType Element, uint32_t Length);
  void objectArraySize(const ObjectArrayDump &R);
  void traced(uint32_t Trace) {
    if (Trace)
      Account.add(Loss::AllocationTraces);
  }
  void describe(const IbmClass &C);

  IbmClasses &Classes;
  const bool IsClassic;
  const bool KeepsNulls;
  bool HasStrings = false; ///< Whether the strings of Classes have been sent.
  size_t LargeIndex = 0;   ///< Index into the survey's large arrays.

  ReferenceArray Array;
  /// Whether Array has been sent; its elements are passed on as they arrive.
  bool IsLarge = false;
  uint64_t NumElements = 0;
  IdJoiner Ids;
  SmallVector<uint8_t, 0> Elements;
};

class HeapToIbmStage final : public Stage {
public:
  HeapToIbmStage(Format To, std::string Layout, bool IsMadeUp, bool KeepsNulls)
      : To(To), IsMadeUp(IsMadeUp), KeepsNulls(KeepsNulls),
        Layout(std::move(Layout)) {}

  std::optional<Lowering> lowers() const override {
    return Lowering::HeapToIbm;
  }
  RecordVisitor *firstWalk(const DumpContext &) override {
    Survey = std::make_unique<HeapSurvey>(Layout);
    return Survey.get();
  }
  const DumpContext *names() const override {
    classes();
    return &Survey->context();
  }
  std::unique_ptr<RecordVisitor> makePass(RecordVisitor &Next,
                                          LossAccount &Account) override {
    Survey->tellLayout(Account);
    return std::make_unique<HeapToIbm>(Next, *Survey, classes(), Account, To,
                                       IsMadeUp, KeepsNulls);
  }

private:
  /// Created after the survey, since it adds names to the survey's context.
  IbmClasses &classes() const {
    if (!Classes)
      Classes = std::make_unique<IbmClasses>(*Survey);
    return *Classes;
  }

  const Format To;
  const bool IsMadeUp, KeepsNulls;
  const std::string Layout;
  std::unique_ptr<HeapSurvey> Survey;
  mutable std::unique_ptr<IbmClasses> Classes;
};

} // namespace

std::unique_ptr<Stage> hprof::makeHeapToIbm(Format To, std::string Layout,
                                            bool IsMadeUp, bool KeepsNulls) {
  return std::make_unique<HeapToIbmStage>(To, std::move(Layout), IsMadeUp,
                                          KeepsNulls);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void HeapToIbm::visit(const FileHeader &H) {
  InstancePass::visit(H);
  if (HasStrings)
    return;
  HasStrings = true;
  for (const auto &[Id, Text] : Classes.strings()) {
    Utf8 R;
    R.Id = Id;
    R.Text = arrayRefFromStringRef(Text);
    Next.visit(R);
  }
}

void HeapToIbm::visit(const LoadClass &R) {
  settle();
  LoadClass Out = R;
  if (uint64_t Name = Classes.newName(R.Class))
    Out.Name = Name;
  Next.visit(static_cast<const LoadClass &>(Out));
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void HeapToIbm::arraySize(uint64_t Object, BasicType Element, uint32_t Length) {
  size(Object, Survey.sizes().array(Element, Length));
}

/// PHD contains sizes in words of 4 bytes.
void HeapToIbm::objectArraySize(const ObjectArrayDump &R) {
  std::optional<uint64_t> Known = toldSize(R.Object);
  const bool Fits =
      Known && (IsClassic || (*Known % 4 == 0 && *Known / 4 <= UINT32_MAX));
  if (Known && !Fits)
    Account.add(Loss::ArraySizes);
  if (Fits)
    return size(R.Object, *Known);
  size(R.Object, Survey.sizes().objectArray(R.Class, R.Length));
}

void HeapToIbm::visit(const PrimitiveArrayDump &R) {
  settle();
  arraySize(R.Object, R.ElementType, R.Length);
  primitiveArray(R);
}

void HeapToIbm::visit(const PrimitiveArrayNoData &R) {
  settle();
  // The text contains the size of the elements, but IBM's formats contain the
  // size of the object in the VM.
  const uint64_t Bytes = Survey.sizes().array(R.ElementType, R.Length);
  if (toldSize(R.Object).value_or(Bytes) != Bytes)
    Account.add(Loss::ArraySizes);
  size(R.Object, Bytes);
  Next.visit(R);
}

void HeapToIbm::visit(const ObjectArrayDump &R) {
  settle();
  traced(R.TraceSerial);
  const IbmArrayClass &C = Classes.arrayClass(R.Class);
  // A classic dump contains the class name of any array.
  if (!C.IsKnown && !(IsClassic && C.NameId))
    Account.add(Loss::ElementClasses);
  Array = ReferenceArray();
  Array.Offset = R.Offset;
  Array.Object = R.Object;
  Array.ElementClass = C.ElementClass;
  Array.ClassName = C.NameId;
  Array.ArrayLength = R.Length;
  NumElements = 0;
  Elements.clear();
  Ids.begin(idSize());
  objectArraySize(R);
  if (IsClassic) {
    ArrayClass Block;
    Block.Object = R.Object;
    Block.Class = R.Class;
    Next.visit(Block);
  }
  // The number of elements precedes them.
  IsLarge = R.Elements.Size > HeapSurvey::LargeArray &&
            LargeIndex < Survey.largeArrays().size();
  if (IsLarge) {
    Array.Length = Survey.largeArrays()[LargeIndex++];
    if (KeepsNulls)
      Array.Length = R.Length;
    Array.Elements.Size = uint64_t(Array.Length) * idSize();
    Next.visit(static_cast<const ReferenceArray &>(Array));
  }
  expect(Incoming::Own);
  ownPayload(R.Elements.Bytes);
  if (R.Elements.isWhole())
    settle();
}

void HeapToIbm::gather(ArrayRef<uint8_t> Chunk) {
  RecordEncoder Enc(Elements, idSize());
  Ids.add(Chunk, [&](uint64_t Id) {
    if (!Id && !KeepsNulls)
      return;
    ++NumElements;
    Enc.number(Id, idSize());
  });
}

void HeapToIbm::ownPayload(ArrayRef<uint8_t> Chunk) {
  gather(Chunk);
  if (!IsLarge)
    return;
  if (!Elements.empty())
    Next.payload(Array.Kind, Elements);
  Elements.clear();
}

void HeapToIbm::settleOwn() {
  if (NumElements != Array.ArrayLength)
    Account.add(Loss::NullElements);
  if (IsLarge)
    return;
  Array.Length = uint32_t(NumElements);
  Array.Elements = Payload(Elements);
  Next.visit(static_cast<const ReferenceArray &>(Array));
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void HeapToIbm::visit(const ClassDump &R) {
  settle();
  traced(R.TraceSerial);
  countUntold(R, Account);
  if (R.Loader || R.Signers || R.Domain)
    Account.add(Loss::LoaderLinks);
  bool HasConstants = false;
  forEach(R.Pool, [&](const PoolEntry &E) {
    HasConstants |= isReference(E.Value.Type) && E.Value.Bits;
  });
  if (HasConstants)
    Account.add(Loss::ConstantPlaces);
}

Error HeapToIbm::finish() {
  settle();
  for (const IbmClass &C : Classes.all())
    describe(C);
  return InstancePass::finish();
}

void HeapToIbm::describe(const IbmClass &C) {
  const DumpSizes &Sizes = Survey.sizes();
  const ClassInfo *Info = Survey.context().findClass(C.Id);
  StringRef Name = Survey.context().string(C.NameId).value_or("");
  if (IsClassic)
    size(C.Id, Sizes.classObject(C.Id));

  ReferenceClass Out;
  Out.Class = C.Id;
  Out.Name = C.NameId;
  if (IsClassic && !To.IsMadeUp && Info && Info->InstanceSize)
    Account.add(Loss::InstanceSizes);
  // Arrays contain their own sizes, as do all objects of a classic dump.
  if (!IsClassic && !Name.starts_with("["))
    Out.InstanceSize =
        uint32_t(std::min<uint64_t>(Sizes.instance(C.Id), UINT32_MAX));
  if (!C.IsNamed)
    Account.add(Loss::ClassNames);
  if (!Info || !Info->IsDumped)
    Account.add(Loss::MissingClasses);
  ListBuilder<NamedReference> References(idSize());
  auto Refer = [&](uint64_t Id) {
    if (Id)
      References.add({/*Name=*/0, Id});
  };
  if (Info && Info->IsDumped) {
    Out.Super = Info->Super;
    Refer(Info->Loader);
    Refer(Info->Signers);
    Refer(Info->Domain);
    bool HasPrimitives = false;
    for (const StaticField &F : Info->Statics) {
      HasPrimitives |= !isReference(F.Value.Type);
      if (isReference(F.Value.Type))
        Refer(F.Value.Bits);
    }
    for (uint64_t Id : Survey.constants(C.Id))
      Refer(Id);
    if (HasPrimitives)
      Account.add(Loss::PrimitiveStatics);
    auto HasName = [&](const auto &Member) {
      return !To.IsMadeUp || Member.Name;
    };
    if (any_of(Info->Fields, HasName) || any_of(Info->Statics, HasName))
      Account.add(Loss::MemberNames);
  }
  Out.References = References.ref();
  Next.visit(Out);
}
