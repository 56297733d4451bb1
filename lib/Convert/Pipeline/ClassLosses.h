//===- ClassLosses.h - Losses in class descriptions -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_PIPELINE_CLASSLOSSES_H
#define HPROF_LIB_CONVERT_PIPELINE_CLASSLOSSES_H

#include "hprof/Format/Records/Records.h"

namespace hprof {

class LossAccount;

/// Counts the parts of a class that neither the text nor IBM's formats
/// represent: null static fields, and constants that are not references.
void countUntold(const ClassDump &R, LossAccount &Account);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_PIPELINE_CLASSLOSSES_H
