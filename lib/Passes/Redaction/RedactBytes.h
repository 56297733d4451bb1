//===- RedactBytes.h - Replaces bytes ---------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_REDACTBYTES_H
#define HPROF_LIB_PASSES_REDACTION_REDACTBYTES_H

#include "RedactPolicy.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/SHA256.h"
#include <array>

namespace hprof {

/// Replaces the elements of arrays. The results have the same length as the
/// originals. The operation is idempotent.
///
/// - Zero: zeros.
/// - Mask: '*' for each byte or char, zeros for other types.
/// - Token: for at least MinToken bytes or chars, letters A to Z and digits 2
///   to 7 that depend on the key and the contents (HMAC-SHA256): equal contents
///   have equal tokens. The second half of a token is computed from the first,
///   so that tokens are recognized. Shorter arrays, other types, and contents
///   that arrive in several chunks, are masked.
class RedactBytes {
public:
  /// Shorter contents could be guessed by trying all possibilities.
  static constexpr size_t MinToken = 12;
  /// Minimum length of a key in bytes.
  static constexpr size_t MinKey = 16;

  /// \p Key may be empty if there are no tokens.
  explicit RedactBytes(llvm::StringRef Key);

  static constexpr size_t NameLetters = 12;
  /// Returns the letters and digits that replace \p Name.
  std::string name(llvm::StringRef Name) const;

  /// Replaces \p Bytes, which are all elements of an array of \p T. \p How
  /// becomes Mask if Token is not possible.
  void replace(llvm::MutableArrayRef<uint8_t> Bytes, BasicType T,
               Redaction &How) const;
  /// Does the same for a part of the elements, which begins \p Position bytes
  /// after the first element. Supports Zero and Mask only.
  static void fill(llvm::MutableArrayRef<uint8_t> Bytes, uint64_t Position,
                   BasicType T, Redaction How);

private:
  std::array<uint8_t, 32> hmac(llvm::ArrayRef<uint8_t> Bytes) const;
  void letters(llvm::ArrayRef<uint8_t> Of, char Purpose, size_t Count,
               llvm::SmallVectorImpl<uint8_t> &Out) const;

  /// States after hashing the key, before the data to authenticate.
  llvm::SHA256 Inner, Outer;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_REDACTBYTES_H
