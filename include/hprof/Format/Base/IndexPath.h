//===- IndexPath.h - Path of a dump's index ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_INDEXPATH_H
#define HPROF_FORMAT_BASE_INDEXPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace hprof {

/// The expected path of the index of the dump \p Path: next to the dump.
inline std::string indexPathOf(llvm::StringRef Path) {
  return Path.str() + ".hidx";
}

} // namespace hprof

#endif // HPROF_FORMAT_BASE_INDEXPATH_H
