//===- ShallowSizes.cpp - Sizes of instances and class objects ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/ShallowSizes.h"
#include "FieldPacker.h"
#include "hprof/Layout/StackChunks.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Rows of VMFields.def for one class and one release.
struct VMFacts {
  /// The Java field that replaces each injected field, and the type of the
  /// injected one, nullopt for a machine word.
  SmallVector<std::pair<StringRef, std::optional<BasicType>>, 4> Injected;
  SmallVector<std::pair<StringRef, StringRef>, 4> ContendedFields;
  bool IsContended = false;
};

/// VMFields.def for one release, by class name as java/lang/String.
class VMTable {
public:
  explicit VMTable(unsigned Release) {
    auto Applies = [&](unsigned First, unsigned Last) {
      return First <= Release && Release <= Last;
    };
    // Values of Type in a row: a BasicType, or nullopt for a machine word.
    constexpr std::optional<BasicType> Word, Object(BasicType::Object),
        Int(BasicType::Int), Long(BasicType::Long), Short(BasicType::Short),
        Byte(BasicType::Byte), Boolean(BasicType::Boolean);
#define HPROF_INJECTED_UNLESS(FIRST, LAST, CLASS, FIELD, TYPE, UNLESS)         \
  if (Applies(FIRST, LAST))                                                    \
    Facts[CLASS].Injected.emplace_back(UNLESS, TYPE);
#define HPROF_CONTENDED_CLASS(FIRST, LAST, CLASS)                              \
  if (Applies(FIRST, LAST))                                                    \
    Facts[CLASS].IsContended = true;
#define HPROF_CONTENDED_FIELD(FIRST, LAST, CLASS, FIELD, GROUP)                \
  if (Applies(FIRST, LAST))                                                    \
    Facts[CLASS].ContendedFields.emplace_back(FIELD, GROUP);
#include "VMFields.def"
  }

  /// Returns the facts for \p Name, in either notation; null if there are none.
  const VMFacts *find(StringRef Name) const {
    SmallString<128> Internal(Name);
    std::replace(Internal.begin(), Internal.end(), '.', '/');
    auto It = Facts.find(Internal);
    return It == Facts.end() ? nullptr : &It->second;
  }

private:
  StringMap<VMFacts> Facts;
};

} // namespace

/// Classes whose references HotSpot up to JDK 14 placed first.
static bool putsReferencesFirst(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "java/lang/AssertionStatusDirectives",
      "java/lang/Boolean",
      "java/lang/Byte",
      "java/lang/Character",
      "java/lang/Class",
      "java/lang/ClassLoader",
      "java/lang/Double",
      "java/lang/Float",
      "java/lang/Integer",
      "java/lang/Long",
      "java/lang/Short",
      "java/lang/StackTraceElement",
      "java/lang/String",
      "java/lang/Throwable",
      "java/lang/ref/Reference",
      "java/lang/ref/SoftReference",
  };
  return any_of(Names, [&](StringRef N) { return isClassNamed(Name, N); });
}

/// The fields of \p C, including those that the VM adds.
static FieldSet fieldsOf(const ClassModel &C, const VMFacts *Facts,
                         const ObjectLayout &Layout) {
  FieldSet Set;
  Set.ReferencesFirst = putsReferencesFirst(C.Name);
  if (!Facts) {
    for (const FieldModel &F : C.Fields)
      Set.Plain.add(F.Type);
    return Set;
  }
  Set.IsContended = Facts->IsContended;
  SmallVector<StringRef, 2> Groups;
  for (const FieldModel &F : C.Fields) {
    const auto *Row = find_if(Facts->ContendedFields,
                              [&](auto &R) { return R.first == F.Name; });
    if (Row == Facts->ContendedFields.end()) {
      Set.Plain.add(F.Type);
      continue;
    }
    size_t G = find(Groups, Row->second) - Groups.begin();
    if (G == Groups.size()) {
      Groups.push_back(Row->second);
      Set.Contended.emplace_back();
    }
    Set.Contended[G].add(F.Type);
  }
  for (auto [Unless, Type] : Facts->Injected) {
    if (any_of(C.Fields, [&N = Unless](auto &F) { return F.Name == N; }))
      continue;
    if (Type)
      Set.Plain.add(*Type);
    else
      Set.Plain.addWord(Layout.WordBytes);
  }
  return Set;
}

/// Visits superclasses first; see Superclasses.h.
static void
forEachClass(const ClassIndex &Classes,
             function_ref<void(size_t, std::optional<size_t>)> Visit) {
  auto SuperOf = [&](size_t I) -> std::optional<size_t> {
    uint64_t Super = Classes.classes()[I].Super;
    return Super ? Classes.find(Super) : std::nullopt;
  };
  forEachFromTheTop(Classes.classes().size(), SuperOf, Visit);
}

ShallowSizes::ShallowSizes(const ClassIndex &Classes,
                           const ObjectLayout &Layout,
                           const JavaRelease &Release,
                           const ContendedClasses &Contended)
    : Sizes(Classes.classes().size()), Layout(Layout) {
  if (Layout.Rule == SizeRule::VM)
    packInstances(Classes, Release, Contended);
  else
    sumInstances(Classes);
  PlainMirror = unknownInstance();
  if (std::optional<size_t> Class = Classes.findName("java/lang/Class"))
    PlainMirror = Sizes[*Class].Instance;
  addMirrors(Classes, Release);
}

/// Moves fields of \p Types out of the plain fields.
static void contend(FieldSet &Set, ArrayRef<BasicType> Types) {
  Set.IsContended |= Types.empty();
  for (BasicType T : Types) {
    Set.Plain.remove(T);
    Set.Contended.emplace_back().add(T);
  }
}

void ShallowSizes::packInstances(const ClassIndex &Classes,
                                 const JavaRelease &Release,
                                 const ContendedClasses &Contended) {
  VMTable Table(Release.forTables());
  FieldPacker Packer(Layout, Release.forTables());
  std::vector<PackedClass> Packed(Sizes.size());
  forEachClass(Classes, [&](size_t I, std::optional<size_t> Super) {
    const ClassModel &C = Classes.classes()[I];
    const VMFacts *Facts = Table.find(C.Name);
    FieldSet Fields = fieldsOf(C, Facts, Layout);
    if (auto It = Contended.find(C.Id); It != Contended.end())
      contend(Fields, It->second);
    Packed[I] = Packer.pack(Super ? &Packed[*Super] : nullptr, Fields);
    Sizes[I].Instance = Packer.instanceBytes(Packed[I]);
    // Only the presence of the field matters here, not its width.
    if (!StackChunks && stackLengthOffset(C, Layout.WordBytes))
      StackChunks = I;
  });
}

void ShallowSizes::sumInstances(const ClassIndex &Classes) {
  std::vector<uint64_t> Ends(Sizes.size());
  forEachClass(Classes, [&](size_t I, std::optional<size_t> Super) {
    const ClassModel &C = Classes.classes()[I];
    uint64_t Bytes = Super ? Ends[*Super] : Layout.HeaderBytes;
    // In Memory Analyzer, java.lang.Object has no fields, regardless of the
    // file.
    if (C.Super)
      for (const FieldModel &F : C.Fields)
        Bytes += Layout.widthOf(F.Type);
    Ends[I] = alignTo(Bytes, Layout.ReferenceBytes);
    Sizes[I].Instance = Layout.Rule == SizeRule::MAT
                            ? Layout.align(Ends[I])
                            : Layout.declaredBytes(C.DeclaredSize);
  });
}

void ShallowSizes::addMirrors(const ClassIndex &Classes,
                              const JavaRelease &Release) {
  FieldPacker Packer(Layout, Release.forTables());
  for (auto [C, Size] : zip(Classes.classes(), Sizes)) {
    if (Layout.Rule == SizeRule::VM) {
      FieldGroup Statics;
      // Up to JDK 6 static fields were not stored in objects of the Java heap.
      if (Release.forTables() >= 7)
        for (const FieldModel &F : C.Statics)
          if (!isPseudoStatic(F))
            Statics.add(F.Type);
      Size.Mirror = Layout.align(PlainMirror + Packer.staticBytes(Statics));
      continue;
    }
    if (Layout.isJ9()) {
      Size.Mirror = PlainMirror * (Layout.Rule == SizeRule::MATOfJ9 ? 2 : 1);
      continue;
    }
    uint64_t Bytes = 0;
    for (const FieldModel &F : C.Statics)
      Bytes += Layout.widthOf(F.Type);
    Size.Mirror = Layout.align(Bytes);
  }
}
