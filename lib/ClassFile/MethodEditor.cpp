//===- MethodEditor.cpp - Edits one method of a class file ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MethodEditor.h"
#include "CodeTables.h"
#include "TypeAnnotations.h"

using namespace hprof::classfile;
using namespace llvm;

/// First class file version that the verifier checks by frames.
static constexpr uint16_t FirstWithFrames = 50;

bool MethodEditor::addHooks(const CallHooks &Hooks) {
  const uint16_t Class = Pool.addClass(Hooks.Class);
  Enter = Pool.addMethod(Class, Hooks.Enter, "(I)V");
  Exit = Pool.addMethod(Class, Hooks.Exit, "(I)V");
  Throwable = Pool.addClass("java/lang/Throwable");
  StackMapName = Pool.addUtf8("StackMapTable");
  return Class && Enter && Exit && Throwable && StackMapName;
}

MethodHead MethodEditor::readHead(ByteReader &R) const {
  MethodHead M;
  R.u2(); // Access flags.
  M.Name = Pool.utf8(R.u2());
  M.Descriptor = Pool.utf8(R.u2());
  ByteReader Attributes = R;
  for (unsigned Left = Attributes.u2(); Left && !Attributes.hasFailed();
       --Left) {
    M.HasCode |= Pool.utf8(Attributes.u2()) == "Code";
    Attributes.skip(Attributes.u4());
  }
  return M;
}

Error MethodEditor::edit(ByteReader R, const MethodHead &M, int32_t Number,
                         ByteWriter &W) {
  W.bytes(R.take(6));
  unsigned Left = R.u2();
  W.u2(Left);
  bool HasSeenCode = false;
  for (; Left; --Left) {
    const uint16_t Name = R.u2();
    W.u2(Name);
    const size_t At = R.offset();
    ByteReader Content = R.part(R.u4());
    LengthField Length(W);
    if (Pool.utf8(Name) != "Code") {
      W.bytes(Content.take(Content.left()));
      continue;
    }
    if (HasSeenCode)
      return faultAt(At, "a second Code attribute");
    HasSeenCode = true;
    if (Error E = editCode(Content, M, Number, W))
      return E;
  }
  return Error::success();
}

/// Opcodes of the instructions that push the method number.
static constexpr uint8_t SiPush = 0x11, LdcW = 0x13;

Error MethodEditor::editCode(ByteReader R, const MethodHead &M, int32_t Number,
                             ByteWriter &W) {
  const size_t Start = R.offset();
  const uint32_t MaxStack = R.u2();
  const uint32_t MaxLocals = R.u2();
  const uint32_t Size = R.u4();
  const size_t Base = R.offset();
  const ArrayRef<uint8_t> Old = R.take(Size);
  if (R.hasFailed())
    return R.truncated("code of " + Twine(Size) + " bytes");
  Expected<CodeEdit> Code = CodeEdit::plan(Old, Base);
  if (!Code)
    return Code.takeError();
  if (MaxStack == UINT16_MAX)
    return faultAt(Start, "the operand stack has no room for another value");

  ByteReader Tables = R;
  Tables.skip(size_t(Tables.u2()) * 8);
  Expected<std::optional<StackMap>> Frames = findFrames(Tables);
  if (!Frames)
    return Frames.takeError();
  // For the newer verifier, code without frames has no branch targets.
  if (!*Frames && Major > FirstWithFrames)
    Frames->emplace();
  const StackMap *Map = *Frames ? &**Frames : nullptr;

  HookCall Call = {SiPush, uint16_t(Number), Enter};
  if (Number != int16_t(Number)) {
    Call.PushOpcode = LdcW;
    Call.PushOperand = Pool.addInteger(Number);
    if (!Call.PushOperand)
      return faultAt(8, "the constant pool is full");
  }
  HookCall AtExit = Call;
  AtExit.Hook = Exit;

  // The number is pushed above the return value or the exception.
  W.u2(std::max(MaxStack + 1, 2U));
  W.u2(MaxLocals);
  if (Error E = Code->write(W, Call, AtExit))
    return E;
  if (Error E = editHandlers(R, *Code, protectedRanges(M, *Code, Map), W))
    return E;
  return editAttributes(R, *Code, Map, W);
}

std::vector<CodeRange>
MethodEditor::protectedRanges(const MethodHead &M, const CodeEdit &Code,
                              const StackMap *Frames) const {
  if (M.Name != "<init>" || !HasSuper)
    return {{0, Code.map().oldSize()}};
  return initializedRanges(Code, Pool, Frames,
                           countParameters(M.Descriptor) + 1);
}

/// Edits the exception table. The new handler comes last, so that the method's
/// own handlers take precedence.
Error MethodEditor::editHandlers(ByteReader &R, const CodeEdit &Code,
                                 ArrayRef<CodeRange> Protected,
                                 ByteWriter &W) const {
  const size_t At = R.offset();
  const uint32_t Count = R.u2();
  if (Count + Protected.size() > UINT16_MAX)
    return faultAt(At, "the exception table has no room for another handler");
  W.u2(uint32_t(Count + Protected.size()));
  const CodeMap &Map = Code.map();
  for (uint32_t Left = Count; Left; --Left) {
    const size_t Row = R.offset();
    const uint32_t Start = Map.at(R.u2()), End = Map.at(R.u2());
    const uint32_t Handler = Map.at(R.u2());
    if (R.hasFailed() || Start == CodeMap::None || End == CodeMap::None ||
        Start >= End || Handler >= Map.newSize())
      return faultAt(
          Row,
          "an exception handler whose range or start is not at an instruction");
    W.u2(Start);
    W.u2(End);
    W.u2(Handler);
    W.u2(R.u2());
  }
  for (const CodeRange &P : Protected) {
    W.u2(Map.at(P.Start));
    W.u2(Map.at(P.End));
    W.u2(Code.handler());
    W.u2(0); // Any exception.
  }
  return Error::success();
}

/// Finds the frames. \p R is at the attributes of the code.
Expected<std::optional<StackMap>> MethodEditor::findFrames(ByteReader R) const {
  std::optional<StackMap> Found;
  for (unsigned Left = R.u2(); Left; --Left) {
    const StringRef Name = Pool.utf8(R.u2());
    ByteReader Content = R.part(R.u4());
    if (R.hasFailed())
      return R.truncated("an attribute of the code");
    if (Name != "StackMapTable" || Major < FirstWithFrames)
      continue;
    if (Found)
      return faultAt(Content.offset(), "a second StackMapTable");
    Expected<StackMap> Map = StackMap::read(Content);
    if (!Map)
      return Map.takeError();
    Found = std::move(*Map);
  }
  return Found;
}

Error MethodEditor::editAttributes(ByteReader R, const CodeEdit &Code,
                                   const StackMap *Frames, ByteWriter &W) {
  const size_t NumAt = W.size();
  unsigned Count = R.u2();
  W.u2(Count);
  bool NeedsFrame = Major >= FirstWithFrames;
  auto WriteFrames = [&](size_t Base) {
    NeedsFrame = false;
    static const StackMap Empty;
    return (Frames ? *Frames : Empty)
        .write(W, Code.map(), Code.handler(), Throwable, Base);
  };
  for (unsigned Left = Count; Left; --Left) {
    const uint16_t NameIndex = R.u2();
    const StringRef Name = Pool.utf8(NameIndex);
    ByteReader Content = R.part(R.u4());
    W.u2(NameIndex);
    LengthField Length(W);
    Error E = Error::success();
    if (Name == "StackMapTable" && Major >= FirstWithFrames)
      E = WriteFrames(Content.offset());
    else if (Name == "LineNumberTable")
      E = moveLines(Content, Code.map(), W);
    else if (Name == "LocalVariableTable" || Name == "LocalVariableTypeTable")
      E = moveVariables(Content, Code.map(), W);
    else if (Name == "RuntimeVisibleTypeAnnotations" ||
             Name == "RuntimeInvisibleTypeAnnotations")
      E = moveTypeAnnotations(Content, Code.map(), W);
    else
      W.bytes(Content.take(Content.left()));
    if (E)
      return E;
  }
  if (R.hasFailed() || !R.isAtEnd())
    return faultAt(
        R.offset(),
        "the attributes of the code do not end with the Code attribute");
  if (!NeedsFrame)
    return Error::success();
  if (Count == UINT16_MAX)
    return faultAt(R.offset(),
                   "the code already has 65535 attributes, the maximum");
  W.setU2(NumAt, Count + 1);
  W.u2(StackMapName);
  LengthField Length(W);
  return WriteFrames(R.offset());
}
