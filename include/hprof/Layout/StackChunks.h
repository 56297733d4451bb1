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

#include "hprof/Layout/LengthCounts.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace hprof {

struct ClassModel;
struct ObjectLayout;

/// Bytes of a stack chunk of \p Words machine words; \p InstanceBytes is what
/// ShallowSizes::instance() gives for its class, that of one without words.
uint64_t stackChunkBytes(const ObjectLayout &Layout, uint64_t InstanceBytes,
                         uint64_t Words);

/// How many ints of an instance's values may be the number of words.
constexpr size_t MostStackInts = 8;
/// Where the values of an instance have the number of words, an int; none when
/// \p C is another class than StackChunk, or does not declare the field among
/// the first MostStackInts ints.
std::optional<uint32_t> stackLengthOffset(const ClassModel &C,
                                          unsigned IdBytes);

/// The number of words at \p Offset of an instance's values; 0 when it is not
/// there, or below 0.
uint64_t stackLength(llvm::ArrayRef<uint8_t> Values, uint32_t Offset);

/// So many words and their bitmap take a multiple of 16 bytes.
constexpr unsigned StackPeriod = 128;
/// The lengths of many stack chunks, in words.
using StackLengths = LengthCounts<StackPeriod>;

/// Bytes of all stack chunks with \p Lengths; other parameters as of
/// stackChunkBytes().
uint64_t stackBytes(const StackLengths &Lengths, const ObjectLayout &Layout,
                    uint64_t InstanceBytes);

} // namespace hprof

#endif // HPROF_LAYOUT_STACKCHUNKS_H
