//===- RegularExpression.h - Bounded regular expressions --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_REGULAREXPRESSION_H
#define HPROF_FORMAT_BASE_REGULAREXPRESSION_H

#include "llvm/Support/Error.h"
#include "llvm/Support/Regex.h"

namespace hprof {

/// Compiles \p Text, a POSIX extended regular expression without Perl's escapes
/// and back references. Matching takes time in proportion to the sizes of the
/// string and of the expression with its repetitions, which is limited.
llvm::Expected<llvm::Regex> regularExpression(llvm::StringRef Text);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_REGULAREXPRESSION_H
