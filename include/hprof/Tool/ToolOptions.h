//===- ToolOptions.h - A tool's option table and its checks -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_TOOLOPTIONS_H
#define HPROF_TOOL_TOOLOPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

namespace llvm {
class StringSaver;
} // namespace llvm

namespace hprof {

/// The options of one tool, built from the rows of its Opts.inc.
class ToolOptions : public llvm::opt::GenericOptTable {
public:
  /// \p Rows must outlive this.
  explicit ToolOptions(llvm::ArrayRef<Info> Rows);

  llvm::ArrayRef<Info> rows() const { return Rows; }
  const Info &row(unsigned Id) const { return Rows[Id - 1]; }

  /// Returns the id of the option spelled \p Name ("--strict", "--format=",
  /// "-o"), or 0 if this tool lacks it. Aliases are resolved.
  unsigned find(llvm::StringRef Name) const;

  /// Parses \p Argv (without the program's name): response files, "--", and all
  /// checks that Common.td promises. Each fault is passed to \p Problem as a
  /// message for the user; the result is then incomplete. Strings live in
  /// \p Saver.
  llvm::opt::InputArgList
  parse(llvm::ArrayRef<const char *> Argv, llvm::StringSaver &Saver,
        llvm::function_ref<void(const llvm::Twine &)> Problem) const;

private:
  llvm::ArrayRef<Info> Rows;
};

/// Values listed in an option's row: "a,b" as {"a", "b"}.
llvm::SmallVector<llvm::StringRef, 8>
optionValues(const llvm::opt::OptTable::Info &Row);

/// Returns "a", "a or b" or "a, b or c".
std::string listOf(llvm::ArrayRef<llvm::StringRef> Values);

} // namespace hprof

#endif // HPROF_TOOL_TOOLOPTIONS_H
