//===- Terminal.h - Width of a terminal -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_TERMINAL_H
#define HPROF_LIB_TOOL_TERMINAL_H

namespace hprof {

/// Returns the number of columns of the terminal \p Fd, or 0 if \p Fd is not a
/// terminal or the width is unknown. LLVM's sys::Process only reads the
/// variable COLUMNS.
unsigned terminalColumns(int Fd);

} // namespace hprof

#endif // HPROF_LIB_TOOL_TERMINAL_H
