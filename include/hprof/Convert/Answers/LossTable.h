//===- LossTable.h - Table of losses ----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_ANSWERS_LOSSTABLE_H
#define HPROF_CONVERT_ANSWERS_LOSSTABLE_H

#include "hprof/Answer/Answer.h"

namespace hprof {

class LossAccount;

const TableInfo &lossTable();
/// Returns a row for each kind of loss, in the order of LossAccount::entries().
std::unique_ptr<Rows> lossRows(const LossAccount &Losses);
/// Presents the losses in text output: first dropped, then changed, then
/// synthetic data. Prints \p Nothing if there are no losses.
void presentLosses(Presenter &To, const LossAccount &Losses,
                   llvm::StringRef Nothing, unsigned Indent = 0);

} // namespace hprof

#endif // HPROF_CONVERT_ANSWERS_LOSSTABLE_H
