//===- ClassObjects.cpp - Serialized classes of a dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassObjects.h"
#include "AnalyzerName.h"
#include "IntMap.h"
#include "SerializedClasses.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/Superclasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::memoryanalyzer;
using namespace llvm;

ClassObjects::ClassObjects(const MasterFacts &Facts, JavaStream &S)
    : Facts(Facts), G(Facts.G), S(S), BootLoader(G.dumpedSize()),
      Supers(G.classes().size(), NoClass), Subclasses(G.classes().size()),
      Handles(G.classes().size()) {
  // If classes share a class object, only the class that matches the object's
  // type is listed.
  auto IsListed = [&](size_t C) {
    const Node N = G.classes()[C].Object;
    return Facts.Order.has(N) && G.asClass(N) == C;
  };
  const auto *Object = find_if(G.classes(), [](const GraphClass &C) {
    return C.IsDumped && C.Name == "java.lang.Object";
  });
  auto SuperOf = [&](size_t C) -> std::optional<size_t> {
    const GraphClass &Class = G.classes()[C];
    if (Class.Object < G.dumpedSize() || Object == G.classes().end())
      return Class.superclass();
    return Object - G.classes().begin();
  };
  forEachFromTheTop(G.classes().size(), SuperOf,
                    [&](size_t C, std::optional<size_t> Super) {
                      if (!IsListed(C))
                        return;
                      Listed.push_back(ClassNumber(C));
                      if (!Super || !IsListed(*Super))
                        return;
                      Supers[C] = ClassNumber(*Super);
                      // java.lang.Class is final, and written before any other
                      // class.
                      if (*Super != G.classClass())
                        Subclasses[*Super].push_back(ClassNumber(C));
                    });
  std::reverse(Listed.begin(), Listed.end());
  for (auto [Type, Class] : enumerate(G.classNodes())) {
    TypeCount &Sum = Instances[Class];
    Sum.Objects += Facts.Counts.Held[Type].Objects;
    Sum.Bytes += Facts.Counts.Held[Type].Bytes;
  }
}

uint32_t ClassObjects::loader(ClassNumber C) const {
  const Node N = G.find(G.classes()[C].Loader);
  return Facts.Order.number(N == NoNode ? BootLoader : N);
}

void ClassObjects::write() {
  beginIntMap(S, Listed.size());
  write(G.classClass());
  for (ClassNumber C : Listed)
    if (C != G.classClass())
      write(C);
  S.endData();
}

/// Converts a number to int, saturated.
static uint32_t asInt(uint64_t V) {
  return uint32_t(std::min<uint64_t>(V, INT32_MAX));
}

void ClassObjects::write(ClassNumber C) {
  const GraphClass &Class = G.classes()[C];
  const ClassInfo *Info =
      Class.IsDumped ? Facts.Context.findClass(Class.Id) : nullptr;
  const TypeCount Of = Instances.lookup(Class.Object);
  const Node Super =
      Supers[C] == NoClass ? NoNode : G.classes()[Supers[C]].Object;
  const Node Loader = G.find(Class.Loader);

  S.data(Facts.Order.number(Class.Object));
  Handles[C] = S.object(java::Class);
  // The fields of any object.
  S.value(G.id(Class.Object));
  S.value(Facts.Order.number(Class.Object));
  S.reference(Handles[G.classClass()]);
  // The fields of a class.
  S.value(Loader == NoNode ? uint64_t(0) : Class.Loader);
  S.value(loader(C));
  S.value(asInt(Of.Objects));
  S.value(
      asInt(Class.isArray() ? G.layout().ReferenceBytes : Class.InstanceBytes));
  S.value(uint8_t(Class.isArray()));
  S.value(Super == NoNode ? uint64_t(0) : G.id(Super));
  // If there is no superclass, write the number for id 0, which belongs to the
  // bootstrap loader.
  S.value(Facts.Order.number(Super == NoNode ? BootLoader : Super));
  S.value(Of.Bytes);
  S.value(asInt(Class.MirrorBytes));
  if (auto It = Facts.Instances.find(Class.Object);
      It == Facts.Instances.end()) {
    S.null();
  } else if (const InstanceRange &R = It->second; R.Begin < INT32_MAX) {
    S.array(java::Ints, 2);
    S.value(uint32_t(R.Begin));
    S.value(uint32_t(R.Count));
  } else {
    S.array(java::Longs, 2);
    S.value(R.Begin);
    S.value(R.Count);
  }
  writeFields(Info);
  S.string(analyzerName(Facts.Context, Class));
  writeStatics(Info);
  writeSubclasses(C);
  S.endData();
}

void ClassObjects::writeName(uint64_t NameId) {
  if (std::optional<StringRef> Name = Facts.Context.string(NameId))
    return S.string(toModifiedUtf8(*Name));
  S.string(NameId ? "Unresolved Name 0x" + utohexstr(NameId, /*LowerCase=*/true)
                  : "");
}

void ClassObjects::writeFields(const ClassInfo *C) {
  ArrayRef<InstanceField> Fields;
  if (C)
    Fields = C->Fields;
  S.array(java::Fields, uint32_t(Fields.size()));
  for (const InstanceField &F : Fields) {
    S.object(java::Field);
    S.value(uint32_t(F.Type));
    writeName(F.Name);
  }
}

void ClassObjects::writeStatics(const ClassInfo *C) {
  ArrayRef<StaticField> Statics;
  if (C)
    Statics = C->Statics;
  S.array(java::Statics, uint32_t(Statics.size()));
  for (const StaticField &F : Statics) {
    S.object(java::Static);
    S.value(uint32_t(F.Value.Type));
    writeName(F.Name);
    writeValue(F.Value);
  }
}

void ClassObjects::writeValue(const Value &V) {
  switch (V.Type) {
  case BasicType::Boolean:
    S.object(java::Boolean);
    return S.value(uint8_t(V.Bits != 0));
  case BasicType::Char:
    S.object(java::Character);
    return S.value(uint16_t(V.Bits));
  case BasicType::Float:
    S.object(java::Float);
    return S.value(uint32_t(V.Bits));
  case BasicType::Double:
    S.object(java::Double);
    return S.value(uint64_t(V.Bits));
  case BasicType::Byte:
    S.object(java::Byte);
    return S.value(uint8_t(V.Bits));
  case BasicType::Short:
    S.object(java::Short);
    return S.value(uint16_t(V.Bits));
  case BasicType::Int:
    S.object(java::Integer);
    return S.value(uint32_t(V.Bits));
  case BasicType::Long:
    S.object(java::Long);
    return S.value(uint64_t(V.Bits));
  case BasicType::Array:
  case BasicType::Object:
    if (!V.Bits)
      return S.null();
    S.object(java::Reference);
    return S.value(uint64_t(V.Bits));
  }
  S.null();
}

void ClassObjects::writeSubclasses(ClassNumber C) {
  if (Subclasses[C].empty())
    return S.null();
  S.object(java::ArrayList);
  S.value(uint32_t(Subclasses[C].size()));
  S.data(uint32_t(Subclasses[C].size()));
  for (ClassNumber Sub : Subclasses[C])
    S.reference(Handles[Sub]);
  S.endData();
}
