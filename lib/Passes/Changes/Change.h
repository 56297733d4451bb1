//===- Change.h - Changes made by passes ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rows of Changes.def, to be added to a LossAccount:
/// Account.add(Change::RenamedClasses).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_CHANGES_CHANGE_H
#define HPROF_LIB_PASSES_CHANGES_CHANGE_H

#include "hprof/Convert/Pipeline/LossAccount.h"

namespace hprof {

struct Change {
#define HPROF_CHANGE(NAME, EFFECT, ONE, MANY) static const AddedLoss NAME;
#include "Changes.def"
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_CHANGES_CHANGE_H
