//===- ObjectPart.cpp - Prints --object and --instances-of ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldSink.h"
#include "Part.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/GraphTool/LayoutJson.h"
#include "hprof/Layout/DumpSizes.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

/// Bytes fetched of arrays and long strings.
static constexpr size_t MaxContent = 16 << 20;

static Error failure(const Twine &What) {
  return make_error<StringError>(What, inconvertibleErrorCode());
}

static StringRef kindName(RecordKind K) {
  switch (K) {
  case RecordKind::InstanceDump:
    return "instance";
  case RecordKind::ObjectArrayDump:
    return "object_array";
  default:
    return "primitive_array";
  }
}

static uint64_t shownElements(const Part &P, const ObjectView &View) {
  return std::min(View.numElements(), P.Top);
}

/// Collects the references that printing \p O shows.
static void collectFields(const Part &P, const FoundObject &O,
                          std::vector<uint64_t> &Ids) {
  ObjectView View(P.Context, O);
  View.forEachField([&](const FieldSlot &F) {
    if (std::optional<Value> V = View.value(F); V && isReference(V->Type))
      Ids.push_back(V->Bits);
  });
  if (O.Kind == RecordKind::ObjectArrayDump)
    for (uint64_t I = 0; I != shownElements(P, View); ++I)
      Ids.push_back(View.element(I).Bits);
}

static void printText(const Part &P, const FoundObject &O) {
  ObjectView View(P.Context, O);
  P.OS << referenceText(P, O.Id) << '\n';
  TextTable T({{""}, {""}});
  T.row({"record", recordInfo(O.Kind).Text});
  if (P.HasOffsets)
    T.row({"offset", jsonId(O.Offset)});
  if (O.Class)
    T.row({"class", jsonId(O.Class)});
  T.row({"trace", O.TraceSerial});
  T.row({O.isArray() ? "length" : "bytes", O.Length});
  T.print(P.OS, 2);
  if (O.Repeats)
    P.OS << "  the first of " << O.Repeats + 1 << " objects with this id\n";
  retainedText(P, O.Id);
  TextTable F({{""}, {""}, {""}, {""}});
  View.forEachField([&](const FieldSlot &Slot) {
    if (std::optional<Value> V = View.value(Slot))
      F.row({P.show(P.Context.className(*Slot.Class)), basicTypeName(Slot.Type),
             P.show(P.Context.string(Slot.NameId).value_or("?")),
             "= " + fieldText(P, *V)});
  });
  F.print(P.OS, 2);
  if (!View.hasFields() && !O.isArray() && O.Size)
    P.OS << "  no class explains its fields\n";
  if (P.ShowsContents)
    contentsText(P, O.Id);
  if (lacksValues(P, O)) {
    P.OS << "  " << NoValues << '\n';
    return;
  }
  if (!O.isArray())
    return;
  uint64_t Shown = shownElements(P, View);
  for (uint64_t I = 0; I != Shown; ++I)
    P.OS << "  [" << I << "] " << fieldText(P, View.element(I)) << '\n';
  if (Shown < O.Length)
    P.OS << "  ... " << O.Length - Shown << " more\n";
}

static void printJson(const Part &P, const FoundObject &O) {
  ObjectView View(P.Context, O);
  json::OStream &J = *P.J;
  J.objectBegin();
  referenceJson(P, O.Id);
  J.attribute("class_id", O.Class ? json::Value(jsonId(O.Class)) : nullptr);
  J.attribute("kind", kindName(O.Kind));
  J.attribute("offset", P.offset(O.Offset));
  J.attribute("trace_serial", O.TraceSerial);
  J.attribute("length", O.Length);
  retainedJson(P, O.Id);
  J.attributeArray("fields", [&] {
    View.forEachField([&](const FieldSlot &Slot) {
      if (std::optional<Value> V = View.value(Slot))
        J.object([&] {
          J.attribute("name",
                      toUtf8(P.Context.string(Slot.NameId).value_or("?")));
          J.attribute("declared_by", toUtf8(P.Context.className(*Slot.Class)));
          fieldJson(P, *V);
        });
    });
  });
  if (O.isArray())
    J.attributeArray("elements", [&] {
      for (uint64_t I = 0; I != shownElements(P, View); ++I)
        J.object([&] {
          if (!lacksValues(P, O))
            return fieldJson(P, View.element(I));
          J.attribute("type", basicTypeName(O.ElementType));
          J.attribute("value", nullptr);
        });
    });
  if (P.ShowsContents)
    contentsJson(P, O.Id);
  J.objectEnd();
}

static void printOne(const Part &P, const FoundObject &O) {
  P.J ? printJson(P, O) : printText(P, O);
}

Error hprof::printObjects(const Part &P, ArrayRef<uint64_t> Ids) {
  if (Error E = fetchStrings(P.Finder, Ids, MaxContent))
    return E;
  std::vector<uint64_t> References;
  for (uint64_t Id : Ids) {
    if (const FoundObject *O = P.Finder.get(Id))
      collectFields(P, *O, References);
    else if (const ClassInfo *C = P.Context.findClass(Id))
      collectReferences(*C, References);
  }
  if (Error E = fetchStrings(P.Finder, References, StringPreview))
    return E;
  Error Missing = Error::success();
  for (uint64_t Id : Ids) {
    if (const FoundObject *O = P.Finder.get(Id))
      printOne(P, *O);
    else if (const ClassInfo *C = P.Context.findClass(Id))
      printClass(P, *C);
    else
      Missing = joinErrors(std::move(Missing),
                           failure("no object has the id " + jsonId(Id)));
  }
  return Missing;
}

namespace {
/// The classes whose instances are searched.
struct Wanted {
  std::string Text; ///< The requested text, for the user.
  DenseSet<IdKey> Classes;
  SmallVector<BasicType, 8> Elements; ///< For arrays of primitives.
  /// The classes themselves, if java.lang.Class is among those searched.
  std::vector<const ClassInfo *> Objects;

  bool operator()(const FoundObject &O) const {
    if (O.Class)
      return Classes.contains(O.Class);
    return O.isArray() && is_contained(Elements, O.ElementType);
  }
};
} // namespace

/// Adds all subclasses of \p Classes. Visits each class once.
static void addSubclasses(const Part &P, DenseSet<IdKey> &Classes) {
  DenseSet<IdKey> Seen;
  for (const ClassInfo &Start : P.Context.classes()) {
    std::vector<uint64_t> Path;
    const ClassInfo *C = &Start;
    while (C && !Classes.contains(C->Id) && Seen.insert(C->Id).second) {
      Path.push_back(C->Id);
      C = P.Context.findClass(C->Super);
    }
    if (C && Classes.contains(C->Id))
      Classes.insert(Path.begin(), Path.end());
  }
}

static Expected<Wanted> findClasses(const Part &P, StringRef Text,
                                    bool WithSubclasses) {
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  Wanted W;
  W.Text = Pattern->text().str();
  constexpr StringLiteral ClassClass = "java.lang.Class";
  bool WantsObjects = Pattern->matches(ClassClass);
  ClassSuggestion Near(*Pattern);
  for (const ClassInfo &C : P.Context.classes()) {
    std::string Name = P.Context.className(C);
    if (Pattern->matches(Name, C.Id))
      W.Classes.insert(C.Id);
    Near.offer(Name);
  }
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (!isReference(BasicType::NAME) && Pattern->matches(TEXT "[]"))            \
    W.Elements.push_back(BasicType::NAME);
#include "hprof/Format/Base/BasicTypes.def"
  if (WithSubclasses)
    addSubclasses(P, W.Classes);
  for (const ClassInfo &C : P.Context.classes())
    WantsObjects |=
        W.Classes.contains(C.Id) && P.Context.className(C) == ClassClass;
  if (WantsObjects)
    for (const ClassInfo &C : P.Context.classes())
      if (C.IsDumped)
        W.Objects.push_back(&C);
  if (W.Classes.empty() && W.Elements.empty() && W.Objects.empty())
    return failure(
        (Pattern->isName() ? "no class is called '" : "no class matches '") +
        W.Text + "'" + Near.text());
  return W;
}

namespace {
/// An object in a list of instances.
struct Listed {
  uint64_t Id;
  uint64_t Offset;
  uint64_t Shallow;
  uint64_t Length; ///< In bytes, or in elements; 0 for a class.
  bool IsArray = false;
};
} // namespace

/// The first \p P.Top of the objects and classes found, in the order of the
/// file.
static std::vector<Listed> listInOrder(const Part &P, const Wanted &W,
                                       ArrayRef<FoundObject> Found,
                                       const DumpSizes &Sizes) {
  std::vector<Listed> All;
  for (const ClassInfo *C : W.Objects)
    All.push_back({C->Id, offsetOf(P, *C), Sizes.classObject(C->Id), 0});
  const size_t Classes = All.size();
  for (const FoundObject &O : Found) {
    Listed &Row = All.emplace_back(
        Listed{O.Id, O.Offset, Sizes.instance(O.Class), O.Length, O.isArray()});
    if (Sizes.flattened().contains(O.Id))
      Row.Shallow = 0;
    else if (O.Kind == RecordKind::ObjectArrayDump)
      Row.Shallow = Sizes.objectArray(O.Class, O.Length);
    else if (O.isArray())
      Row.Shallow = Sizes.array(O.ElementType, O.Length);
    else if (Sizes.isStackChunk(O.Class))
      if (const FoundObject *Whole = P.Finder.get(O.Id))
        Row.Shallow = Sizes.stackChunk(Whole->Bytes);
  }
  auto IsEarlier = [](const Listed &A, const Listed &B) {
    return A.Offset < B.Offset;
  };
  auto Objects = All.begin() + ptrdiff_t(Classes);
  std::stable_sort(All.begin(), Objects, IsEarlier);
  std::inplace_merge(All.begin(), Objects, All.end(), IsEarlier);
  if (All.size() > P.Top)
    All.erase(All.begin() + ptrdiff_t(P.Top), All.end());
  return All;
}

static Error printInstancesOf(const Part &P, StringRef Class,
                              bool WithSubclasses) {
  Expected<Wanted> W = findClasses(P, Class, WithSubclasses);
  if (!W)
    return W.takeError();
  uint64_t Count = 0;
  LayoutEvidence Evidence;
  Expected<std::vector<FoundObject>> Found =
      P.Search.select(std::cref(*W), P.Top, Count, &Evidence);
  if (!Found)
    return Found.takeError();
  Count += W->Objects.size();
  std::vector<uint64_t> Ids;
  for (const FoundObject &O : *Found)
    Ids.push_back(O.Id);
  if (Error E = fetchStrings(P.Finder, Ids, StringPreview))
    return E;
  DumpSizes Sizes(P.Context, Evidence);
  const std::vector<Listed> Rows = listInOrder(P, *W, *Found, Sizes);
  if (P.J) {
    P.J->object([&] {
      P.J->attribute("class", toUtf8(W->Text));
      P.J->attribute("count", Count);
      const LayoutChoice &Layout = Sizes.layout();
      layoutJson(*P.J, Layout.Layout.Name, Layout.Layout.Text, Layout.Certain,
                 Layout.Evidence);
      P.J->attributeArray("objects", [&] {
        for (const Listed &O : Rows)
          P.J->object([&] {
            referenceJson(P, O.Id);
            P.J->attribute("offset", P.offset(O.Offset));
            P.J->attribute("length", O.Length);
            P.J->attribute("shallow", O.Shallow);
          });
      });
    });
    return Error::success();
  }
  TextTable T({{"id"}, {"shallow", TextTable::Align::Bytes}, {"object"}});
  for (const Listed &O : Rows)
    T.row({jsonId(O.Id), O.Shallow,
           objectText(P, O.Id) +
               (O.IsArray ? " of " + std::to_string(O.Length) : "")});
  if (T.rows())
    T.print(P.OS);
  P.OS << Rows.size() << " of " << counted(Count, "instance") << " of "
       << P.show(W->Text);
  if (any_of(*Found, [&](const FoundObject &O) { return lacksValues(P, O); }))
    P.OS << "; " << NoValues;
  if (!Rows.empty() && !Sizes.layout().Certain)
    P.OS << "; layout and sizes uncertain";
  P.OS << '\n';
  return Error::success();
}

Error hprof::printInstances(const Part &P, ArrayRef<std::string> Classes,
                            bool WithSubclasses) {
  Error All = Error::success();
  for (const std::string &Class : Classes)
    All =
        joinErrors(std::move(All), printInstancesOf(P, Class, WithSubclasses));
  return All;
}
