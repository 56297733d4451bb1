//===- ModifiedUtf8.h - Checks modified UTF-8 -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_VERIFY_MODIFIEDUTF8_H
#define HPROF_LIB_ANALYSIS_VERIFY_MODIFIEDUTF8_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace hprof {

/// Checks that bytes, given in pieces, are the modified UTF-8 of class files
/// (JVM specification, 4.4.7): NUL is C0 80, a supplementary character is
/// encoded as two surrogates of three bytes each, and four-byte sequences are
/// invalid. Unpaired surrogates are valid, because class files may contain
/// them.
class ModifiedUtf8Checker {
public:
  void feed(llvm::ArrayRef<uint8_t> Bytes);
  /// Whether all bytes so far form complete, valid characters.
  bool isValid() const { return !Bad && !Expected; }

private:
  /// Remaining bytes of the current character.
  unsigned Expected = 0;
  uint8_t Low = 0x80, High = 0xbf; ///< Range of the next byte.
  bool Bad = false;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_VERIFY_MODIFIEDUTF8_H
