//===- TextScan.h - Parses a line of text -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A position in a line of text that advances past expected parts. The first
/// mismatch is kept for a message; everything after it fails without being
/// parsed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTSCAN_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTSCAN_H

#include "Format/Stream/TextInput.h"
#include <string>

namespace hprof {

class TextScan {
public:
  explicit TextScan(const TextLine &L)
      : L(L), P(L.Text.begin()), End(L.Text.end()) {}

  bool ok() const { return !Expected; }
  /// Whether the line was truncated. Its missing parts parse as empty or 0.
  bool wasCut() const { return Cut; }

  /// Expects \p Text and skips it.
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool lit(llvm::StringRef Text) {
    if (LLVM_LIKELY(peekLit(Text))) {
      P += Text.size();
      return true;
    }
    return failLit(Text);
  }
  /// Skips \p Text if it follows.
  bool tryLit(llvm::StringRef Text) {
    if (!ok() || !peekLit(Text))
      return false;
    P += Text.size();
    return true;
  }
  bool blanks() {
    while (P != End && *P == ' ')
      ++P;
    return ok();
  }

  template <class T> LLVM_ATTRIBUTE_ALWAYS_INLINE bool dec(T &Out) {
    uint64_t V = 0;
    const char *Q = P;
    for (; Q != End && unsigned(*Q - '0') < 10; ++Q) {
      if (LLVM_UNLIKELY(V > UINT64_MAX / 10 - 1))
        return fail("a smaller number");
      V = V * 10 + unsigned(*Q - '0');
    }
    if (LLVM_UNLIKELY(Q == P))
      return failNumber("a number");
    if (LLVM_UNLIKELY(T(V) != V))
      return fail("a 32-bit number");
    P = Q;
    Out = T(V);
    return ok();
  }
  /// Parses a number that was printed as signed, so it is negative if its 32
  /// bits overflowed.
  bool wrapped(uint64_t &Out);
  bool wrapped(uint32_t &Out) {
    uint64_t V = 0;
    const bool IsRead = wrapped(V);
    Out = uint32_t(V);
    return IsRead;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE bool hex(uint64_t &Out) {
    uint64_t V = 0;
    const char *Q = P;
    for (; Q != End; ++Q) {
      unsigned Digit = hexDigit(*Q);
      if (Digit > 15)
        break;
      if (LLVM_UNLIKELY(V >> 60))
        return fail("a 64-bit id");
      V = V << 4 | Digit;
    }
    if (LLVM_UNLIKELY(Q == P))
      return failNumber("a hexadecimal id");
    P = Q;
    Out = V;
    return ok();
  }
  /// Parses "12.50%" to 1250.
  bool percent(int32_t &Out);
  /// Returns the string before \p Stop in \p Out and skips both; if \p Stop
  /// occurs several times, \p Last selects the last one.
  bool upTo(llvm::StringRef Stop, llvm::StringRef &Out, bool Last = false);
  /// Returns the rest in \p Out without \p Ending, with which it must end.
  bool upToEnd(llvm::StringRef Ending, llvm::StringRef &Out);
  /// Returns the whole rest, which is incomplete in a truncated line.
  llvm::StringRef tail() {
    llvm::StringRef Text = rest();
    P = End;
    Cut |= L.IsCut;
    return Text;
  }
  /// Parses "Sat Nov 21 01:29:15 2026", as printed by ctime(), as UTC.
  bool date(uint64_t &Millis);
  /// Expects the end of the line.
  bool end() { return P == End ? ok() : fail("the end of the line"); }

  llvm::StringRef rest() const { return {P, size_t(End - P)}; }
  size_t position() const { return size_t(P - L.Text.begin()); }
  /// Moves to \p Position, where the next failure is reported.
  void moveTo(size_t Position) { P = L.Text.begin() + Position; }

  /// Returns false: \p What, a literal, was expected here.
  bool fail(const char *What) {
    if (ok()) {
      Expected = What;
      IsLiteral = false;
      FailedAt = P;
    }
    return false;
  }

  uint64_t failureOffset() const { return L.Offset + failedAt(); }
  /// Returns "line 3, column 7: expected 'trace=', found 'track=5'".
  std::string failure() const;

private:
  size_t failedAt() const {
    return size_t((FailedAt ? FailedAt : P) - L.Text.begin());
  }
  bool peekLit(llvm::StringRef Text) const {
    return size_t(End - P) >= Text.size() &&
           std::memcmp(P, Text.data(), Text.size()) == 0;
  }
  static unsigned hexDigit(char C) {
    if (unsigned(C - '0') < 10)
      return unsigned(C - '0');
    unsigned Letter = unsigned((C | 0x20) - 'a');
    return Letter < 6 ? Letter + 10 : 16;
  }
  bool forgive();
  bool failLit(llvm::StringRef Text);
  bool failNumber(const char *What);

  const TextLine &L;
  const char *P, *End;
  const char *Expected = nullptr; ///< Null-terminated: always a literal.
  const char *FailedAt = nullptr;
  bool IsLiteral = false;
  bool Cut = false;
};

/// Returns "line 3, column 7".
std::string textPlace(uint64_t Line, uint64_t Column);

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTSCAN_H
