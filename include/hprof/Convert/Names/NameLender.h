//===- NameLender.h - A dump that lends names -------------------*- C++ -*-===//
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

/// The dump that lends names: a single heap dump.
struct NameLender {
  std::string Name; ///< In messages.
  /// Sends a visitor the whole dump. Called several times.
  std::function<llvm::Error(RecordVisitor &)> Walk;
};

} // namespace hprof

#endif // HPROF_CONVERT_NAMES_NAMELENDER_H
