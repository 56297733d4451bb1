//===- RedactNames.cpp - Finds the strings that are names -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedactNames.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace llvm;

void RedactNames::visit(const ClassDump &R) {
  forEach(R.Statics, [&](const StaticField &F) { Shown.insert(F.Name); });
  forEach(R.Fields, [&](const InstanceField &F) { Shown.insert(F.Name); });
}

RecordKindSet RedactNames::runKinds() const {
  RecordKindSet Others = subRecordKinds();
  for (RecordKind Needed : {RecordKind::ClassDump, RecordKind::HeapDumpInfo})
    Others.reset(unsigned(Needed));
  return Others;
}

Redaction RedactNames::of(uint64_t Id) const {
  if (Shown.contains(Id))
    return Redaction::Keep;
  return Zeroed.contains(Id) ? Redaction::Zero : Redaction::Mask;
}
