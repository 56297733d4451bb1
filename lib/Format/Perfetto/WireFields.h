//===- WireFields.h - Fields of a protobuf message --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decodes protobuf without building messages: a heap graph has millions of
/// objects, which need not become messages in memory first.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_PERFETTO_WIREFIELDS_H
#define HPROF_LIB_FORMAT_PERFETTO_WIREFIELDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>

namespace hprof {
namespace perfetto {

/// Removes a number of up to ten bytes from the front of \p B; returns false if
/// it is truncated.
inline bool takeVarint(llvm::ArrayRef<uint8_t> &B, uint64_t &Value) {
  Value = 0;
  const size_t Most = std::min<size_t>(B.size(), 10);
  for (size_t I = 0; I != Most; ++I) {
    Value |= uint64_t(B[I] & 0x7f) << (7 * I);
    if (B[I] < 0x80) {
      B = B.drop_front(I + 1);
      return true;
    }
  }
  return false;
}

class WireFields {
public:
  /// With \p IsCut, the last field may be shorter than it states.
  explicit WireFields(llvm::ArrayRef<uint8_t> Message, bool IsCut = false)
      : Left(Message), IsCut(IsCut) {}

  /// Moves to the next field; returns false at the end and at invalid data.
  bool next() {
    Number = 0;
    Bytes = {};
    uint64_t Tag;
    if (Left.empty())
      return false;
    if (!takeVarint(Left, Tag) || Tag >> 3 == 0 || Tag >> 32)
      return stop();
    Field = uint32_t(Tag >> 3);
    Type = Tag & 7;
    switch (Type) {
    case Varint:
      return takeVarint(Left, Number) || stop();
    case Fixed64:
      return take(8);
    case Fixed32:
      return take(4);
    case Length:
      return takeVarint(Left, Number) && take(Number);
    }
    return stop();
  }

  uint32_t field() const { return Field; }
  bool isNumber() const { return Type == Varint; }
  bool isBytes() const { return Type == Length; }
  uint64_t number() const { return Number; }
  llvm::ArrayRef<uint8_t> bytes() const { return Bytes; }
  llvm::StringRef text() const { return llvm::toStringRef(Bytes); }
  /// Whether the message ended within a field or contained invalid data.
  bool isBroken() const { return Broken; }

  /// Calls \p Take for each element of a repeated number, packed or not.
  /// Returns false if it ends within a number.
  template <class Fn> bool forEachNumber(Fn Take) const {
    if (isNumber()) {
      Take(Number);
      return true;
    }
    llvm::ArrayRef<uint8_t> Rest = Bytes;
    for (uint64_t N; !Rest.empty(); Take(N))
      if (!takeVarint(Rest, N))
        return false;
    return isBytes();
  }

private:
  enum WireType : unsigned { Varint = 0, Fixed64 = 1, Length = 2, Fixed32 = 5 };

  bool take(uint64_t Size) {
    if (Size > Left.size()) {
      if (IsCut && Type == Length) {
        Bytes = Left;
        stop();
        return true;
      }
      return stop();
    }
    Bytes = Left.take_front(size_t(Size));
    Left = Left.drop_front(size_t(Size));
    return true;
  }
  bool stop() {
    Broken = true;
    Left = {};
    return false;
  }

  llvm::ArrayRef<uint8_t> Left, Bytes;
  uint64_t Number = 0;
  uint32_t Field = 0;
  unsigned Type = Varint;
  bool IsCut, Broken = false;
};

} // namespace perfetto
} // namespace hprof

#endif // HPROF_LIB_FORMAT_PERFETTO_WIREFIELDS_H
