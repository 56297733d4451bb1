//===- ReferencesToHprofTest.cpp - Tests of the lowering ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/References/ReferencesToHprof.h"
#include "Convert/PassTesting.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Records/ExactSizes.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

using namespace hprof;
using namespace llvm;

namespace {
/// Collects the output of the lowering.
struct Result : RecordVisitor {
  DumpContext Context;
  DumpContext::Builder Build{Context};
  /// Object ids in each instance or array, in order.
  std::map<uint64_t, std::vector<uint64_t>> References;
  std::map<uint64_t, uint64_t> Classes; ///< The class of each object.
  std::map<uint64_t, uint64_t> Lengths; ///< The length of each array.
  std::set<uint64_t> Roots;
  unsigned IdSize = 8;

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override {
    IdSize = H.IdSize;
    Build.visit(H);
  }
  void visit(const Utf8 &R) override { Build.visit(R); }
  void visit(const LoadClass &R) override { Build.visit(R); }
  void visit(const ClassDump &R) override { Build.visit(R); }
  void visit(const RootUnknown &R) override { Roots.insert(R.Object); }
  void visit(const RootStickyClass &R) override { Roots.insert(R.Object); }
  void visit(const InstanceDump &R) override {
    begin(R.Object, R.Class, R.Values);
  }
  void visit(const ObjectArrayDump &R) override {
    Lengths[R.Object] = R.Length;
    begin(R.Object, R.Class, R.Elements);
  }
  void visit(const PrimitiveArrayDump &R) override {
    Lengths[R.Object] = R.Length;
    begin(R.Object, 0, R.Elements);
  }
  void payload(RecordKind, ArrayRef<uint8_t> Chunk) override {
    Bytes[Current].append(Chunk.begin(), Chunk.end());
  }

  void begin(uint64_t Id, uint64_t Class, const Payload &P) {
    Current = Id;
    Classes[Id] = Class;
    Bytes[Id].assign(P.Bytes.begin(), P.Bytes.end());
  }
  /// The references of the instance \p Id by field name.
  std::multimap<std::string, uint64_t> fields(uint64_t Id) {
    std::multimap<std::string, uint64_t> Out;
    const InstanceShape *Shape = Context.instances().find(Classes[Id]);
    EXPECT_EQ(Shape ? Shape->bytes() : 0, Bytes[Id].size());
    if (Shape)
      Shape->forEachReference(
          FieldOrder::OwnFirst, Bytes[Id].size(), [&](const FieldSlot &S) {
            Out.emplace(Context.string(S.NameId)->str(),
                        loadBE(&Bytes[Id][S.Offset], IdSize));
          });
    return Out;
  }
  std::vector<uint64_t> elements(uint64_t Id) {
    std::vector<uint64_t> Out;
    for (size_t I = 0; I + IdSize <= Bytes[Id].size(); I += IdSize)
      Out.push_back(loadBE(&Bytes[Id][I], IdSize));
    return Out;
  }

  uint64_t Current = 0;
  std::map<uint64_t, SmallVector<uint8_t, 0>> Bytes;
};

/// Splits payloads into chunks of the given number of bytes.
class Chunker final : public Forward {
public:
  Chunker(RecordVisitor &Next, size_t Size) : Forward(Next), Size(Size) {}
  using Forward::visit;
  void visit(const ReferenceArray &R) override {
    if (!Size)
      return Next.visit(R);
    ReferenceArray Head = R;
    Head.Elements.Bytes = ArrayRef<uint8_t>();
    Next.visit(static_cast<const ReferenceArray &>(Head));
    for (ArrayRef<uint8_t> Rest = R.Elements.Bytes; !Rest.empty();
         Rest = Rest.drop_front(std::min(Size, Rest.size())))
      Next.payload(R.Kind, Rest.take_front(Size));
  }

private:
  size_t Size;
};
} // namespace

static void walk(StringRef Yaml, RecordVisitor &V, size_t ChunkSize) {
  Chunker C(V, ChunkSize);
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Yaml), "yaml");
  cantFail(readYaml(*In, C));
  cantFail(C.finish());
}

static void lower(StringRef Yaml, Result &Out, LossAccount &Account,
                  size_t ChunkSize = 0) {
  std::unique_ptr<Stage> S = makeReferencesToHprof();
  TestStream Stream([&](RecordVisitor &V) { walk(Yaml, V, ChunkSize); });
  cantFail(Stream.lookBy(*S));
  std::unique_ptr<RecordVisitor> P = S->makePass(Out, Account);
  walk(Yaml, *P, ChunkSize);
}

static std::string phd(const Twine &Records) {
  return ("--- !hprof\nformat: phd\nversion: \"\"\nidSize: 4\n---\n"
          "- strings: [a/A, a/B, a/C, java/lang/Object]\n" +
          Records)
      .str();
}

TEST(ReferencesToHprof, ArraysComeInChunksOfAnySize) {
  std::string Yaml =
      phd("- referenceArray: {object: 0x100, elementClass: 0x10, "
          "arrayLength: 5, elements: [0x200, 0x300, 0x400]}\n"
          "- referenceClass: {class: 0x10, name: a/A}\n");
  for (size_t ChunkSize : ChunkSizes) {
    Result R;
    LossAccount Account;
    lower(Yaml, R, Account, ChunkSize);
    EXPECT_EQ(R.elements(0x100),
              (std::vector<uint64_t>{0x200, 0x300, 0x400, 0, 0}));
    EXPECT_EQ(R.Lengths[0x100], 5u);
    EXPECT_EQ(R.Context.className(R.Classes[0x100]), "a.A[]");
    EXPECT_EQ(Account.of(Loss::ElementPositions), 1u);
  }
}

TEST(ReferencesToHprof, SubclassesDeclareWhatTheirSuperclassesLack) {
  Result R;
  LossAccount Account;
  lower(phd("- referenceObject: {object: 0x100, class: 0x10, references: "
            "[{object: 0x1}]}\n"
            "- referenceObject: {object: 0x200, class: 0x20, references: "
            "[{object: 0x2}, {object: 0x3}, {object: 0x4}]}\n"
            "- referenceObject: {object: 0x300, class: 0x20, references: "
            "[{object: 0x5}]}\n"
            "- referenceClass: {class: 0x20, name: a/B, super: 0x10}\n"
            "- referenceClass: {class: 0x10, name: a/A}\n"),
        R, Account);
  using Fields = std::multimap<std::string, uint64_t>;
  EXPECT_EQ(R.fields(0x100), (Fields{{"ref0", 1}}));
  EXPECT_EQ(R.fields(0x200), (Fields{{"ref0", 2}, {"ref1", 3}, {"ref2", 4}}));
  EXPECT_EQ(R.fields(0x300), (Fields{{"ref0", 5}, {"ref1", 0}, {"ref2", 0}}));
  EXPECT_EQ(R.Context.findClass(0x20)->Fields.size(), 2u);
  EXPECT_EQ(Account.of(Loss::FieldNames), 2u);
}

TEST(ReferencesToHprof, SizesAreFilledUp) {
  Result R;
  LossAccount Account;
  lower(phd("- referenceObject: {object: 0x100, class: 0x10, references: "
            "[{object: 0x1}]}\n"
            "- referenceClass: {class: 0x10, name: a/A, instanceSize: 31}\n"
            "- referenceClass: {class: 0x20, name: a/B, instanceSize: 8}\n"),
        R, Account);
  const ClassInfo *A = R.Context.findClass(0x10);
  EXPECT_EQ(A->InstanceSize, 31u);
  // A header of 8 bytes, a reference of 4 bytes, and 19 other bytes.
  EXPECT_EQ(R.Bytes[0x100].size(), 23u);
  EXPECT_EQ(A->Fields.size(), 1u + 2 + 0 + 1 + 1);
  EXPECT_EQ(R.Context.findClass(0x20)->Fields.size(), 0u);
}

TEST(ReferencesToHprof, LargerInstancesHaveAClassOfTheirSize) {
  Result R;
  LossAccount Account;
  lower(phd("- objectSize: {object: 0x100, size: 32}\n"
            "- referenceObject: {object: 0x100, class: 0x20, references: "
            "[{object: 0x1}, {object: 0x2}]}\n"
            "- objectSize: {object: 0x200, size: 24}\n"
            "- referenceObject: {object: 0x200, class: 0x20, references: "
            "[{object: 0x3}, {object: 0x4}, {object: 0x5}]}\n"
            "- referenceObject: {object: 0x300, class: 0x20}\n"
            "- referenceClass: {class: 0x20, name: a/B, super: 0x10, "
            "loader: 0x300}\n"
            "- referenceClass: {class: 0x10, name: a/A}\n"),
        R, Account);
  // The class gets the smallest size, as do objects without a size.
  EXPECT_EQ(R.Classes[0x200], 0x20u);
  EXPECT_EQ(R.Classes[0x300], 0x20u);
  EXPECT_EQ(R.Context.findClass(0x20)->InstanceSize, 24u);
  const ClassInfo *Larger = R.Context.findClass(R.Classes[0x100]);
  ASSERT_TRUE(Larger);
  EXPECT_GT(Larger->Id, 0x300u);
  EXPECT_EQ(Larger->InstanceSize, 32u);
  EXPECT_EQ(R.Context.className(Larger->Id), "a.B");
  EXPECT_EQ(Larger->Super, 0x10u);
  EXPECT_EQ(Larger->Loader, 0x300u);
  using Fields = std::multimap<std::string, uint64_t>;
  EXPECT_EQ(R.fields(0x100), (Fields{{"ref0", 1}, {"ref1", 2}, {"ref2", 0}}));
  EXPECT_EQ(R.fields(0x200), (Fields{{"ref0", 3}, {"ref1", 4}, {"ref2", 5}}));
  // The size includes a header of 8 bytes.
  EXPECT_EQ(R.Bytes[0x100].size(), 24u);
  EXPECT_EQ(R.Bytes[0x200].size(), 16u);
  EXPECT_EQ(Account.of(Loss::SizeClasses), 1u);
  EXPECT_EQ(Account.of(Loss::ObjectSizes), 0u);
  EXPECT_EQ(Account.of(Loss::ExtraReferences), 0u);
}

/// Text for objects of one class with the sizes 16, 24 and so on; the last
/// object has \p References references.
static std::string growing(unsigned Objects, unsigned References) {
  std::string Yaml;
  for (unsigned I = 0; I != Objects; ++I) {
    const std::string Id = std::to_string(0x10000 + 8 * I);
    Yaml += "- objectSize: {object: " + Id +
            ", size: " + std::to_string(16 + 8 * I) +
            "}\n- referenceObject: {object: " + Id + ", class: 0x10";
    if (I + 1 == Objects && References) {
      Yaml += ", references: [";
      for (unsigned N = 0; N != References; ++N)
        Yaml += std::string(N ? ", " : "") + "{object: 0x1}";
      Yaml += "]";
    }
    Yaml += "}\n";
  }
  return Yaml + "- referenceClass: {class: 0x10, name: a/A}\n";
}

TEST(ReferencesToHprof, AClassHasALimitOfSizes) {
  Result R;
  LossAccount Account;
  lower(phd(growing(4100, 0)), R, Account);
  const uint64_t Made = Account.of(Loss::SizeClasses);
  EXPECT_GT(Made, 100u);
  EXPECT_LT(Made, 4096u);
  EXPECT_EQ(Account.of(Loss::ObjectSizes), 4099u - Made);
  EXPECT_EQ(R.Classes[0x10000 + 8 * 4099], 0x10u);
}

TEST(ReferencesToHprof, ClassesBySizeHaveALimitOfFields) {
  Result R;
  LossAccount Account;
  lower(phd(growing(200, 50000)), R, Account);
  EXPECT_EQ(Account.of(Loss::SizeClasses), (1u << 20) / 50000);
  EXPECT_EQ(R.fields(0x10000 + 8 * 199).count("ref49999"), 1u);
}

TEST(ReferencesToHprof, RingsAndDeepChainsOfSuperclassesEnd) {
  std::string Yaml = "- referenceObject: {object: 0x10000, class: 0x8, "
                     "references: [{object: 0x1}]}\n"
                     "- referenceClass: {class: 0x8, name: a/A, super: 0x10}\n";
  for (unsigned I = 2; I != 2000; ++I)
    Yaml += ("- referenceClass: {class: " + Twine(8 * I) +
             ", name: a/B, super: " + Twine(I == 1999 ? 8 : 8 * I + 8) + "}\n")
                .str();
  Result R;
  LossAccount Account;
  lower(phd(Yaml), R, Account);
  EXPECT_EQ(R.fields(0x10000),
            (std::multimap<std::string, uint64_t>{{"ref0", 1}}));
}

TEST(ReferencesToHprof, WhatNothingRefersToIsARoot) {
  Result R;
  LossAccount Account;
  lower(phd("- referenceObject: {object: 0x100, class: 0x10, references: "
            "[{object: 0x200}]}\n"
            "- referenceArray: {object: 0x200, elementClass: 0x10, "
            "elements: [0x300]}\n"
            "- primitiveArrayNoData: {object: 0x300, length: 2, "
            "elementType: int}\n"
            "- primitiveArrayNoData: {object: 0x400, length: 2, "
            "elementType: long}\n"
            "- referenceClass: {class: 0x10, name: a/A}\n"),
        R, Account);
  EXPECT_TRUE(R.Roots.count(0x100) && R.Roots.count(0x400) &&
              R.Roots.count(0x10));
  EXPECT_FALSE(R.Roots.count(0x200) || R.Roots.count(0x300));
  EXPECT_EQ(R.Bytes[0x400].size(), 16u);
  EXPECT_EQ(Account.of(Loss::GuessedRoots), R.Roots.size());
}

TEST(ReferencesToHprof, ClassesThatOnlyObjectsNameGetFreeIds) {
  Result R;
  LossAccount Account;
  lower("--- !hprof\nformat: ibm-classic\nversion: \"\"\nidSize: 4\n---\n"
        "- strings: [a/A, a/B]\n"
        "- referenceObject: {object: 0xffff0000, className: a/A}\n"
        "- referenceObject: {object: 0x100, className: a/B}\n"
        "- referenceClass: {class: 0x10, name: a/B}\n",
        R, Account);
  EXPECT_EQ(R.Classes[0x100], 0x10u);
  EXPECT_EQ(R.Context.className(R.Classes[0xffff0000]), "a.A");
  EXPECT_GT(R.Classes[0xffff0000], 0xffff0000u);
  EXPECT_EQ(Account.of(Loss::MissingClasses),
            2u); // The second class is java.lang.Object.
}

TEST(ReferencesToHprof, AClassHasAsManyStaticFieldsAsItsRecordCanCount) {
  std::string Yaml = "- referenceClass: {class: 0x10, name: a/A, references: [";
  for (unsigned I = 0; I != 0xffff + 10; ++I)
    Yaml += (I ? ", {object: " : "{object: ") + utostr(8 * I + 8) + "}";
  Result R;
  LossAccount Account;
  lower(phd(Yaml + "]}\n"), R, Account);
  ArrayRef<StaticField> Statics = R.Context.findClass(0x10)->Statics;
  ASSERT_EQ(Statics.size(), 0xffffu);
  for (unsigned I = 0; I != 0xffff; ++I) {
    ASSERT_EQ(R.Context.string(Statics[I].Name), "ref" + utostr(I));
    ASSERT_EQ(Statics[I].Value.Bits, 8 * I + 8);
  }
  EXPECT_EQ(Account.of(Loss::ExtraReferences), 10u);
}

TEST(ReferencesToHprof, ReferentIsDeclaredByReference) {
  const std::string Yaml =
      "--- !hprof\nformat: heapsnapshot\nversion: \"\"\nidSize: 8\n---\n"
      "- strings: [java/lang/ref/Reference, java/lang/ref/WeakReference, "
      "referent]\n"
      "- referenceClass: {class: 0x20, name: java/lang/ref/Reference}\n"
      "- referenceClass: {class: 0x30, name: java/lang/ref/WeakReference, "
      "super: 0x20}\n"
      "- referenceObject: {object: 0x100, class: 0x30, "
      "references: [{name: referent, object: 0x100}]}\n";
  Result R;
  LossAccount Account;
  lower(Yaml, R, Account);
  EXPECT_EQ(R.Context.findClass(0x20)->Fields.size(), 1u);
  EXPECT_EQ(R.Context.findClass(0x30)->Fields.size(), 0u);
  EXPECT_EQ(R.fields(0x100),
            (std::multimap<std::string, uint64_t>{{"referent", 0x100}}));
}

TEST(ReferencesToHprof, ExactSizesAreMarkedAndKept) {
  const std::string Yaml =
      "--- !hprof\nformat: heapsnapshot\nversion: \"\"\nidSize: 8\n---\n"
      "- strings: [a/A, a/B, java/lang/Object, next]\n"
      "- referenceClass: {class: 0x10, name: java/lang/Object, "
      "instanceSize: 8}\n"
      "- objectSize: {object: 0x20, size: 107}\n"
      "- referenceClass: {class: 0x20, name: a/A, super: 0x10, "
      "instanceSize: 13, references: [{name: next, object: 0x100}]}\n"
      "- referenceClass: {class: 0x30, name: a/A, super: 0x20, "
      "instanceSize: 100000}\n"
      "- referenceClass: {class: 0x40, name: a/B, super: 0x10}\n"
      "- referenceObject: {object: 0x100, class: 0x20, "
      "references: [{name: next, object: 0x108}]}\n"
      "- referenceObject: {object: 0x108, class: 0x30}\n"
      "- referenceObject: {object: 0x110, class: 0x40}\n"
      "- rootUnknown: {object: 0x100}\n";
  Result R;
  LossAccount Account;
  lower(Yaml, R, Account);
  // The marker class has no instances; all other classes are those of the
  // input.
  unsigned Marks = 0;
  for (const ClassInfo &C : R.Context.classes())
    Marks += R.Context.string(C.NameId) == ExactSizesClass;
  EXPECT_EQ(Marks, 1u);
  EXPECT_EQ(R.Context.classes().size(), 5u);
  EXPECT_EQ(R.Context.findClass(0x20)->InstanceSize, 13u);
  EXPECT_EQ(R.Context.findClass(0x30)->InstanceSize, 100000u);
  EXPECT_EQ(R.Context.findClass(0x40)->InstanceSize, 0u);
  // Objects whose size is above the limit have no fields.
  EXPECT_EQ(R.Bytes[0x108].size(), 8u);
  EXPECT_EQ(R.fields(0x100),
            (std::multimap<std::string, uint64_t>{{"next", 0x108}}));
  // The object of the class has 107 bytes, of which a reference takes 4.
  uint64_t Statics = 0;
  for (const StaticField &F : R.Context.findClass(0x20)->Statics)
    Statics += widthOf(F.Value.Type, 4);
  EXPECT_EQ(Statics, 107u);
  EXPECT_EQ(Account.of(Loss::RoundedSizes), 0u);
  EXPECT_EQ(Account.of(Loss::ClassSizes), 0u);
  EXPECT_EQ(Account.of(Loss::MissingClasses), 0u);
  EXPECT_EQ(Account.of(Loss::StaticNames), 0u);
}
