//===- RecordSource.h - Where a pipeline's records come from ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who can send a stream of records to a visitor, perhaps more than once: a
/// file of any format (DumpSource.h), or a JVM.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_RECORDSOURCE_H
#define HPROF_CONVERT_RECORDSOURCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof {

class LossAccount;
class RecordVisitor;

/// What a walk over a stream is for.
enum class Walk : uint8_t {
  Survey, ///< Another one follows, and will meet the same damage.
  Aside,  ///< A survey in the midst of another walk, which stands still.
  Last    ///< Damage is told now.
};

class RecordSource {
public:
  virtual ~RecordSource();

  /// What to call it in messages: a path, or "<stdin>".
  virtual llvm::StringRef name() const = 0;

  /// Called once, before the first read(), when more than one may come, also
  /// one from within another. What comes only once makes a copy of itself here,
  /// or says that it cannot.
  virtual llvm::Error makeRepeatable() = 0;

  /// Sends everything from the file header on, until \p V wants no more. What
  /// no record can say is entered in \p Losses. Calls no finish(). The error
  /// is one that ends the stream; it does not carry the name.
  virtual llvm::Error read(RecordVisitor &V, LossAccount &Losses, Walk For) = 0;
};

} // namespace hprof

#endif // HPROF_CONVERT_RECORDSOURCE_H
