//===- BreakOrder.h - Collections without their order -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_BREAKORDER_H
#define HPROF_LIB_PASSES_REDACTION_BREAKORDER_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

class EntryOrder;
class SharedObjects;

struct OrderOptions {
  /// Has looked before.
  std::shared_ptr<const SharedObjects> Shared;
  std::shared_ptr<EntryOrder> Order;
  /// Fail when something would change.
  bool OnlyChecks = false;
};

/// Gives the entries of collections and the elements of arrays of objects
/// another order. See EntryOrder.h.
std::unique_ptr<Stage> makeBreakOrder(const OrderOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_BREAKORDER_H
