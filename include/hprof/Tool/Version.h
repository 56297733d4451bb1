//===- Version.h - The version of the toolchain -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_VERSION_H
#define HPROF_TOOL_VERSION_H

namespace hprof {

/// "MAJOR.MINOR.PATCH" of the CMake project.
const char *toolchainVersion();

} // namespace hprof

#endif // HPROF_TOOL_VERSION_H
