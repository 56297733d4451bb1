//===- FieldSink.h - Named values as text or as JSON ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that prints records and objects reports each value once; a sink formats
/// it as a line of key=value or as a JSON object.
///
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_FIELDSINK_H
#define TOOLS_HPROF_DUMP_FIELDSINK_H

#include "hprof/Format/Records/Records.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <optional>

namespace hprof {

/// Keys are in snake_case, and empty for list elements. Text is modified UTF-8.
class FieldSink {
public:
  virtual ~FieldSink();

  /// Starts a line, or an object in an open array.
  virtual void begin(std::optional<uint64_t> Offset, llvm::StringRef What,
                     unsigned Depth) = 0;
  virtual void end() = 0;

  virtual void number(llvm::StringRef Key, uint64_t N) = 0;
  /// Adds a serial number and its meaning, empty if unknown.
  virtual void serial(llvm::StringRef Key, uint64_t N,
                      llvm::StringRef Name) = 0;
  virtual void integer(llvm::StringRef Key, int64_t N) = 0;
  virtual void text(llvm::StringRef Key, llvm::StringRef Text) = 0;
  /// Adds a fixed word, which needs no quotes.
  virtual void word(llvm::StringRef Key, llvm::StringRef Text) = 0;
  /// Adds an id and its meaning, empty if unknown.
  virtual void id(llvm::StringRef Key, uint64_t Id, llvm::StringRef Name) = 0;
  virtual void value(llvm::StringRef Key, const Value &V) = 0;
  /// Adds an element of a list of named values; \p Name may be any string.
  virtual void namedValue(llvm::StringRef Name, const Value &V) = 0;
  virtual void beginList(llvm::StringRef Key) = 0;
  /// Ends a list; \p Omitted elements were left out of it.
  virtual void endList(uint64_t Omitted) = 0;
  /// Starts an element with fields.
  virtual void beginItem() = 0;
  virtual void endItem() = 0;
};

/// Prints lines to \p OS.
std::unique_ptr<FieldSink> makeTextSink(llvm::raw_ostream &OS, EscapeMode Mode);
/// Adds objects to the open array in \p J.
std::unique_ptr<FieldSink> makeJsonSink(llvm::json::OStream &J);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_FIELDSINK_H
