//===- StackChunks.cpp - Sizes of stacks of virtual threads ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/StackChunks.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/ObjectLayout.h"

using namespace hprof;
using namespace llvm;

uint64_t hprof::stackChunkBytes(const ObjectLayout &Layout,
                                uint64_t InstanceBytes, uint64_t Words) {
  const uint64_t Word = Layout.WordBytes;
  const uint64_t Bits = Words * (Word / Layout.ReferenceBytes);
  return Layout.align(InstanceBytes +
                      Word * (Words + divideCeil(Bits, 8 * Word)));
}

std::optional<uint32_t> hprof::stackLengthOffset(const ClassModel &C,
                                                 unsigned IdBytes) {
  if (!isClassNamed(C.Name, "jdk/internal/vm/StackChunk"))
    return std::nullopt;
  uint32_t Offset = 0;
  for (const FieldModel &F : C.Fields) {
    if (F.Name == "size" && F.Type == BasicType::Int)
      return Offset;
    Offset += widthOf(F.Type, IdBytes);
  }
  return std::nullopt;
}

uint64_t hprof::stackLength(ArrayRef<uint8_t> Values, uint32_t Offset) {
  if (Values.size() < 4 || Offset > Values.size() - 4)
    return 0;
  int32_t Words = int32_t(loadBE(Values.data() + Offset, 4));
  return uint64_t(std::max(Words, 0));
}

void StackLengths::add(uint64_t Words) {
  ++ByResidue[Words % Period];
  Periods += Words / Period;
  Longest = std::max(Longest, Words);
}

void StackLengths::merge(const StackLengths &Other) {
  for (unsigned I = 0; I != Period; ++I)
    ByResidue[I] += Other.ByResidue[I];
  Periods += Other.Periods;
  Longest = std::max(Longest, Other.Longest);
}

uint64_t StackLengths::count() const {
  uint64_t Sum = 0;
  for (uint64_t N : ByResidue)
    Sum += N;
  return Sum;
}

uint64_t StackLengths::bytes(const ObjectLayout &Layout,
                             uint64_t InstanceBytes) const {
  uint64_t Sum = Periods * (stackChunkBytes(Layout, InstanceBytes, Period) -
                            stackChunkBytes(Layout, InstanceBytes, 0));
  for (unsigned R = 0; R != Period; ++R)
    Sum += ByResidue[R] * stackChunkBytes(Layout, InstanceBytes, R);
  return Sum;
}
