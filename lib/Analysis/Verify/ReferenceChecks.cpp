//===- ReferenceChecks.cpp - Second pass of the Verifier ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::string hex(uint64_t V) {
  return "0x" + utohexstr(V, /*LowerCase=*/true);
}

void ReferenceChecks::visit(const FileHeader &H) {
  IdSize = H.IdSize;
  // A file that is still growing may contain more headers.
  if (Contexts.empty())
    return;
  Context = Contexts.front().get();
  Contexts = Contexts.drop_front();
  Dumps.header();
}

std::string ReferenceChecks::nameOf(uint64_t Class, uint64_t Object) const {
  return Context->className(Class) + " " + hex(Object);
}

void ReferenceChecks::root(RecordKind K, uint64_t Object, uint64_t Offset) {
  if (LLVM_UNLIKELY(isMissing(Object)))
    Report.add(FindingKind::RootToMissing, Offset,
               Twine(recordInfo(K).Text) + " refers to " + hex(Object));
}

void ReferenceChecks::classReference(const ClassDump &R, const char *What,
                                     uint64_t Id) {
  if (LLVM_UNLIKELY(isMissing(Id)))
    Report.add(FindingKind::DanglingReference, R.Offset,
               "class " + Context->className(R.Class) + ": " + What +
                   " refers to " + hex(Id));
}

void ReferenceChecks::visit(const ClassDump &R) {
  Partial = Kind::None;
  classReference(R, "loader", R.Loader);
  classReference(R, "signers", R.Signers);
  classReference(R, "protection domain", R.Domain);
  classReference(R, "reserved field", R.Reserved1);
  classReference(R, "reserved field", R.Reserved2);
  forEach(R.Pool, [&](const PoolEntry &E) {
    if (isReference(E.Value.Type))
      classReference(R, "constant pool", E.Value.Bits);
  });
  forEach(R.Statics, [&](const StaticField &F) {
    if (isReference(F.Value.Type))
      classReference(R, "static field", F.Value.Bits);
  });
}

void ReferenceChecks::visit(const InstanceDump &R) {
  Partial = Kind::None;
  Shape = Context->instances().find(R.Class);
  // Wrong lengths were already reported in the first pass.
  if (!Shape || Shape->bytes() != R.Length ||
      IdSize != Context->header().IdSize)
    return;
  Offset = R.Offset;
  Object = R.Object;
  Class = R.Class;
  if (R.Values.isWhole())
    return fields(*Shape, R.Values.Bytes.data());
  Partial = Kind::Instance;
  Held.clear();
}

void ReferenceChecks::visit(const ObjectArrayDump &R) {
  Partial = Kind::None;
  Offset = R.Offset;
  Object = R.Object;
  Class = R.Class;
  NextIndex = 0;
  Elements.begin(IdSize);
  elements(R.Elements.Bytes);
  if (!R.Elements.isWhole())
    Partial = Kind::Array;
}

void ReferenceChecks::payload(RecordKind Of, ArrayRef<uint8_t> Chunk) {
  switch (Partial) {
  case Kind::None:
    return;
  case Kind::Instance:
    if (Of != RecordKind::InstanceDump)
      return;
    Held.append(Chunk.begin(), Chunk.end());
    if (Held.size() == Shape->bytes()) {
      fields(*Shape, Held.data());
      Partial = Kind::None;
    }
    return;
  case Kind::Array:
    if (Of == RecordKind::ObjectArrayDump)
      elements(Chunk);
    return;
  }
}

void ReferenceChecks::fields(const InstanceShape &Shape,
                             const uint8_t *Values) {
  Shape.forEachReference(
      FieldOrder::OwnFirst, Shape.bytes(), [&](const FieldSlot &F) {
        uint64_t Id = loadBE(Values + F.Offset, IdSize);
        if (LLVM_LIKELY(!isMissing(Id)))
          return;
        if (!Report.wantsExample(FindingKind::DanglingReference))
          return Report.add(FindingKind::DanglingReference, Offset, "");
        Report.add(FindingKind::DanglingReference, Offset,
                   nameOf(Class, Object) + ": field " +
                       Context->string(F.NameId).value_or("?") + " refers to " +
                       hex(Id));
      });
}

void ReferenceChecks::elements(ArrayRef<uint8_t> Bytes) {
  Elements.add(Bytes, [this](uint64_t Id) {
    uint64_t Index = NextIndex++;
    if (LLVM_LIKELY(!isMissing(Id)))
      return;
    if (!Report.wantsExample(FindingKind::DanglingReference))
      Report.add(FindingKind::DanglingReference, Offset, "");
    else
      Report.add(FindingKind::DanglingReference, Offset,
                 nameOf(Class, Object) + ": element " + Twine(Index) +
                     " refers to " + hex(Id));
  });
}
