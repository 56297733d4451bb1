//===- JsonScan.h - A streaming JSON scanner --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scans JSON files of gigabytes whose arrays are mostly numbers: the caller
/// requests the token that it expects next, and nothing is kept. After the
/// first fault, everything fails.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_SNAPSHOT_JSONSCAN_H
#define HPROF_LIB_FORMAT_SNAPSHOT_JSONSCAN_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compiler.h"

namespace hprof {
namespace snapshot {

class JsonScan {
public:
  explicit JsonScan(Source &In) : In(In) {}
  ~JsonScan() { settle(); }
  JsonScan(const JsonScan &) = delete;
  JsonScan &operator=(const JsonScan &) = delete;

  /// The next character that is not white space; 0 at the end and after a
  /// fault.
  char next() {
    while (LLVM_LIKELY(P != End || refill())) {
      const char C = char(*P);
      if (LLVM_LIKELY(uint8_t(C) > ' '))
        return C;
      if (C != ' ' && C != '\n' && C != '\r' && C != '\t')
        break;
      ++P;
    }
    return P == End ? '\0' : char(*P);
  }
  /// Skips \p C if it is next.
  bool take(char C) {
    if (Failure || next() != C || P == End)
      return false;
    ++P;
    return true;
  }
  /// Same as above, but a mismatch is a fault.
  bool expect(char C);
  /// Reports a fault if anything but white space precedes the end.
  bool expectEnd();
  /// In an array after its '[': returns whether there is another element, and
  /// skips the comma before it.
  bool nextElement(bool &IsFirst, char Close = ']');

  /// Parses a nonnegative number without fraction and exponent.
  uint64_t number() {
    if (LLVM_UNLIKELY(!llvm::isDigit(next()) || Failure)) {
      fail("a whole number");
      return 0;
    }
    uint64_t N = 0;
    while (P != End || refill()) {
      const unsigned Digit = unsigned(*P) - '0';
      if (Digit > 9)
        break;
      if (LLVM_UNLIKELY(N > (UINT64_MAX - Digit) / 10)) {
        fail("a number below 2^64");
        return 0;
      }
      N = N * 10 + Digit;
      ++P;
    }
    if (LLVM_UNLIKELY(P != End && (*P == '.' || *P == 'e' || *P == 'E'))) {
      fail("a whole number");
      return 0;
    }
    return N;
  }
  /// Parses a string as modified UTF-8, truncated to \p Most bytes.
  bool string(std::string &Out, size_t Most);
  bool skipString();
  /// Skips any value, however deeply nested.
  bool skipValue();

  /// Whether there was a fault or an unexpected end.
  bool hasFailed() const { return Failure.has_value(); }
  const Damage &failure() const { return *Failure; }
  /// Records the fault that \p What was expected here.
  void fail(const llvm::Twine &What);

  uint64_t offset() const { return In.offset() + uint64_t(P - Begin); }
  /// The reason why the input ended.
  llvm::Error takeError() {
    settle();
    return In.takeError();
  }

private:
  bool refill();
  void settle() {
    if (P != Begin)
      In.consume(size_t(P - Begin));
    Begin = P;
  }
  bool escape(std::string *Out);
  bool text(std::string *Out, size_t Most);

  Source &In;
  const uint8_t *Begin = nullptr, *P = nullptr, *End = nullptr;
  std::optional<Damage> Failure;
};

} // namespace snapshot
} // namespace hprof

#endif // HPROF_LIB_FORMAT_SNAPSHOT_JSONSCAN_H
