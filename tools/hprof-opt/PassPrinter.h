//===- PassPrinter.h - What passes are and do, for users --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_OPT_PASSPRINTER_H
#define TOOLS_HPROF_OPT_PASSPRINTER_H

#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Passes/CountRecords.h"
#include "hprof/Passes/Pass.h"
#include "hprof/Passes/Secrets/SecretReport.h"
#include <deque>

namespace hprof {

class Reporter;

/// The table of passes with their parameters.
void printPasses(llvm::raw_ostream &OS);

/// A row for the input and for each pass, whose counts are \p Counts.
void printCounts(llvm::raw_ostream &OS, llvm::ArrayRef<PassCall> Calls,
                 const std::deque<RecordCounts> &Counts);

/// What the passes have changed.
/// The same as JSON; see docs/schemas/hprof-opt.json.
void printChangesAsJson(llvm::raw_ostream &OS, llvm::StringRef Path,
                        llvm::ArrayRef<PassCall> Calls,
                        const LossAccount &Changes, const SecretReport &Secrets,
                        const Reporter &R);

/// What scans for secrets have found.
void printSecrets(llvm::raw_ostream &OS, const SecretReport &Secrets);

} // namespace hprof

#endif // TOOLS_HPROF_OPT_PASSPRINTER_H
