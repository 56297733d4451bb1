//===- ThreadConversion.h - Converts thread dumps ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADCONVERSION_H
#define HPROF_LIB_CONVERT_THREADCONVERSION_H

#include "hprof/Convert/Convert.h"

namespace hprof {

/// Writes the thread dump in \p In, in the format \p From, to \p Out in the
/// format \p To. If \p In contains several dumps, \p Options select one;
/// otherwise all are written, except that JSON gets only the first.
llvm::Error convertThreads(Source &In, Sink &Out, const FormatInfo &From,
                           const FormatInfo &To, const ConvertOptions &Options,
                           LossAccount &Losses);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADCONVERSION_H
