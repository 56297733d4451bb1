//===- Terminal.h - How wide a terminal is ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_TOOL_TERMINAL_H
#define HPROF_LIB_TOOL_TERMINAL_H

namespace hprof {

/// The columns of the terminal that \p Fd is, 0 when it is none or does not
/// know. LLVM's sys::Process knows only what the variable COLUMNS says.
unsigned terminalColumns(int Fd);

} // namespace hprof

#endif // HPROF_LIB_TOOL_TERMINAL_H
