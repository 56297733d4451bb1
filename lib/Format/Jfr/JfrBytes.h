//===- JfrBytes.h - Reads values of a chunk of a recording ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRBYTES_H
#define HPROF_LIB_FORMAT_JFR_JFRBYTES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof::jfr {

/// Encodings of strings (docs/Formats/JFR.md).
enum class StringEncoding : uint8_t {
  Null,
  Empty,
  Constant, ///< A key of the pool of strings.
  Utf8,
  Utf16, ///< Characters as numbers.
  Latin1
};

/// Reads values one after another. After a value that is truncated, all values
/// are 0 and isGood() is false.
class JfrBytes {
public:
  JfrBytes() = default;
  /// \p IsCompressed: whether numbers have a variable length.
  JfrBytes(llvm::ArrayRef<uint8_t> Bytes, bool IsCompressed)
      : At(Bytes.begin()), End(Bytes.end()), IsCompressed(IsCompressed) {}

  bool isGood() const { return IsGood; }
  void fail() {
    IsGood = false;
    At = End;
  }
  const uint8_t *at() const { return At; }
  size_t left() const { return size_t(End - At); }
  llvm::ArrayRef<uint8_t> rest() const { return {At, End}; }

  void skip(uint64_t Size) {
    if (Size > left())
      return fail();
    At += Size;
  }
  /// Skips \p Size bytes, and returns them.
  llvm::ArrayRef<uint8_t> take(uint64_t Size) {
    const uint8_t *First = At;
    skip(Size);
    return IsGood ? llvm::ArrayRef(First, At) : llvm::ArrayRef<uint8_t>();
  }
  /// Reads a big-endian number of \p Size bytes.
  uint64_t fixed(unsigned Size) {
    uint64_t V = 0;
    for (const uint8_t B : take(Size))
      V = V << 8 | B;
    return V;
  }
  /// Reads a number of \p Size bytes, or of a variable length: seven bits in
  /// each byte, lowest first, and eight bits in the ninth.
  uint64_t number(unsigned Size) {
    if (!IsCompressed)
      return fixed(Size);
    uint64_t V = 0;
    for (unsigned Shift = 0; At != End; Shift += 7) {
      const uint8_t B = *At++;
      if (Shift == 56)
        return V | uint64_t(B) << 56;
      V |= uint64_t(B & 0x7f) << Shift;
      if (B < 0x80)
        return V;
    }
    fail();
    return 0;
  }
  /// Reads a number of \p Size bytes; if negative, of a variable length.
  uint64_t primitive(int Size) {
    return Size < 0 ? number(unsigned(-Size)) : fixed(unsigned(Size));
  }
  uint32_t int32() { return uint32_t(number(4)); }
  uint64_t int64() { return number(8); }

  /// Reads a string, as modified UTF-8. Sets \p Key to the key of a string in
  /// the pool and returns an empty string if it is there.
  std::string string(uint64_t &Key);
  void skipString();

private:
  const uint8_t *At = nullptr, *End = nullptr;
  bool IsCompressed = false;
  bool IsGood = true;
};

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRBYTES_H
