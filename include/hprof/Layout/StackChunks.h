//===- StackChunks.h - Sizes of virtual threads' stacks ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Since JDK 19, HotSpot keeps the stack of a virtual thread that is not
/// running in objects of jdk.internal.vm.StackChunk. They differ in size: the
/// size of an instance with the class's fields, plus the number of machine
/// words in its field "size", plus a bitmap of the words that may hold
/// references, with a bit for each word, or for each half-word if references
/// are compressed.
///
/// Source: HotSpot's oops/instanceStackChunkKlass.inline.hpp.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_STACKCHUNKS_H
#define HPROF_LAYOUT_STACKCHUNKS_H

#include "hprof/Layout/LengthCounts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace hprof {

struct ClassModel;
struct ObjectLayout;

/// Name of the class, and its field with the number of words.
inline constexpr llvm::StringLiteral StackChunkName =
    "jdk.internal.vm.StackChunk";
inline constexpr llvm::StringLiteral StackChunkWords = "size";
/// Whether \p Name, in any notation, is that class.
bool isStackChunkName(llvm::StringRef Name);

/// Size in bytes of a stack chunk of \p Words machine words; \p InstanceBytes
/// is the result of ShallowSizes::instance() for its class, the size without
/// words.
uint64_t stackChunkBytes(const ObjectLayout &Layout, uint64_t InstanceBytes,
                         uint64_t Words);

/// Maximum number of ints in an instance that may be the number of words.
constexpr size_t MostStackInts = 8;
/// The offset of the number of words, an int, in the values of an instance;
/// nullopt if \p C is not StackChunk, or does not declare the field among the
/// first MostStackInts ints.
std::optional<uint32_t> stackLengthOffset(const ClassModel &C,
                                          unsigned IdBytes);

/// The number of words at \p Offset in an instance's values; 0 if it is missing
/// or negative.
uint64_t stackLength(llvm::ArrayRef<uint8_t> Values, uint32_t Offset);

/// Number of words that, with their bitmap, take a multiple of 32 bytes.
constexpr unsigned StackPeriod = 256;
/// The lengths of many stack chunks, in words.
using StackLengths = LengthCounts<StackPeriod>;

/// Size in bytes of all stack chunks with \p Lengths; other parameters are as
/// for stackChunkBytes().
uint64_t stackBytes(const StackLengths &Lengths, const ObjectLayout &Layout,
                    uint64_t InstanceBytes);

} // namespace hprof

#endif // HPROF_LAYOUT_STACKCHUNKS_H
