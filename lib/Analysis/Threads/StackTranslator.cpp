//===- StackTranslator.cpp - Converts stack traces to stacks --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackTranslator.h"
#include "hprof/Format/Base/ModifiedUtf8.h"

using namespace hprof;
using namespace llvm;

std::string StackTranslator::string(uint64_t Id) const {
  std::optional<StringRef> Text = Context.string(Id);
  return Text ? modifiedUtf8ToUtf8(*Text) : std::string();
}

uint32_t StackTranslator::newFrame(const StackFrame &S) {
  ThreadFrame F;
  F.Method = string(S.Method);
  F.SourceFile = string(S.SourceFile);
  if (const ClassInfo *C = Context.findClassBySerial(S.ClassSerial))
    F.ClassName = modifiedUtf8ToUtf8(Context.className(*C));
  // The name of a method includes its class if the class is not in the dump.
  const size_t Dot = F.Method.rfind('.');
  if (F.ClassName.empty() && Dot != std::string::npos && Dot) {
    F.ClassName = F.Method.substr(0, Dot);
    F.Method.erase(0, Dot + 1);
  }
  F.IsNative = S.Line == -3;
  F.IsCompiled = S.Line == -2;
  F.Line = std::max(S.Line, 0);
  return Stacks.addFrame(std::move(F));
}

uint32_t StackTranslator::frame(uint64_t Id) {
  const std::optional<StackFrame> S = Context.findFrame(Id);
  if (!S)
    return Stacks.addFrame(ThreadFrame());
  auto [It, IsNew] = Frames.try_emplace(
      {S->Method, S->SourceFile, S->ClassSerial, S->Line}, 0);
  if (IsNew)
    It->second = newFrame(*S);
  return It->second;
}

uint32_t StackTranslator::stack(uint32_t Serial) {
  // Threads may share a long trace, so each trace is read only once.
  auto [It, IsNew] = Known.try_emplace(Serial, 0);
  if (!IsNew)
    return It->second;
  std::optional<TraceInfo> Trace = Context.findTrace(Serial);
  std::vector<uint32_t> Frames;
  for (uint64_t Id : Trace ? Trace->Frames : FrameList())
    Frames.push_back(frame(Id));
  return It->second = Stacks.add(Frames);
}
