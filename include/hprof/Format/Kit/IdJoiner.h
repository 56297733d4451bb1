//===- IdJoiner.h - Ids from payloads in chunks -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of an object array are delivered whole or in chunks, and a
/// chunk may end inside an id:
///
///     void visit(const ObjectArrayDump &R) override {
///       Ids.begin(IdSize);
///       payload(R.Elements.Bytes); // All of them, or none yet.
///     }
///     void payload(llvm::ArrayRef<uint8_t> Chunk) override {
///       Ids.add(Chunk, [&](uint64_t Id) { refer(Id); });
///     }
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_IDJOINER_H
#define HPROF_FORMAT_KIT_IDJOINER_H

#include "hprof/Format/Records/RecordCodec.h"
#include <utility>

namespace hprof {

/// Calls \p F with each id in \p Bytes, each \p Width bytes wide, and returns
/// the incomplete rest.
template <class Fn>
llvm::ArrayRef<uint8_t> forEachId(llvm::ArrayRef<uint8_t> Bytes, unsigned Width,
                                  Fn &&F) {
  // Common widths get loops without a width switch for each id.
  auto Walk = [&](auto W) {
    for (; Bytes.size() >= W; Bytes = Bytes.drop_front(W))
      F(loadBE(Bytes.data(), W));
    return Bytes;
  };
  if (Width == 8)
    return Walk(std::integral_constant<unsigned, 8>());
  if (Width == 4)
    return Walk(std::integral_constant<unsigned, 4>());
  return Walk(Width);
}

/// Assembles big-endian ids. Holds at most one incomplete id.
class IdJoiner {
public:
  /// Starts a list of ids of \p NewWidth bytes, 1 to 8. Discards an incomplete
  /// id.
  void begin(unsigned NewWidth) {
    Width = NewWidth;
    Held = 0;
    Partial = 0;
  }

  /// Calls \p F with the ids that end in \p Chunk, in order.
  template <class Fn> void add(llvm::ArrayRef<uint8_t> Chunk, Fn &&F) {
    if (LLVM_UNLIKELY(Held)) {
      size_t Size = std::min(Chunk.size(), missing());
      hold(Chunk.take_front(Size));
      Chunk = Chunk.drop_front(Size);
      if (Held != Width)
        return;
      Held = 0;
      F(std::exchange(Partial, 0));
    }
    hold(forEachId(Chunk, Width, F));
  }

  /// Number of bytes missing from the incomplete id.
  size_t missing() const { return Width - Held; }
  /// Whether an incomplete id is buffered. At the end of the payload, this
  /// means that it was truncated.
  bool isInside() const { return Held; }
  /// The bytes of the incomplete id, as received.
  llvm::SmallVector<uint8_t, 8> held() const {
    llvm::SmallVector<uint8_t, 8> Bytes(Held);
    storeBE(Bytes.data(), Partial, Held);
    return Bytes;
  }

private:
  void hold(llvm::ArrayRef<uint8_t> Bytes) {
    for (uint8_t Byte : Bytes)
      Partial = Partial << 8 | Byte;
    Held += unsigned(Bytes.size());
  }

  unsigned Width = 8;
  unsigned Held = 0;    ///< Number of bytes in Partial.
  uint64_t Partial = 0; ///< Value of the incomplete id.
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_IDJOINER_H
