//===- CodeEdit.cpp - Code with calls at entry and exit -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CodeEdit.h"
#include "ByteReader.h"

using namespace hprof::classfile;
using namespace llvm;

static constexpr uint8_t InvokeStatic = 0xb8, AThrow = 0xbf;
/// Maximum length of code: section 4.7.3 of the specification.
static constexpr uint32_t MostCode = 65535;

void HookCall::write(ByteWriter &W) const {
  W.u1(PushOpcode);
  W.u2(PushOperand);
  W.u1(InvokeStatic);
  W.u2(Hook);
}

Expected<CodeEdit> CodeEdit::plan(ArrayRef<uint8_t> Code, size_t Base) {
  if (Code.empty() || Code.size() > MostCode)
    return faultAt(Base, "the code has " + Twine(Code.size()) +
                             " bytes; 1 to 65535 are allowed");
  Expected<std::vector<Instruction>> All = splitCode(Code, Base);
  if (!All)
    return All.takeError();
  CodeEdit Edit(Code, Base);
  Edit.All = std::move(*All);
  uint32_t At = HookCall::Size;
  for (const Instruction &I : Edit.All) {
    Edit.Map.set(I.Offset, At);
    if (I.Kind == OpKind::Return)
      At += HookCall::Size;
    At += I.Size;
    if (I.Kind == OpKind::TableSwitch || I.Kind == OpKind::LookupSwitch)
      At += switchPadding(At - I.Size) - switchPadding(I.Offset);
  }
  Edit.Map.set(uint32_t(Code.size()), At);
  if (At + HandlerSize > MostCode)
    return faultAt(Base, "the code would have " + Twine(At + HandlerSize) +
                             " bytes; at most 65535 are allowed");
  return Edit;
}

/// Returns the new jump distance of the instruction \p I; the old distance is
/// at \p Operand.
Expected<int32_t> CodeEdit::distance(const Instruction &I,
                                     size_t Operand) const {
  ByteReader R(Code.drop_front(Operand));
  const int64_t Offset =
      I.Kind == OpKind::Branch ? int64_t(int16_t(R.u2())) : int32_t(R.u4());
  const int64_t Target = I.Offset + Offset;
  const uint32_t New = Target >= 0 && Target < int64_t(Code.size())
                           ? Map.at(uint64_t(Target))
                           : CodeMap::None;
  if (New == CodeMap::None)
    return faultAt(Base + Operand, "a jump to " + Twine(Target) +
                                       ", where no instruction begins");
  return int32_t(int64_t(New) - Map.at(I.Offset));
}

Error CodeEdit::writeBranch(ByteWriter &W, const Instruction &I) const {
  Expected<int32_t> Far = distance(I, I.Offset + 1);
  if (!Far)
    return Far.takeError();
  W.u1(Code[I.Offset]);
  if (I.Kind == OpKind::FarBranch) {
    W.u4(uint32_t(*Far));
    return Error::success();
  }
  if (*Far != int16_t(*Far))
    return faultAt(Base + I.Offset,
                   "a jump would span " + Twine(*Far) +
                       " bytes, which does not fit in 16 bits");
  W.u2(uint32_t(*Far));
  return Error::success();
}

Error CodeEdit::writeSwitch(ByteWriter &W, const Instruction &I) const {
  W.u1(Code[I.Offset]);
  for (uint32_t N = switchPadding(Map.at(I.Offset)); N; --N)
    W.u1(0);
  size_t At = I.Offset + 1 + switchPadding(I.Offset);
  const size_t End = I.Offset + I.Size;
  const bool IsTable = I.Kind == OpKind::TableSwitch;
  // The default target is followed by the header, then by the target of each
  // case.
  const size_t Head = IsTable ? 8 : 4;
  for (bool IsDefault = true; At != End; IsDefault = false) {
    if (!IsDefault && !IsTable) {
      W.bytes(Code.slice(At, 4)); // Match value.
      At += 4;
    }
    Expected<int32_t> Far = distance(I, At);
    if (!Far)
      return Far.takeError();
    W.u4(uint32_t(*Far));
    At += 4;
    if (IsDefault) {
      W.bytes(Code.slice(At, Head));
      At += Head;
    }
  }
  return Error::success();
}

Error CodeEdit::write(ByteWriter &W, const HookCall &Enter,
                      const HookCall &Exit) const {
  W.u4(Map.newSize() + HandlerSize);
  Enter.write(W);
  for (const Instruction &I : All) {
    Error E = Error::success();
    switch (I.Kind) {
    case OpKind::Branch:
    case OpKind::FarBranch:
      E = writeBranch(W, I);
      break;
    case OpKind::TableSwitch:
    case OpKind::LookupSwitch:
      E = writeSwitch(W, I);
      break;
    case OpKind::Return:
      Exit.write(W);
      W.bytes(Code.slice(I.Offset, I.Size));
      break;
    case OpKind::Invalid:
    case OpKind::Plain:
    case OpKind::Ret:
    case OpKind::Throw:
    case OpKind::New:
    case OpKind::Special:
    case OpKind::Wide:
      W.bytes(Code.slice(I.Offset, I.Size));
      break;
    }
    if (E)
      return E;
  }
  Exit.write(W);
  W.u1(AThrow);
  return Error::success();
}
