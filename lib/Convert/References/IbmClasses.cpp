//===- IbmClasses.cpp - The classes of a dump for IBM's formats -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IbmClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

IbmClasses::IbmClasses(HeapSurvey &Survey) : Survey(Survey) {
  const DumpContext &Context = Survey.context();
  unsigned Bits = 8 * Context.header().IdSize;
  NextString = (Bits < 64 ? (uint64_t(1) << Bits) : 0) - 16;
  Survey.sizes(); // Computes the sizes before names change.
  std::vector<uint64_t> Ids;
  for (const ClassInfo &C : Context.classes())
    if (C.Id && C.IsDumped)
      Ids.push_back(C.Id);
  for (uint64_t Id : Survey.undescribedClasses())
    Ids.push_back(Id);
  All.reserve(Ids.size());
  for (uint64_t Id : Ids)
    add(Id);
  for (uint64_t Id : ByName.lookup("java/lang/Object"))
    if (!ObjectClass)
      ObjectClass = Id;
}

void IbmClasses::add(uint64_t Class) {
  const DumpContext &Context = Survey.context();
  const ClassInfo *C = Context.findClass(Class);
  std::optional<StringRef> Name;
  if (C && C->IsLoaded)
    Name = Context.string(C->NameId);
  std::string Internal =
      Name ? internalClassName(*Name)
           : "unknown_class_0x" + utohexstr(Class, /*LowerCase=*/true);
  uint64_t NameId = Name ? C->NameId : 0;
  if (!Name || *Name != Internal) {
    NameId = makeString(Internal);
    NewNames[Class] = NameId;
    Survey.rename(Class, NameId);
  }
  ByName[Internal].push_back(Class);
  All.push_back({Class, NameId, Name.has_value()});
}

uint64_t IbmClasses::makeString(std::string Text) {
  auto [It, IsNew] = StringIds.try_emplace(Text, 0);
  if (!IsNew)
    return It->second;
  while (NextString && Survey.context().string(NextString))
    --NextString;
  Survey.addString(NextString, Text);
  Strings.emplace_back(NextString, std::move(Text));
  return It->second = NextString;
}

uint64_t IbmClasses::newName(uint64_t Class) const {
  return NewNames.lookup(Class);
}

const IbmArrayClass &IbmClasses::arrayClass(uint64_t Class) {
  auto [It, IsNew] = ArrayClasses.try_emplace(Class);
  IbmArrayClass &Result = It->second;
  if (!IsNew)
    return Result;
  const DumpContext &Context = Survey.context();
  const ClassInfo *C = Context.findClass(Class);
  StringRef Name = C ? Context.string(C->NameId).value_or("") : "";
  StringRef Element = Name;
  if (Element.consume_front("[")) {
    Result.NameId = C->NameId;
    if (Element.consume_front("L"))
      Element.consume_back(";");
    auto Found = ByName.find(Element);
    if (Found != ByName.end()) {
      Result.IsKnown = true;
      Result.ElementClass = Found->second.front();
      for (uint64_t Id : Found->second)
        if (Context.findClass(Id)->Loader == C->Loader) {
          Result.ElementClass = Id;
          break;
        }
      return Result;
    }
  }
  Result.ElementClass = ObjectClass ? ObjectClass : Class;
  return Result;
}
