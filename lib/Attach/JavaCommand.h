//===- JavaCommand.h - The command line of a Java launcher ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ATTACH_JAVACOMMAND_H
#define HPROF_LIB_ATTACH_JAVACOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hprof {

struct JavaCommand {
  /// Main class, jar, module or source file; empty if there is none, or if the
  /// program is not called java.
  std::string Main;
  /// Options of the VM, without those in @FILE.
  std::vector<std::string> Options;
};

/// The strings in /proc/PID/cmdline or /proc/PID/environ, each of which ends
/// with a NUL.
std::vector<std::string> splitAtNul(llvm::StringRef Text);

/// Whether \p Program, a path, is called java.
bool isJavaLauncher(llvm::StringRef Program);

/// \p Arguments include the program. Of programs other than java, such as
/// javac, only options that begin with -J are taken.
JavaCommand parseJavaCommand(llvm::ArrayRef<std::string> Arguments);

/// Options of a VM with these command line arguments and environment
/// ("NAME=VALUE"), in the order in which the VM takes them: the last wins.
std::vector<std::string>
effectiveOptions(llvm::ArrayRef<std::string> Arguments,
                 llvm::ArrayRef<std::string> Environment);

/// The value of -XX:+Name or -XX:-Name.
std::optional<bool> findFlag(llvm::ArrayRef<std::string> Options,
                             llvm::StringRef Name);

/// The value of -DName=Value; empty if not set.
llvm::StringRef findProperty(llvm::ArrayRef<std::string> Options,
                             llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_JAVACOMMAND_H
