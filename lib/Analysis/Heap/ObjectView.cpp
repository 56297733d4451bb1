//===- ObjectView.cpp - The fields and elements of an object --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

ObjectView::ObjectView(const DumpContext &Context, const FoundObject &Object)
    : Context(Context), Object(Object) {
  if (!Object.isArray())
    Shape = Context.instances().find(Object.Class);
}

std::string ObjectView::className() const {
  if (Object.Kind == RecordKind::PrimitiveArrayDump ||
      Object.Kind == RecordKind::PrimitiveArrayNoData)
    return (basicTypeName(Object.ElementType) + "[]").str();
  return Context.className(Object.Class);
}

std::optional<Value> ObjectView::value(const FieldSlot &F) const {
  unsigned Width = widthOf(F.Type, Context.header().IdSize);
  if (!Width || Object.Bytes.size() < uint64_t(F.Offset) + Width)
    return std::nullopt;
  return Value{F.Type, loadBE(&Object.Bytes[F.Offset], Width)};
}

std::optional<Value> ObjectView::field(StringRef Name) const {
  std::optional<Value> Found;
  forEachField([&](const FieldSlot &F) {
    if (Context.string(F.NameId) != Name)
      return true;
    Found = value(F);
    return false;
  });
  return Found;
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

/// The text of \p Count characters starting at \p First; with \p IsUtf16, two
/// bytes of a byte[] form one character.
static JavaString decode(const DumpContext &Context, const FoundObject &Array,
                         uint64_t First, uint64_t Count, bool IsUtf16) {
  ObjectView View(Context, Array);
  uint64_t There = View.numElements();
  if (Array.ElementType == BasicType::Byte && !IsUtf16) {
    First = std::min(First, There);
    uint64_t N = std::min(Count, There - First);
    return {latin1ToModifiedUtf8(Array.Bytes.slice(First, N)),
            Array.isWhole() || N == Count};
  }
  std::vector<uint16_t> Units;
  if (Array.ElementType == BasicType::Byte) {
    // The VM's byte order is not in the file: nearly all are little-endian.
    for (uint64_t I = 0; I + 1 < There; I += 2)
      Units.push_back(uint16_t(Array.Bytes[I] | Array.Bytes[I + 1] << 8));
  } else {
    for (uint64_t I = First; I < There && I - First < Count; ++I)
      Units.push_back(uint16_t(View.element(I).Bits));
  }
  return {utf16ToModifiedUtf8(Units), Array.isWhole() || Units.size() == Count};
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
  if (O.isArray())
    return decode(Context, Array, 0, UINT64_MAX, false);
  if (!isCharArray(Array) && (Array.Kind != RecordKind::PrimitiveArrayDump ||
                              Array.ElementType != BasicType::Byte))
    return std::nullopt;
  // Up to JDK 6, strings shared their arrays.
  ObjectView View(Context, O);
  std::optional<Value> First = View.field("offset"),
                       Count = View.field("count");
  bool IsPart = First && Count;
  std::optional<Value> Coder = View.field("coder");
  return decode(Context, Array, IsPart ? First->Bits : 0,
                IsPart ? Count->Bits : UINT64_MAX, Coder && Coder->Bits == 1);
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
