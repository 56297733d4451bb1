//===- AnalyzerName.cpp - Names of classes --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalyzerName.h"
#include "JavaStream.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Format/Base/BasicType.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the primitive type with this descriptor, else Object.
static BasicType typeOf(StringRef Descriptor) {
  for (uint8_t Code = 4; Code != 12; ++Code)
    if (Descriptor.size() == 1 &&
        Descriptor.front() == basicTypeDescriptor(BasicType(Code)))
      return BasicType(Code);
  return BasicType::Object;
}

std::string memoryanalyzer::analyzerName(const DumpContext &Context,
                                         const GraphClass &C) {
  const ClassInfo *Info = C.IsDumped ? Context.findClass(C.Id) : nullptr;
  if (!Info)
    return toModifiedUtf8(C.Name);
  std::optional<StringRef> Raw;
  if (Info->IsLoaded)
    Raw = Context.string(Info->NameId);
  if (!Raw)
    return "unknown-name@0x" + utohexstr(C.Id, /*LowerCase=*/true);
  StringRef Element = Raw->ltrim('[');
  const size_t Dimensions = Raw->size() - Element.size();
  std::string Name;
  if (!Dimensions || (Element.consume_front("L") && Element.consume_back(";")))
    Name = Element.str();
  else if (BasicType T = typeOf(Element); T != BasicType::Object)
    Name = basicTypeName(T).str();
  else
    return toModifiedUtf8(*Raw);
  std::replace(Name.begin(), Name.end(), '/', '.');
  for (size_t I = 0; I != Dimensions; ++I)
    Name += "[]";
  return toModifiedUtf8(Name);
}
