//===- JavaFields.cpp - Fields of Java objects by name --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaFields.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "llvm/ADT/DenseSet.h"

using namespace hprof;
using namespace llvm;

JavaHeap::~JavaHeap() = default;

/// Options for forEachField() and similar functions.
static auto lookFor(const DumpContext &Context, StringRef Name,
                    FieldPlace &Found) {
  return [&Context, Name, &Found](const FieldSlot &F) {
    if (Context.string(F.NameId).value_or("") != Name)
      return true;
    Found = {F.Offset, F.Type,
             uint8_t(widthOf(F.Type, Context.header().IdSize))};
    return false;
  };
}

FieldPlace hprof::findField(const DumpContext &Context, uint64_t Class,
                            StringRef Name, uint64_t Limit) {
  FieldPlace Found;
  const InstanceShape *Shape = Context.instances().find(Class);
  if (!Shape)
    return Found;
  // Field names contain no dots.
  const std::pair<StringRef, StringRef> Parts = Name.rsplit('.');
  if (Parts.second.empty()) {
    Shape->forEachField(Limit, lookFor(Context, Name, Found));
    return Found;
  }
  Shape->forEachField(Limit, [&](const FieldSlot &F) {
    return Context.className(*F.Class) != Parts.first ||
           lookFor(Context, Parts.second, Found)(F);
  });
  return Found;
}

std::string hprof::fieldName(const DumpContext &Context, uint64_t Class,
                             const ClassInfo &Declarer, uint64_t NameId) {
  const std::string Name = Context.string(NameId).value_or("?").str();
  bool IsHidden = false;
  if (const InstanceShape *Shape = Context.instances().find(Class))
    Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
      IsHidden = F.NameId == NameId && F.Class != &Declarer;
      return F.NameId != NameId;
    });
  return IsHidden ? Context.className(Declarer) + "." + Name : Name;
}

StringRef hprof::firstField(const DumpContext &Context, uint64_t Class,
                            StringRef Path) {
  const StringRef First = Path.split('.').first;
  const InstanceShape *Shape = Context.instances().find(Class);
  if (!Shape || First.size() == Path.size())
    return First;
  StringRef Found;
  bool IsField = false, IsHidden = false;
  DenseSet<IdKey> Seen;
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
    const StringRef Name = Context.string(F.NameId).value_or("");
    const bool IsAgain = !Seen.insert(F.NameId).second;
    IsField |= Name == First;
    StringRef Rest = Path;
    if (IsHidden || !Rest.consume_front(Context.className(*F.Class)) ||
        !Rest.consume_front(".") || !Rest.consume_front(Name) ||
        !(Rest.empty() || Rest.front() == '.'))
      return;
    Found = Path.drop_back(Rest.size());
    IsHidden = IsAgain;
  });
  // Only hidden fields need the class name, and have no other name.
  return Found.empty() || (IsField && !IsHidden) ? First : Found;
}

FieldPlace hprof::findFieldFrom(const DumpContext &Context, uint64_t Class,
                                uint64_t From, StringRef Name) {
  // The superclasses of Class have no cycle, but From need not be among them.
  constexpr unsigned MostSteps = 4096;
  FieldPlace Found;
  const InstanceShape *Shape = Context.instances().find(Class);
  const ClassInfo *C = Shape ? Context.findClass(From) : nullptr;
  for (unsigned I = 0; C && !Found && I != MostSteps;
       ++I, C = Context.findClass(C->Super))
    Shape->forEachFieldOf(Context.instances().of(*C),
                          lookFor(Context, Name, Found));
  return Found;
}

std::optional<Value> hprof::staticValue(const DumpContext &Context,
                                        StringRef JavaName, StringRef Field) {
  for (const ClassInfo *C : Context.dumpedClasses())
    if (Context.className(*C) == JavaName)
      for (const StaticField &F : C->Statics)
        if (Context.string(F.Name).value_or("") == Field)
          return F.Value;
  return std::nullopt;
}

uint64_t hprof::staticReference(const DumpContext &Context, StringRef JavaName,
                                StringRef Field) {
  const std::optional<Value> V = staticValue(Context, JavaName, Field);
  return V && isReference(V->Type) ? V->Bits : 0;
}

std::optional<Value> JavaFields::value(StringRef Name) const {
  if (!Object || Object->Kind != RecordKind::InstanceDump)
    return std::nullopt;
  FieldPlace F =
      findField(Heap.context(), Object->Class, Name, Object->Bytes.size());
  if (!F.Width || !F.isIn(Object->Bytes))
    return std::nullopt;
  return Value{F.Type, F.get(Object->Bytes)};
}

int64_t JavaFields::number(StringRef Name) const {
  std::optional<Value> V = value(Name);
  if (!V || isReference(V->Type))
    return 0;
  const unsigned Unused = 64 - 8 * widthOf(V->Type, 8);
  return int64_t(V->Bits << Unused) >> Unused;
}

ObjectRef JavaFields::object(ArrayRef<StringRef> Names) const {
  for (StringRef Name : Names)
    if (std::optional<Value> V = value(Name); V && isReference(V->Type))
      return Heap.reference(V->Bits);
  return ObjectRef();
}
