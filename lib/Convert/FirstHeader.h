//===- FirstHeader.h - The first file header of a dump ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_FIRSTHEADER_H
#define HPROF_LIB_CONVERT_FIRSTHEADER_H

#include "hprof/Convert/Formats.h"

namespace hprof {

/// Returns the first file header of \p In, which is in the format \p From. For
/// formats other than HPROF binary and YAML, only Carrier is set. Consumes
/// nothing; the reader of the input reports faults.
FileHeader firstHeader(Source &In, const FormatInfo &From);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_FIRSTHEADER_H
