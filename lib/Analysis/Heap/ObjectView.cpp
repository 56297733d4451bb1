//===- ObjectView.cpp - The fields and elements of an object --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

ObjectView::ObjectView(const DumpContext &Context, const FoundObject &Object)
    : Context(Context), Object(Object) {
  if (!Object.isArray())
    Shape = Context.instances().find(Object.Class);
}

std::string hprof::className(const DumpContext &Context,
                             const ObjectType &Type) {
  if (Type.Kind == RecordKind::PrimitiveArrayDump ||
      Type.Kind == RecordKind::PrimitiveArrayNoData)
    return (basicTypeName(Type.ElementType) + "[]").str();
  return Context.className(Type.Class);
}

std::string ObjectView::className() const {
  return hprof::className(Context,
                          {Object.Kind, Object.ElementType, Object.Class});
}

std::optional<Value> ObjectView::value(const FieldSlot &F) const {
  unsigned Width = widthOf(F.Type, Context.header().IdSize);
  if (!Width || Object.Bytes.size() < uint64_t(F.Offset) + Width)
    return std::nullopt;
  return Value{F.Type, loadBE(&Object.Bytes[F.Offset], Width)};
}

std::optional<Value> ObjectView::field(StringRef Name) const {
  if (!Shape)
    return std::nullopt;
  const FieldPlace F = findField(Context, Object.Class, Name, Object.Size);
  if (!F.Width || !F.isIn(Object.Bytes))
    return std::nullopt;
  return Value{F.Type, F.get(Object.Bytes)};
}

uint64_t ObjectView::reference(StringRef Name) const {
  std::optional<Value> V = field(Name);
  return V && isReference(V->Type) ? V->Bits : 0;
}

uint64_t ObjectView::numElements() const {
  if (!Object.isArray())
    return 0;
  unsigned Width = widthOf(Object.ElementType, Context.header().IdSize);
  return Width ? Object.Bytes.size() / Width : 0;
}

Value ObjectView::element(uint64_t I) const {
  unsigned Width = widthOf(Object.ElementType, Context.header().IdSize);
  return {Object.ElementType, loadBE(&Object.Bytes[size_t(I) * Width], Width)};
}

Error hprof::fetchStrings(ObjectFinder &Finder, ArrayRef<uint64_t> Ids,
                          size_t MaxBytes) {
  if (Error E = Finder.fetch(Ids, MaxBytes))
    return E;
  std::vector<uint64_t> Arrays;
  for (uint64_t Id : Ids) {
    const FoundObject *O = Finder.get(Id);
    if (!O || O->isArray())
      continue;
    ObjectView View(Finder.context(), *O);
    if (View.className() == "java.lang.String")
      Arrays.push_back(View.reference("value"));
  }
  return Finder.fetch(Arrays, MaxBytes);
}

static bool isCharArray(const FoundObject &O) {
  return O.Kind == RecordKind::PrimitiveArrayDump &&
         O.ElementType == BasicType::Char;
}

uint64_t hprof::stringArray(const DumpContext &Context, const FoundObject &O) {
  if (O.isArray())
    return isCharArray(O) ? O.Id : 0;
  ObjectView View(Context, O);
  return View.className() == "java.lang.String" ? View.reference("value") : 0;
}

std::optional<JavaString> hprof::javaString(const DumpContext &Context,
                                            const FoundObject &O,
                                            const FoundObject &Array) {
  if (!isCharArray(Array) && (Array.Kind != RecordKind::PrimitiveArrayDump ||
                              Array.ElementType != BasicType::Byte))
    return std::nullopt;
  StringFields Fields;
  if (!O.isArray())
    Fields = StringPlaces::of(Context, O.Class).read(O.Bytes);
  return Fields.decode(Array.ElementType, Array.Bytes, Array.isWhole());
}

std::optional<JavaString> hprof::javaString(const ObjectFinder &Finder,
                                            uint64_t Id) {
  if (!Finder.hasValues())
    return std::nullopt;
  const FoundObject *O = Finder.get(Id);
  const FoundObject *Array =
      O ? Finder.get(stringArray(Finder.context(), *O)) : nullptr;
  if (!Array)
    return std::nullopt;
  return javaString(Finder.context(), *O, *Array);
}
