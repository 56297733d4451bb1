//===- ClassicForm.cpp - Variants of IBM's classic heapdumps --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/IBM/ClassicForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace hprof;
using namespace llvm;

static const ClassicStyle Styles[NumClassicForms] = {
    {ClassicForm::OpenJ9, "openj9", /*HasKeywords=*/true,
     /*HasClassBlocks=*/false, /*HasNulls=*/false, /*TellsLengths=*/false,
     /*HasHashes=*/false, /*HasShortNulls=*/false,
     /*CountsByElement=*/false, /*HasEmptyLines=*/true, /*HasGap=*/false, ": ",
     "// EOF:  Total 'Objects',Refs(null) : "},
    {ClassicForm::Spec, "spec", /*HasKeywords=*/true, /*HasClassBlocks=*/true,
     /*HasNulls=*/true, /*TellsLengths=*/true, /*HasHashes=*/false,
     /*HasShortNulls=*/false, /*CountsByElement=*/false,
     /*HasEmptyLines=*/true, /*HasGap=*/false, ": ",
     "// EOF:  Total 'Objects',Refs(null) : "},
    {ClassicForm::DtfjView, "jdmpview", /*HasKeywords=*/true,
     /*HasClassBlocks=*/false, /*HasNulls=*/true, /*TellsLengths=*/false,
     /*HasHashes=*/false, /*HasShortNulls=*/true,
     /*CountsByElement=*/true, /*HasEmptyLines=*/true, /*HasGap=*/false, ":",
     "// EOF: Total 'Objects',Refs(null) :"},
    {ClassicForm::PrintHeapdump, "PrintHeapdump", /*HasKeywords=*/false,
     /*HasClassBlocks=*/false, /*HasNulls=*/false, /*TellsLengths=*/false,
     /*HasHashes=*/true, /*HasShortNulls=*/false,
     /*CountsByElement=*/true, /*HasEmptyLines=*/false, /*HasGap=*/true, ": ",
     "// EOF:  Total 'Objects',Refs(null) : "},
};

const ClassicStyle &hprof::classicStyle(ClassicForm Form) {
  assert(unsigned(Form) < NumClassicForms && Styles[size_t(Form)].Form == Form);
  return Styles[size_t(Form)];
}

std::optional<ClassicForm> hprof::parseClassicForm(StringRef Name) {
  for (const ClassicStyle &S : Styles)
    if (Name == S.Name)
      return S.Form;
  return std::nullopt;
}

namespace {
struct PrimitiveName {
  BasicType Type;
  StringLiteral Word;
};
} // namespace

static constexpr PrimitiveName Primitives[] = {
    {BasicType::Boolean, "bool"}, {BasicType::Char, "char"},
    {BasicType::Float, "float"},  {BasicType::Double, "double"},
    {BasicType::Byte, "byte"},    {BasicType::Short, "short"},
    {BasicType::Int, "int"},      {BasicType::Long, "long"},
};

ClassicType hprof::classicType(StringRef Name) {
  ClassicType T;
  size_t Dimensions = Name.find_first_not_of('[');
  if (Dimensions == 0)
    return T;
  T.Kind = ClassicType::Shape::ReferenceArray;
  if (Dimensions == StringRef::npos || Dimensions + 1 != Name.size())
    return T;
  const auto *P = find_if(Primitives, [&](const PrimitiveName &N) {
    return basicTypeDescriptor(N.Type) == Name.back();
  });
  if (P == std::end(Primitives))
    return T;
  if (Dimensions > 1) {
    T.IsDeepPrimitive = true;
    return T;
  }
  T.Kind = ClassicType::Shape::PrimitiveArray;
  T.Element = P->Type;
  return T;
}

StringRef hprof::classicWord(BasicType T) {
  for (const PrimitiveName &N : Primitives)
    if (N.Type == T)
      return N.Word;
  return "unknown";
}

std::optional<BasicType> hprof::parseClassicWord(StringRef Word) {
  for (const PrimitiveName &N : Primitives)
    if (N.Word == Word)
      return N.Type;
  return std::nullopt;
}

void hprof::appendArrayName(SmallVectorImpl<char> &Out, StringRef Element) {
  Out.push_back('[');
  bool IsArray = Element.starts_with("[");
  if (!IsArray)
    Out.push_back('L');
  Out.append(Element.begin(), Element.end());
  if (!IsArray)
    Out.push_back(';');
}

StringRef hprof::elementName(StringRef Array) {
  Array.consume_front("[");
  if (Array.ends_with(";") && Array.consume_front("L"))
    Array = Array.drop_back();
  return Array;
}

// End of the addresses of compressed references: 32 bits, in units of 16 bytes.
static constexpr uint64_t CompressedEnd = uint64_t(1) << 36;

static unsigned headerSize(unsigned IdSize, uint64_t Address) {
  if (IdSize <= 4)
    return 12;
  return Address < CompressedEnd ? 8 : 16;
}

uint32_t hprof::classicArrayLength(uint64_t Size, BasicType Element,
                                   unsigned IdSize, uint64_t Address) {
  unsigned Header = headerSize(IdSize, Address);
  unsigned Width = widthOf(Element, /*IdSize=*/Header == 16 ? 8 : 4);
  if (Size <= Header || !Width)
    return 0;
  return uint32_t(std::min<uint64_t>((Size - Header) / Width, INT32_MAX));
}

uint64_t hprof::classicArraySize(uint32_t Length, BasicType Element,
                                 unsigned IdSize, uint64_t Address) {
  unsigned Header = headerSize(IdSize, Address);
  unsigned Width = widthOf(Element, /*IdSize=*/Header == 16 ? 8 : 4);
  // The size of J9's smallest objects.
  constexpr uint64_t Least = 16;
  return std::max(alignTo(Header + uint64_t(Length) * Width, 8), Least);
}
