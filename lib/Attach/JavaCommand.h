//===- JavaCommand.h - Command line of a Java launcher ----------*- C++ -*-===//
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
  /// program is not named java.
  std::string Main;
  /// VM options, without those in @FILE.
  std::vector<std::string> Options;
};

/// Splits /proc/PID/cmdline or /proc/PID/environ into its NUL-terminated
/// strings.
std::vector<std::string> splitAtNul(llvm::StringRef Text);

/// Whether the file name in the path \p Program is java.
bool isJavaLauncher(llvm::StringRef Program);

/// Parses \p Arguments, which include the program. For programs other than
/// java, such as javac, only options that begin with -J are used.
JavaCommand parseJavaCommand(llvm::ArrayRef<std::string> Arguments);

/// Returns the options of a VM with these command line arguments and
/// environment ("NAME=VALUE"), in the order in which the VM applies them; the
/// last option wins.
std::vector<std::string>
effectiveOptions(llvm::ArrayRef<std::string> Arguments,
                 llvm::ArrayRef<std::string> Environment);

/// Returns the value of -XX:+Name or -XX:-Name.
std::optional<bool> findFlag(llvm::ArrayRef<std::string> Options,
                             llvm::StringRef Name);

/// Returns the value of -DName=Value; empty if not set.
llvm::StringRef findProperty(llvm::ArrayRef<std::string> Options,
                             llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_LIB_ATTACH_JAVACOMMAND_H
