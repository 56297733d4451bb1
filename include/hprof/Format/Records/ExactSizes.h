//===- ExactSizes.h - Marks dumps with exact sizes --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some formats contain the size of each object in bytes. When they are
/// converted to HPROF, objects of one class but different sizes get separate
/// classes with the same name, each with the exact size of its instances, which
/// need not be aligned. A class without instances marks such dumps; no program
/// can have a class with this name.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_EXACTSIZES_H
#define HPROF_FORMAT_RECORDS_EXACTSIZES_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

constexpr llvm::StringLiteral ExactSizesClass = "(exact sizes)";

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_EXACTSIZES_H
