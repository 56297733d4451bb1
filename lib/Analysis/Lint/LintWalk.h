//===- LintWalk.h - The walk that all checks share --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LINT_LINTWALK_H
#define HPROF_LIB_ANALYSIS_LINT_LINTWALK_H

#include "ArrayContents.h"
#include "LintCheck.h"
#include "hprof/Format/Kit/ClassTable.h"

namespace hprof {

/// The checks that examine the instances of a class.
struct LintHook {
  ClassNumber Class = NoClass;
  llvm::SmallVector<LintCheck *, 2> Checks;
  LintCheck *OfAll = nullptr; ///< Also gets unreachable ones; may be null.
};

/// Passes a thread's part of the dump to the checks.
class LintWalk : public HeapVisitor {
public:
  /// \p Arrays may be null. \p Seen is null unless ids repeat; then only the
  /// first object with each id is passed on.
  LintWalk(unsigned Thread, const LintState &S, llvm::ArrayRef<LintHook> Hooks,
           ArrayContents *Arrays, NumberSet *Seen)
      : Thread(Thread), S(S), Hooks(Hooks), Arrays(Arrays), Seen(Seen) {
    for (size_t I = 0; I != Hooks.size(); ++I)
      HookOf[S.G.classes()[Hooks[I].Class].Id] = uint32_t(I + 1);
  }

  using HeapVisitor::visit;
  void visit(const InstanceDump &R) {
    uint32_t Hook = HookOf[R.Class];
    if (!Hook)
      return;
    const LintHook &H = Hooks[Hook - 1];
    Node N = S.G.find(R.Object);
    // A value that is flattened into its holder has no bytes to save.
    if (N == NoNode || S.G.isFlattened(N))
      return;
    const bool IsReachable = S.T.isReachable(N);
    if ((!IsReachable && !H.OfAll) || (Seen && !Seen->insert(N)))
      return;
    LintInstance I{N, H.Class, R.Values.Bytes};
    if (H.OfAll)
      H.OfAll->instance(Thread, I);
    if (IsReachable)
      for (LintCheck *C : H.Checks)
        C->instance(Thread, I);
  }
  void visit(const PrimitiveArrayDump &R) {
    if (!Arrays || !R.Elements.isWhole() ||
        R.Length > S.Prepared.limit(R.ElementType))
      return;
    Node N = find(R.Object);
    if (N != NoNode)
      Arrays->add(Thread, N, R.ElementType, R.Elements.Bytes);
  }
  void endFrame(const Frame &, uint64_t Length) {
    if (OnBytes)
      OnBytes(Length);
  }

  std::function<void(uint64_t)> OnBytes;

private:
  Node find(uint64_t Id) {
    Node N = S.G.find(Id);
    if (N == NoNode || !S.T.isReachable(N) || (Seen && !Seen->insert(N)))
      return NoNode;
    return N;
  }

  unsigned Thread;
  const LintState &S;
  llvm::ArrayRef<LintHook> Hooks;
  ClassTable<uint32_t> HookOf; ///< By class id: 1 + the index of the hook.
  ArrayContents *Arrays;
  NumberSet *Seen;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LINT_LINTWALK_H
