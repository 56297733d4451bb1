//===- ReferenceOffsets.h - Flat lists of reference offsets -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop over hundreds of millions of instances needs the reference offsets of
/// a class in one list. Classes share those of their superclasses
/// (InstanceReferences.h), so these lists are copies. Their total size is
/// limited, because it would grow quadratically with the length of an
/// adversarial file.
///
///     ReferenceOffsets Lists;
///     if (auto Offsets = Lists.add(Shape, FieldOrder::OwnFirst))
///       for (uint32_t Offset : *Offsets) ...     // For each instance.
///     else
///       Shape.forEachReference(FieldOrder::OwnFirst, Size, ...);
///
/// The lists live as long as this object. Never fails.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_REFERENCEOFFSETS_H
#define HPROF_FORMAT_CONTEXT_REFERENCEOFFSETS_H

#include "hprof/Format/Context/InstanceReferences.h"
#include "llvm/Support/Allocator.h"

namespace hprof {

class ReferenceOffsets {
public:
  /// 100,000 real classes use a quarter of this limit.
  static constexpr size_t DefaultMost = 1 << 22;

  /// All lists together contain at most \p Most numbers.
  explicit ReferenceOffsets(size_t Most = DefaultMost) : Left(Most) {}

  /// The offsets of the references of \p S, in bytes and in \p Order; nullopt
  /// if they exceed the limit.
  std::optional<llvm::ArrayRef<uint32_t>> add(const InstanceShape &S,
                                              FieldOrder Order);

private:
  size_t Left;
  llvm::BumpPtrAllocator Arena;
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_REFERENCEOFFSETS_H
