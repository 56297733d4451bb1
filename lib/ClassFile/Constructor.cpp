//===- Constructor.cpp - Where an object is initialized -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Constructor.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace hprof::classfile;
using namespace llvm;

namespace {
/// Scans the code in the order of offsets; frames, where present, determine the
/// state. Between frames, code has no branch targets, so counting suffices: a
/// constructor called while no new object is uninitialized is the constructor
/// of `this`. New objects dropped without initialization can only make the
/// object seem uninitialized for longer than it is, never for a shorter time.
class InitializationScan {
public:
  InitializationScan(const CodeEdit &Code, const ConstantPool &Pool,
                     const StackMap *Frames, uint32_t NumLocals)
      : Code(Code), Pool(Pool), Frames(Frames) {
    // The types of the arguments do not matter.
    Locals.assign(NumLocals, {});
    Locals[0].Tag = VerificationType::UninitializedThis;
  }

  std::vector<CodeRange> run();

private:
  bool enterFrame(const StackFrame &F);
  void setState(const StackFrame &F);
  void pass(const Instruction &I);

  const CodeEdit &Code;
  const ConstantPool &Pool;
  const StackMap *Frames;
  SmallVector<VerificationType, 16> Locals; ///< Used if there are frames.
  bool IsInitialized = false;
  unsigned NumWaiting = 0; ///< New objects not yet initialized.
};
} // namespace

/// \return false if the frame is impossible.
bool InitializationScan::enterFrame(const StackFrame &F) {
  switch (F.K) {
  case StackFrame::Kind::Same:
  case StackFrame::Kind::SameWithStack:
    break;
  case StackFrame::Kind::Chop:
    if (F.NumChopped > Locals.size())
      return false;
    Locals.truncate(Locals.size() - F.NumChopped);
    break;
  case StackFrame::Kind::Full:
    Locals.clear();
    [[fallthrough]];
  case StackFrame::Kind::Append:
    Locals.append(F.Locals.begin(), F.Locals.end());
    // A method cannot have more locals.
    if (Locals.size() > UINT16_MAX)
      return false;
    break;
  }
  setState(F);
  return true;
}

void InitializationScan::setState(const StackFrame &F) {
  IsInitialized = true;
  SmallVector<uint16_t, 8> Waiting;
  auto Look = [&](ArrayRef<VerificationType> Types) {
    for (const VerificationType &T : Types) {
      if (T.Tag == VerificationType::UninitializedThis)
        IsInitialized = false;
      if (T.Tag == VerificationType::Uninitialized &&
          !is_contained(Waiting, T.Value))
        Waiting.push_back(T.Value);
    }
  };
  Look(Locals);
  Look(F.Stack);
  NumWaiting = unsigned(Waiting.size());
}

void InitializationScan::pass(const Instruction &I) {
  if (I.Kind == OpKind::New)
    ++NumWaiting;
  if (I.Kind != OpKind::Special)
    return;
  const auto Method = ByteReader(Code.code().drop_front(I.Offset + 1)).u2();
  if (Pool.methodName(Method) != "<init>")
    return;
  if (NumWaiting)
    --NumWaiting;
  else
    IsInitialized = true;
}

std::vector<CodeRange> InitializationScan::run() {
  std::vector<CodeRange> Ranges;
  const StackFrame *Next = nullptr, *End = nullptr;
  if (Frames && !Frames->frames().empty()) {
    Next = Frames->frames().data();
    End = Next + Frames->frames().size();
  }
  for (const Instruction &I : Code.instructions()) {
    for (; Next != End && Next->Offset <= I.Offset; ++Next)
      if (!enterFrame(*Next))
        return {};
    if (IsInitialized) {
      const uint32_t After = I.Offset + I.Size;
      if (!Ranges.empty() && Ranges.back().End == I.Offset)
        Ranges.back().End = After;
      else
        Ranges.push_back({I.Offset, After});
    } else if (!Frames && I.Kind != OpKind::Plain && I.Kind != OpKind::New &&
               I.Kind != OpKind::Special) {
      return {};
    }
    pass(I);
  }
  return Ranges;
}

std::vector<CodeRange> hprof::classfile::initializedRanges(
    const CodeEdit &Code, const ConstantPool &Pool, const StackMap *Frames,
    uint32_t NumLocals) {
  return InitializationScan(Code, Pool, Frames, NumLocals).run();
}

uint32_t hprof::classfile::countParameters(StringRef Descriptor) {
  constexpr uint32_t Malformed = 256;
  if (!Descriptor.consume_front("("))
    return Malformed;
  uint32_t Count = 0;
  for (; !Descriptor.starts_with(")"); ++Count) {
    Descriptor = Descriptor.ltrim('[');
    if (Descriptor.empty() || Count == Malformed)
      return Malformed;
    const size_t Semicolon = Descriptor.find(';');
    const size_t Size = Descriptor[0] == 'L' ? Semicolon + 1 : 1;
    if (Descriptor[0] == 'L' && Semicolon == StringRef::npos)
      return Malformed;
    Descriptor = Descriptor.drop_front(Size);
  }
  return Count;
}
