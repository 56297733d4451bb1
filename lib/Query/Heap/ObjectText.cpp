//===- ObjectText.cpp - Text of an object ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/ObjectText.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace hprof;
using namespace llvm;

/// The characters of a char[], or of a byte[] that contains text.
static std::optional<std::string> arrayText(const HeapContents &C, Node N) {
  const std::optional<FoundObject> O = C.object(N);
  if (!O || !O->isArray() || !C.file().hasValues())
    return std::nullopt;
  if (O->ElementType == BasicType::Byte) {
    const StringRef Bytes = toStringRef(O->Bytes);
    const UTF8 *Begin = O->Bytes.begin();
    if (Bytes.contains('\0') || !isLegalUTF8String(&Begin, O->Bytes.end()))
      return std::nullopt;
    return Bytes.str();
  }
  if (O->ElementType != BasicType::Char)
    return std::nullopt;
  const ObjectView View(C.context(), *O);
  std::vector<uint16_t> Units;
  for (uint64_t I = 0; I != View.numElements(); ++I)
    Units.push_back(uint16_t(View.element(I).Bits));
  return utf16ToModifiedUtf8(Units);
}

std::optional<std::string> hprof::objectText(const HeapContents &C, Node N) {
  const HeapGraph &G = C.graph();
  if (N == NoNode)
    return std::nullopt;
  if (const ClassNumber As = G.asClass(N); As != NoClass)
    return G.classes()[As].Name;
  if (std::optional<std::string> Content = wholeContent(C, N))
    return Content;
  if (std::optional<ObjectContents> Value = objectValue(C, N))
    if (!Value->isCollection())
      return std::move(Value->Text);
  if (std::optional<JavaString> S = C.string(N))
    return std::move(S->Text);
  return arrayText(C, N);
}
