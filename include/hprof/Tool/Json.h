//===- Json.h - JSON conventions of the tools -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Common structure of all JSON output: one object that begins with
/// "schema_version" and "tool", ids as "0x..." strings (numbers above 2^53 do
/// not survive JavaScript), sizes as integers, valid UTF-8 (toUtf8), and at the
/// end "damaged" and, if the tool has one, "gate". All control characters are
/// \u escapes, including those that JSON permits (U+007F, isHidden()), because
/// the output may be shown on a terminal.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_JSON_H
#define HPROF_TOOL_JSON_H

#include "llvm/Support/JSON.h"
#include <cstdint>
#include <memory>
#include <string>

namespace hprof {

class Reporter;

/// \p Id as "0x1a2b", without leading zeros.
std::string jsonId(uint64_t Id);

/// A stream that writes JSON to \p OS and escapes control characters that JSON
/// permits. For third-party JSON formats, which do not use JsonReport.
std::unique_ptr<llvm::raw_ostream> safeJson(llvm::raw_ostream &OS);

/// The top-level object of a report, with the parts common to all tools.
class JsonReport {
public:
  /// Incremented when the JSON of a tool changes in a way that old readers
  /// would misinterpret. docs/JSON.md lists the changes.
  static constexpr unsigned SchemaVersion = 2;

  /// Begins with "schema_version", "tool" (the name \p Tool) and the array
  /// "files", to which each input adds one object; endFiles() follows.
  JsonReport(llvm::raw_ostream &OS, llvm::StringRef Tool);
  void endFiles();

  /// Stream to which objects are added before endFiles(), and attributes after
  /// it.
  llvm::json::OStream &json() { return J; }
  llvm::json::OStream *operator->() { return &J; }
  llvm::json::OStream &operator*() { return J; }

  /// Closes the object with the state of \p R, and ends the line.
  void finish(const Reporter &R, bool HasGate = false);

private:
  llvm::raw_ostream &OS;
  std::unique_ptr<llvm::raw_ostream> Safe; ///< Escapes, and writes to OS.
  llvm::json::OStream J;
};

} // namespace hprof

#endif // HPROF_TOOL_JSON_H
