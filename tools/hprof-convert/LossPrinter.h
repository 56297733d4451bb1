//===- LossPrinter.h - Prints what a conversion lost ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_CONVERT_LOSSPRINTER_H
#define TOOLS_HPROF_CONVERT_LOSSPRINTER_H

#include "hprof/Convert/Convert.h"
#include "llvm/Support/Error.h"

namespace hprof {

class Reporter;

/// The whole account as a table.
void explainLosses(llvm::raw_ostream &OS, const ConvertReport &Report,
                   Format To);
/// The whole account as JSON; see docs/schemas/hprof-convert.json.
void explainLossesAsJson(llvm::raw_ostream &OS, llvm::StringRef Path,
                         const ConvertReport &Report, Format To,
                         const Reporter &R);

} // namespace hprof

#endif // TOOLS_HPROF_CONVERT_LOSSPRINTER_H
