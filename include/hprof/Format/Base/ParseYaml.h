//===- ParseYaml.h - Policies and budgets in YAML ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's YAML parser, for files that people write. (Dumps in YAML have a
/// parser of their own: see docs/Rationale/YAML.md.) It recurses for each level
/// of nesting, so it may be used only through this header.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_PARSEYAML_H
#define HPROF_FORMAT_BASE_PARSEYAML_H

#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

namespace hprof {

/// The YAML being parsed and its faults: the context of the traits.
struct YamlText {
  std::string Text;
  std::string Fault; ///< The first fault; empty if none.
  std::string Wrong; ///< Owns a message returned by ScalarTraits.

  static YamlText &of(void *Context) {
    return *static_cast<YamlText *>(Context);
  }
  /// Diagnostic handler for LLVM's parser: keeps the first fault, with its
  /// line.
  static void keep(const llvm::SMDiagnostic &D, void *Context);
  /// Returns an error if the input is empty, not text, invalid YAML, or nests
  /// lists and maps deeper than MaxDepth.
  llvm::Error check();
  static constexpr unsigned MaxDepth = 16;
};

/// Reads \p Value by its traits. \p What describes it: "a budget".
template <class T>
llvm::Error parseYaml(llvm::StringRef Text, llvm::StringRef What, T &Value) {
  YamlText Of{Text.str(), "", ""};
  if (llvm::Error E = Of.check())
    return E;
  llvm::yaml::Input In(Of.Text, &Of, YamlText::keep, &Of);
  In >> Value;
  if (In.error())
    return llvm::createStringError(Of.Fault.empty() ? ("expected " + What).str()
                                                    : Of.Fault);
  return llvm::Error::success();
}

} // namespace hprof

#endif // HPROF_FORMAT_BASE_PARSEYAML_H
