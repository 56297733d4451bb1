//===- RecordSource.h - Sources of record streams ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A source that sends a stream of records to a visitor, possibly more than
/// once: a file of any format (DumpSource.h), or a JVM.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_PIPELINE_RECORDSOURCE_H
#define HPROF_CONVERT_PIPELINE_RECORDSOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof {

class LossAccount;
class RecordVisitor;

/// The purpose of a walk over a stream.
enum class Walk : uint8_t {
  Look,  ///< Another walk follows, which will find the same damage.
  Aside, ///< A walk during another one, which is suspended.
  Last   ///< The last walk, which reports damage.
};

class RecordSource {
public:
  virtual ~RecordSource();

  /// The name in messages: a path, or "<stdin>".
  virtual llvm::StringRef name() const = 0;

  /// Called once, before the first read(), if there may be several reads,
  /// possibly nested. A source that can be read only once copies itself here,
  /// or fails.
  virtual llvm::Error makeRepeatable() = 0;

  /// Sends all records, beginning with the file header, until \p V stops the
  /// walk. \p Losses receives what no record can represent. Does not call
  /// finish(). Errors end the stream; they do not include the name.
  virtual llvm::Error read(RecordVisitor &V, LossAccount &Losses, Walk For) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_PIPELINE_RECORDSOURCE_H
