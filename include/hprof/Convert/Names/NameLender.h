//===- NameLender.h - A dump that supplies names ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_NAMES_NAMELENDER_H
#define HPROF_CONVERT_NAMES_NAMELENDER_H

#include "hprof/Format/Records/RecordVisitor.h"
#include <functional>
#include <string>

namespace hprof {

/// A source of names for another dump; it contains a single heap dump.
struct NameLender {
  std::string Name; ///< For messages.
  /// Sends the whole dump to a visitor. Called several times.
  std::function<llvm::Error(RecordVisitor &)> Walk;
};

} // namespace hprof

#endif // HPROF_CONVERT_NAMES_NAMELENDER_H
