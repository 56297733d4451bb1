//===- FieldPath.cpp - Fields through references --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/FieldPath.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace hprof;
using namespace llvm;

Datum hprof::valueDatum(const Value &V) {
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? Datum(V.Bits) : Datum(Datum::Null());
  case BasicType::Boolean:
    return V.Bits <= 1 ? Datum(V.Bits == 1) : Datum(V.Bits);
  case BasicType::Char:
    return utf16ToModifiedUtf8(uint16_t(V.Bits));
  case BasicType::Float:
    return double(bit_cast<float>(uint32_t(V.Bits)));
  case BasicType::Double:
    return bit_cast<double>(V.Bits);
  case BasicType::Byte:
    return int8_t(V.Bits);
  case BasicType::Short:
    return int16_t(V.Bits);
  case BasicType::Int:
    return int32_t(V.Bits);
  case BasicType::Long:
    return int64_t(V.Bits);
  }
  return V.Bits;
}

/// "com.acme.User has no field 'nam'; did you mean 'name'?"
static Error noField(const HeapContents &C, ClassNumber Class, StringRef Name) {
  std::string Text =
      C.graph().classes()[Class].Name + " has no field '" + Name.str() + "'";
  StringRef Best;
  unsigned Distance = 3;
  if (const InstanceShape *S = C.shape(Class))
    S->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
      const StringRef Has = C.context().string(F.NameId).value_or("");
      const unsigned D = Name.edit_distance_insensitive(Has);
      if (D < Distance) {
        Distance = D;
        Best = Has;
      }
    });
  if (!Best.empty())
    Text += "; did you mean '" + Best.str() + "'?";
  return createStringError(Text);
}

static Expected<std::optional<Value>>
staticField(const HeapContents &C, ClassNumber Class, StringRef Name) {
  const GraphClass &Is = C.graph().classes()[Class];
  const ClassInfo *Info = C.context().findClass(Is.Id);
  if (!Info || !Info->IsDumped)
    return std::nullopt;
  for (const StaticField &F : Info->Statics)
    if (C.context().string(F.Name) == Name)
      return F.Value;
  return createStringError("class " + Is.Name + " has no static field '" +
                           Name + "'");
}

static Expected<std::optional<Value>> step(const HeapContents &C, Node N,
                                           StringRef Name) {
  const HeapGraph &G = C.graph();
  if (G.asClass(N) != NoClass)
    return staticField(C, G.asClass(N), Name);
  std::optional<FoundObject> O = C.object(N);
  if (!O)
    return std::nullopt;
  std::optional<Value> V = C.field(*O, Name);
  if (V)
    return V;
  // If the class is missing, the object's fields are unknown.
  if (findField(C.context(), O->Class, Name) ||
      (!C.shape(G.classNumber(N)) && !G.classOf(N).isArray()))
    return std::nullopt;
  return noField(C, G.classNumber(N), Name);
}

Expected<FieldPath> FieldPath::read(const HeapContents &C, Node From,
                                    StringRef Path) {
  for (StringRef Rest = Path; From != NoNode;) {
    const HeapGraph &G = C.graph();
    const StringRef Name =
        G.asClass(From) != NoClass
            ? Rest.split('.').first
            : firstField(C.context(), G.classOf(From).Id, Rest);
    Rest = Rest.drop_front(Name.size());
    const bool IsLast = !Rest.consume_front(".");
    Expected<std::optional<hprof::Value>> V = step(C, From, Name);
    if (!V)
      return V.takeError();
    // Whether the value is a secret depends only on the field's name.
    if (!*V || IsLast || (isReference((*V)->Type) && !(*V)->Bits))
      return FieldPath{*V, From, Name.substr(Name.rfind('.') + 1).str()};
    if (!isReference((*V)->Type))
      return createStringError("'" + Path + "': '" + Name +
                               "' is not a reference to an object");
    From = C.find((*V)->Bits);
  }
  return FieldPath();
}
