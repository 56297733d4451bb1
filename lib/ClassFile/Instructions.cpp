//===- Instructions.cpp - Splits code into instructions -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Instructions.h"
#include "ByteReader.h"
#include <array>

using namespace hprof::classfile;
using namespace llvm;

namespace {
struct Format {
  uint8_t Size = 0;
  OpKind Kind = OpKind::Invalid;
};
} // namespace

static constexpr std::array<Format, 256> makeFormats() {
  std::array<Format, 256> F{};
#define HPROF_OPCODES(First, Last, OpSize, OpKindName)                         \
  for (unsigned I = First; I <= Last; ++I) {                                   \
    F[I].Size = OpSize;                                                        \
    F[I].Kind = OpKind::OpKindName;                                            \
  }
#include "Opcodes.def"
  return F;
}
static constexpr std::array<Format, 256> Formats = makeFormats();

OpKind hprof::classfile::kindOf(uint8_t Opcode) { return Formats[Opcode].Kind; }

/// Returns the size of the switch at \p Offset, after its padding; 0 if its
/// operands contradict each other or run past the end.
static uint64_t sizeOfSwitch(ArrayRef<uint8_t> Code, uint32_t Offset,
                             bool IsTable) {
  ByteReader R(Code.drop_front(Offset + 1));
  R.skip(switchPadding(Offset));
  R.u4(); // Default.
  const uint64_t Head = 1 + R.position();
  const auto First = int32_t(R.u4());
  if (!IsTable)
    return R.hasFailed() || First < 0 ? 0 : Head + 4 + uint64_t(First) * 8;
  const auto Last = int32_t(R.u4());
  if (R.hasFailed() || First > Last)
    return 0;
  return Head + 8 + (uint64_t(int64_t(Last) - First) + 1) * 4;
}

static uint64_t sizeAt(ArrayRef<uint8_t> Code, uint32_t Offset) {
  constexpr uint8_t Iinc = 0x84;
  const Format F = Formats[Code[Offset]];
  switch (F.Kind) {
  case OpKind::TableSwitch:
  case OpKind::LookupSwitch:
    return sizeOfSwitch(Code, Offset, F.Kind == OpKind::TableSwitch);
  case OpKind::Wide:
    if (Offset + 1 == Code.size())
      return 0;
    return Code[Offset + 1] == Iinc ? 6 : 4;
  case OpKind::Invalid:
  case OpKind::Plain:
  case OpKind::Branch:
  case OpKind::FarBranch:
  case OpKind::Return:
  case OpKind::Ret:
  case OpKind::Throw:
  case OpKind::New:
  case OpKind::Special:
    return F.Size;
  }
  return 0;
}

Expected<std::vector<Instruction>>
hprof::classfile::splitCode(ArrayRef<uint8_t> Code, size_t Base) {
  std::vector<Instruction> All;
  All.reserve(Code.size() / 2);
  for (uint32_t At = 0; At != Code.size();) {
    const uint64_t Size = sizeAt(Code, At);
    if (Size == 0 || Size > Code.size() - At)
      return faultAt(Base + At, "opcode " + Twine(unsigned(Code[At])) +
                                    " is unknown or its operands run past "
                                    "the end of the code");
    All.push_back({At, uint32_t(Size), kindOf(Code[At])});
    At += uint32_t(Size);
  }
  return All;
}
