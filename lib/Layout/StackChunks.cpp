//===- StackChunks.cpp - Sizes of virtual threads' stacks -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Layout/StackChunks.h"
#include "hprof/Format/Records/RecordCodec.h"
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

bool hprof::isStackChunkName(StringRef Name) {
  return isClassNamed(Name, StackChunkName);
}

std::optional<uint32_t> hprof::stackLengthOffset(const ClassModel &C,
                                                 unsigned IdBytes) {
  if (!isStackChunkName(C.Name))
    return std::nullopt;
  uint32_t Offset = 0;
  for (const FieldModel &F : C.Fields) {
    if (Offset / 4 >= MostStackInts)
      return std::nullopt;
    if (F.Name == StackChunkWords && F.Type == BasicType::Int)
      return Offset % 4 ? std::nullopt : std::optional(Offset);
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

uint64_t hprof::stackBytes(const StackLengths &Lengths,
                           const ObjectLayout &Layout, uint64_t InstanceBytes) {
  auto Bytes = [&](uint64_t Words) {
    return stackChunkBytes(Layout, InstanceBytes, Words);
  };
  uint64_t Rest = 0, Sum = 0; // Beyond whole periods: words, bytes.
  for (unsigned R = 0; R != StackPeriod; ++R) {
    Rest += Lengths.ofResidue(R) * R;
    Sum += Lengths.ofResidue(R) * Bytes(R);
  }
  return Sum +
         (Lengths.sum() - Rest) / StackPeriod * (Bytes(StackPeriod) - Bytes(0));
}
