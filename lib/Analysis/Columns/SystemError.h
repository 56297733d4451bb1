//===- SystemError.h - Errors of system calls -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_COLUMNS_SYSTEMERROR_H
#define HPROF_LIB_ANALYSIS_COLUMNS_SYSTEMERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cerrno>

namespace hprof {

/// Returns an error with \p What and the reason in errno.
inline llvm::Error systemError(const llvm::Twine &What) {
  std::error_code EC(errno, std::generic_category());
  return llvm::createStringError(EC, What + ": " + EC.message());
}

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_COLUMNS_SYSTEMERROR_H
