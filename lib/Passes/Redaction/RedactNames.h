//===- RedactNames.h - Finds the strings that are names ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_REDACTNAMES_H
#define HPROF_LIB_PASSES_REDACTION_REDACTNAMES_H

#include "Passes/Objects/NullLost.h"
#include "RedactPolicy.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {

/// Collects names and classes, and the uses of a dump's strings. Unused
/// strings, such as the VM's symbols for annotations, are not kept.
class RedactNames final : public RecordVisitor {
public:
  /// \p Damage is notified of signs of damage.
  RedactNames(const RedactPolicy &Policy, KnownObjects &Damage)
      : Policy(Policy), Damage(Damage) {}

  using RecordVisitor::visit;
  void visit(const LoadClass &R) override { Shown.insert(R.Name); }
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
  void visit(const Opaque &R) override { noteDamage(Damage, R); }
  void endFrame(const Frame &F, uint64_t Length) override {
    noteDamage(Damage, F, Length);
  }
  RecordKindSet runKinds() const override;

  /// Returns the redaction of the string \p Id. The name of a class, field or
  /// method is kept, even if the string has other uses.
  Redaction of(uint64_t Id) const;

private:
  void add(uint64_t Id, Redaction How) {
    (How == Redaction::Keep   ? Shown
     : How == Redaction::Mask ? Masked
                              : Zeroed)
        .insert(Id);
  }

  const RedactPolicy &Policy;
  KnownObjects &Damage;
  IdSet Shown, Masked, Zeroed;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACTNAMES_H
