//===- TextNames.cpp - Ids for the names in text --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

void TextNames::reset() {
  Strings.clear();
  Classes.clear();
  NameOfClass.clear();
  Frames.clear();
  FrameById.clear();
  FirstFrame = NextFrame;
}

uint64_t TextNames::string(StringRef Text) {
  if (Text.empty())
    return 0;
  auto [It, IsNew] = Strings.try_emplace(Text, NextString);
  if (IsNew) {
    ++NextString;
    Utf8 R;
    R.Offset = At;
    R.Id = It->second;
    R.Text = Payload(arrayRefFromStringRef(It->getKey()));
    V.visit(R);
  }
  return It->second;
}

void TextNames::load(StringRef Name, uint32_t Serial, uint64_t Id) {
  LoadClass R;
  R.Name = string(Name);
  R.Offset = At;
  R.ClassSerial = Serial;
  R.Class = Id;
  V.visit(R);
}

uint32_t TextNames::classSerial(StringRef Name) {
  auto [It, IsNew] = Classes.try_emplace(Name);
  if (IsNew) {
    It->second.Serial = NextSerial++;
    load(Name, It->second.Serial, 0);
  }
  return It->second.Serial;
}

/// Called for a class that so far is unnamed or has another name.
void TextNames::newClass(StringRef Name, uint64_t Id) {
  auto [It, IsNew] = Classes.try_emplace(Name);
  NameOfClass[Id] = &*It;
  // A second class of that name, from another loader, has its own serial.
  uint32_t Serial = It->second.Serial;
  if (IsNew || It->second.Id)
    Serial = NextSerial++;
  if (IsNew)
    It->second.Serial = Serial;
  It->second.Id = Id;
  load(Name, Serial, Id);
}

uint64_t TextNames::findFrame(StringRef Text) const {
  auto It = Frames.find(Text);
  return It == Frames.end() ? 0 : It->second.Id;
}

uint64_t TextNames::addFrame(StringRef Text, const TextFrame &F) {
  StackFrame R;
  R.ClassSerial = classSerial(F.Class);
  R.Method = F.Method == "<Unknown Method>" ? 0 : string(F.Method);
  R.Signature = string(F.Descriptor);
  R.SourceFile = string(F.Source);
  R.Line = F.Line;
  R.Offset = At;
  auto It = Frames.try_emplace(Text).first;
  It->second.Id = R.Id = NextFrame++;
  It->second.MethodSize = uint32_t(F.Class.size() + 1 + F.Method.size());
  FrameById.push_back(&*It);
  V.visit(R);
  return R.Id;
}

StringRef TextNames::methodOf(uint64_t FrameId) const {
  if (FrameId < FirstFrame || FrameId - FirstFrame >= FrameById.size())
    return StringRef();
  const StringMapEntry<Frame> &F = *FrameById[size_t(FrameId - FirstFrame)];
  return F.getKey().take_front(F.second.MethodSize);
}
