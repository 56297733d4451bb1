//===- StringPrinter.h - Prints --strings -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_STRINGPRINTER_H
#define TOOLS_HPROF_DUMP_STRINGPRINTER_H

#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Tool/Escape.h"
#include "llvm/Support/JSON.h"

namespace hprof {

/// Prints the string records in file order. Keeps at most MaxText bytes per
/// string.
class StringPrinter : public RecordVisitor {
public:
  static constexpr size_t MaxText = 1 << 20;

  /// Writes to the open array in \p J, or as lines to \p OS if it is null.
  StringPrinter(llvm::raw_ostream &OS, llvm::json::OStream *J, EscapeMode Mode)
      : OS(OS), J(J), Mode(Mode) {}

  using RecordVisitor::visit;
  void visit(const Utf8 &R) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
  void endFrame(const Frame &, uint64_t) override;

private:
  void print(uint64_t Id, llvm::StringRef Text, uint64_t Size);

  llvm::raw_ostream &OS;
  llvm::json::OStream *J;
  EscapeMode Mode;
  bool IsOpen = false; ///< Whether a string is arriving in chunks.
  uint64_t Id = 0, Size = 0;
  std::string Text;
};

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_STRINGPRINTER_H
