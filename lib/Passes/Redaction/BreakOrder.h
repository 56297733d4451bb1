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
  /// Shared objects, on which look() must have been called.
  std::shared_ptr<const SharedObjects> Shared;
  std::shared_ptr<EntryOrder> Order;
  /// Fail if anything would change.
  bool OnlyChecks = false;
};

/// Changes the order of collection entries and of elements in object arrays.
/// See EntryOrder.h.
std::unique_ptr<Stage> makeBreakOrder(const OrderOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_BREAKORDER_H
