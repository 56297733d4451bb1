//===- RedactNames.h - Which strings are names ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTNAMES_H
#define HPROF_LIB_PASSES_REDACTNAMES_H

#include "RedactPolicy.h"
#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Kit/IdSet.h"

namespace hprof {

/// Learns names and classes, and what the strings of a dump are for. Those that
/// no record names are not kept: symbols of the VM, annotations among them.
class RedactNames final : public ClassBuilder {
public:
  RedactNames(DumpContext &Names, const RedactPolicy &Policy)
      : ClassBuilder(Names), Policy(Policy) {}

  using ClassBuilder::visit;
  void visit(const LoadClass &R) override {
    Shown.insert(R.Name);
    ClassBuilder::visit(R);
  }
  void visit(const StackFrame &R) override {
    Shown.insert(R.Method);
    Shown.insert(R.Signature);
    add(R.SourceFile, Policy.FileNames);
  }
  void visit(const StartThread &R) override {
    for (uint64_t Id : {R.Name, R.GroupName, R.ParentGroupName})
      add(Id, Policy.ThreadNames);
  }
  void visit(const ClassDump &R) override;
  void visit(const HeapDumpInfo &R) override { Shown.insert(R.HeapName); }
  RecordKindSet runKinds() const override;

  /// For the string \p Id. The name of a class, field or method stays, whatever
  /// else it names.
  Redaction of(uint64_t Id) const;

private:
  void add(uint64_t Id, Redaction How) {
    (How == Redaction::Keep   ? Shown
     : How == Redaction::Mask ? Masked
                              : Zeroed)
        .insert(Id);
  }

  const RedactPolicy &Policy;
  IdSet Shown, Masked, Zeroed;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTNAMES_H
