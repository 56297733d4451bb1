//===- StackChunks.h - Sizes of stacks of virtual threads -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Since JDK 19 HotSpot keeps the stack of a virtual thread that does not run
/// in objects of jdk.internal.vm.StackChunk. Each has a size of its own: what
/// an instance with these fields would take, then as many machine words as its
/// field "size" says, then a bitmap of where these may hold references, with a
/// bit for each word, or for each half of one when references are compressed.
///
/// Source: HotSpot's oops/instanceStackChunkKlass.inline.hpp.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_STACKCHUNKS_H
#define HPROF_LAYOUT_STACKCHUNKS_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstdint>
#include <optional>

namespace hprof {

struct ClassModel;
struct ObjectLayout;

/// Bytes of a stack chunk of \p Words machine words; \p InstanceBytes is what
/// ShallowSizes::instance() gives for its class, that of one without words.
uint64_t stackChunkBytes(const ObjectLayout &Layout, uint64_t InstanceBytes,
                         uint64_t Words);

/// Where the values of an instance have the number of words, an int; none when
/// \p C is another class than StackChunk, or does not declare the field.
std::optional<uint32_t> stackLengthOffset(const ClassModel &C,
                                          unsigned IdBytes);

/// The number of words at \p Offset of an instance's values; 0 when it is not
/// there, or below 0.
uint64_t stackLength(llvm::ArrayRef<uint8_t> Values, uint32_t Offset);

/// The lengths of many stack chunks, trivially copyable and mergeable in any
/// order. Their bytes follow exactly when the layout is known, as those of
/// ArrayLengths do: from the sum of the lengths and how often each length
/// mod 128 occurred.
class StackLengths {
public:
  void add(uint64_t Words);
  void merge(const StackLengths &Other);

  uint64_t count() const;
  /// Bytes of all of them; parameters as of stackChunkBytes().
  uint64_t bytes(const ObjectLayout &Layout, uint64_t InstanceBytes) const;
  /// Words of the largest.
  uint64_t longest() const { return Longest; }

private:
  /// So many words and their bitmap take a multiple of 16 bytes.
  static constexpr unsigned Period = 128;
  std::array<uint64_t, Period> ByResidue{};
  uint64_t Periods = 0; ///< Whole ones of all stacks.
  uint64_t Longest = 0;
};

} // namespace hprof

#endif // HPROF_LAYOUT_STACKCHUNKS_H
