//===- ExactSizes.h - Dumps whose sizes are exact ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some formats state the size of each object in bytes. When they become HPROF,
/// objects of the same class but of other sizes get classes of the same name,
/// and each class states the size of its instances, which is no multiple of
/// anything. A class that has no instances says so: no program can have a class
/// with this name.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_EXACTSIZES_H
#define HPROF_FORMAT_RECORDS_EXACTSIZES_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

constexpr llvm::StringLiteral ExactSizesClass = "(exact sizes)";

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_EXACTSIZES_H
