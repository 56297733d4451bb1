//===- ClassFields.cpp - Fields as columns --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassFields.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

ColumnType ClassFields::Field::type() const {
  if (isReference(Type))
    return ColumnType::Id;
  // The units of numbers are unknown.
  return Type == BasicType::Boolean ? ColumnType::Flag
         : Type == BasicType::Char  ? ColumnType::Text
         : Type == BasicType::Float || Type == BasicType::Double
             ? ColumnType::Real
             : ColumnType::Count;
}

bool ClassFields::isTaken(StringRef Name, ArrayRef<Column> Used) const {
  return any_of(Used,
                [&](const Column &C) {
                  return C.Name.equals_insensitive(Name);
                }) ||
         any_of(Fields, [&](const Field &F) {
           return StringRef(F.Column).equals_insensitive(Name);
         });
}

void ClassFields::add(ClassNumber Class, ArrayRef<Column> Used) {
  const InstanceShape *Shape = C.shape(Class);
  if (!Shape)
    return;
  Shape->forEachField(UINT64_MAX, [&](const FieldSlot &S) {
    const std::string Name = C.context().string(S.NameId).value_or("").str();
    const std::string Declarer = C.context().className(*S.Class);
    if (any_of(Fields, [&](const Field &F) {
          return F.Name == Name && F.Declarer == Declarer;
        }))
      return;
    if (Fields.size() == Most) {
      ++Omitted;
      return;
    }
    std::string Column = Name;
    if (isTaken(Column, Used))
      Column = Declarer + "." + Name;
    for (unsigned I = 2; Column.empty() || isTaken(Column, Used); ++I)
      Column = (Declarer + Twine(".") + Name + "#" + Twine(I)).str();
    Fields.push_back({Column, Declarer, Name, S.Type});
  });
}

const ClassFields::Slots &ClassFields::slotsOf(ClassNumber Class) {
  std::unique_ptr<Slots> &Of = Known[Class];
  if (Of)
    return *Of;
  Of = std::make_unique<Slots>(Fields.size());
  if (const InstanceShape *Shape = C.shape(Class))
    Shape->forEachField(UINT64_MAX, [&](const FieldSlot &S) {
      const StringRef Name = C.context().string(S.NameId).value_or("");
      const std::string Declarer = C.context().className(*S.Class);
      for (auto [I, F] : enumerate(Fields))
        if (F.Name == Name && F.Declarer == Declarer && !(*Of)[I])
          (*Of)[I] = S;
    });
  return *Of;
}

const FieldSlot *ClassFields::slot(ClassNumber Class, unsigned I) {
  if (Class != Last || !LastSlots) {
    LastSlots = &slotsOf(Class);
    Last = Class;
  }
  return (*LastSlots)[I] ? &*(*LastSlots)[I] : nullptr;
}
