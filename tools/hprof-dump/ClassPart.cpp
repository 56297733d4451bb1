//===- ClassPart.cpp - Prints --classes -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

static std::string stringOf(const Part &P, uint64_t Id) {
  return P.Context.string(Id).value_or("?").str();
}

void hprof::collectReferences(const ClassInfo &C, std::vector<uint64_t> &Ids) {
  Ids.insert(Ids.end(), {C.Loader, C.Signers, C.Domain});
  for (const StaticField &F : C.Statics)
    if (isReference(F.Value.Type))
      Ids.push_back(F.Value.Bits);
}

uint64_t hprof::offsetOf(const Part &P, const ClassInfo &C) {
  if (P.Contents)
    if (std::optional<uint64_t> Offset =
            P.Contents->offset(P.Contents->find(C.Id)))
      return *Offset;
  return C.DumpOffset;
}

static void printText(const Part &P, const ClassInfo &C) {
  P.OS << "class " << P.show(P.Context.className(C)) << ' ' << jsonId(C.Id)
       << '\n';
  TextTable T({{""}, {""}, {""}, {""}});
  if (C.IsLoaded)
    T.row({"serial", C.Serial});
  if (!C.IsDumped) {
    T.row({"not dumped"});
    return T.print(P.OS, 2);
  }
  T.row({"super",
         C.Super ? P.show(P.Context.className(C.Super)) + " " + jsonId(C.Super)
                 : "none"});
  T.row({"loader", C.Loader ? referenceText(P, C.Loader) : "bootstrap"});
  if (C.Signers)
    T.row({"signers", referenceText(P, C.Signers)});
  if (C.Domain)
    T.row({"domain", referenceText(P, C.Domain)});
  T.row({"size", C.InstanceSize});
  if (P.HasOffsets)
    T.row({"offset", jsonId(offsetOf(P, C))});
  T.print(P.OS, 2);
  retainedText(P, C.Id);
  TextTable F({{""}, {""}, {""}, {""}});
  for (const StaticField &S : C.Statics)
    F.row({"static", basicTypeName(S.Value.Type), P.show(stringOf(P, S.Name)),
           "= " + fieldText(P, S.Value)});
  for (const InstanceField &I : C.Fields)
    F.row({"field", basicTypeName(I.Type), P.show(stringOf(P, I.Name))});
  F.print(P.OS, 2);
}

static void printJson(const Part &P, const ClassInfo &C) {
  json::OStream &J = *P.J;
  auto Reference = [&](StringRef Name, uint64_t Id) {
    if (!Id)
      return J.attribute(Name, nullptr);
    J.attributeObject(Name, [&] { referenceJson(P, Id); });
  };
  J.object([&] {
    J.attribute("id", jsonId(C.Id));
    J.attribute("name", toUtf8(P.Context.className(C)));
    J.attribute("serial", C.IsLoaded ? json::Value(C.Serial) : nullptr);
    J.attribute("dumped", C.IsDumped);
    if (!C.IsDumped)
      return;
    Reference("super", C.Super);
    Reference("loader", C.Loader);
    Reference("signers", C.Signers);
    Reference("protection_domain", C.Domain);
    J.attribute("instance_size", C.InstanceSize);
    J.attribute("offset", P.offset(offsetOf(P, C)));
    retainedJson(P, C.Id);
    J.attributeArray("statics", [&] {
      for (const StaticField &S : C.Statics)
        J.object([&] {
          J.attribute("name", toUtf8(stringOf(P, S.Name)));
          fieldJson(P, S.Value);
        });
    });
    J.attributeArray("fields", [&] {
      for (const InstanceField &F : C.Fields)
        J.object([&] {
          J.attribute("name", toUtf8(stringOf(P, F.Name)));
          J.attribute("type", basicTypeName(F.Type));
        });
    });
  });
}

void hprof::printClass(const Part &P, const ClassInfo &C) {
  P.J ? printJson(P, C) : printText(P, C);
}

Error hprof::printClasses(const Part &P) {
  std::vector<uint64_t> Ids;
  for (const ClassInfo &C : P.Context.classes())
    collectReferences(C, Ids);
  if (Error E = fetchStrings(P.Finder, Ids, StringPreview))
    return E;
  for (const ClassInfo &C : P.Context.classes())
    printClass(P, C);
  return Error::success();
}
