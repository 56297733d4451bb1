//===- LeakSignature.h - Recognizes leaks in other dumps --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A leak is recognized by the classes on the path to it. Ids, addresses,
/// sizes, and the numbers that VMs and libraries put into the names of
/// generated classes are not used, because they vary from run to run.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_LEAKS_LEAKSIGNATURE_H
#define HPROF_LIB_ANALYSIS_LEAKS_LEAKSIGNATURE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace hprof {

/// Returns the signature of a list of class names, outermost first. It depends
/// on the stable names only, and does not change between releases.
uint64_t leakSignature(llvm::ArrayRef<std::string> JavaNames);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_LEAKS_LEAKSIGNATURE_H
