//===- HsErrBuilder.cpp - Threads of a fatal error log --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HsErrBuilder.h"
#include "hprof/Format/Thread/FrameText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

bool HsErrBuilder::isTitle(StringRef Line) {
  return Line.contains("A fatal error has been detected by the Java Runtime");
}

/// Parses "#  SIGSEGV (0xb) at pc=..., pid=2797, tid=2797", and "# Java VM:
/// ...".
void HsErrBuilder::header(StringRef Line) {
  StringRef Text = Line.ltrim("# ");
  if (Text.consume_front("Java VM: "))
    Dump.VmVersion = Text.str();
  else if (Line.starts_with("#  ") && Dump.Event.empty() &&
           Text.contains("pid=")) {
    Dump.Event = Text.str();
    StringRef Pid = Text.split("pid=").second;
    uint64_t Id;
    if (!Pid.consumeInteger(10, Id))
      Dump.ProcessId = Id;
  } else if (Line.consume_front("Command Line: "))
    Dump.CommandLine = Line.str();
  else if (Line.consume_front("Time: "))
    Dump.Time = Line.split(" elapsed").first.str();
}

/// Parses a thread: =>0x00007f5910017fb0 JavaThread "main" daemon
/// [_thread_in_vm, id=2797, ...]
bool HsErrBuilder::thread(StringRef Line) {
  StringRef Text = Line.trim();
  const bool IsCurrent = Text.consume_front("=>");
  uint64_t Address;
  const auto [Number, Rest] = Text.split(' ');
  if (!Number.starts_with("0x") || Number.getAsInteger(0, Address))
    return false;
  ThreadDump::Thread T;
  T.VmThread = Address;
  T.IsCurrent = IsCurrent;
  const size_t Open = Rest.find('"');
  const size_t Bracket = Rest.rfind(" [");
  const size_t Close = Rest.take_front(Rest.find(" [")).rfind('"');
  if (Bracket == StringRef::npos)
    return false;
  if (Open != StringRef::npos && Close != StringRef::npos && Close > Open)
    T.Name = Rest.slice(Open + 1, Close).str();
  T.IsInternal = !Rest.starts_with("JavaThread");
  if (T.IsInternal && T.Name.empty())
    T.Name = Rest.split(' ').first.str();
  if (!T.IsInternal) {
    T.IsDaemon = Rest.drop_front(Close + 1).ltrim().starts_with("daemon");
    T.StateText = Rest.split(" [")
                      .second.take_until([](char C) { return C == ','; })
                      .str();
  }
  uint64_t Id;
  StringRef IdText = Rest.split("id=").second;
  if (!IdText.consumeInteger(10, Id))
    T.NativeId = Id;
  Dump.Threads.push_back(std::move(T));
  return true;
}

/// Parses a frame: j  a.B.c(I)V+2 java.base@17, or
/// J 12 c2 a.B.c(I)V java.base@17 (12 bytes) @ 0x1 [0x2+0x3]
void HsErrBuilder::frame(StringRef Line) {
  ThreadFrame F;
  if (Line.consume_front("j  ")) {
  } else if (Line.consume_front("J ")) {
    F.IsCompiled = true;
    // Skip the number, the kind and the level of the compilation.
    while (!Line.empty()) {
      const StringRef Word = Line.ltrim().split(' ').first;
      if (Word.contains('('))
        break;
      Line = Line.ltrim().drop_front(Word.size());
    }
    Line = Line.ltrim();
  } else {
    return;
  }
  const auto [Called, Rest] = Line.split('(');
  const auto [Class, Method] = Called.rsplit('.');
  if (Method.empty())
    return;
  F.ClassName = Class.str();
  F.Method = Method.str();
  SmallVector<StringRef, 8> Words;
  Rest.split(Words, ' ', -1, /*KeepEmpty=*/false);
  if (Words.size() > 1 && Words[1].contains('@') && Words[1] != "@")
    F.Module = Words[1].str();
  Frames.push_back(Dump.Stacks.addFrame(std::move(F)));
}

void HsErrBuilder::line(StringRef Line) {
  Line = Line.rtrim();
  if (isTitle(Line)) {
    IsBegun = true;
    return;
  }
  if (!IsBegun)
    return;
  if (Line.starts_with("Current thread (")) {
    StringRef Text = Line.split('(').second;
    (void)Text.take_until([](char C) { return C == ')'; })
        .getAsInteger(0, Current);
  } else if (Line.starts_with("Native frames:")) {
    In = Part::NativeFrames;
  } else if (Line.starts_with("Java frames:")) {
    In = Part::JavaFrames;
  } else if (Line.starts_with("Java Threads:") ||
             Line.starts_with("Other Threads:")) {
    In = Part::Threads;
  } else if (In == Part::NativeFrames && !Line.empty()) {
    NativeFrames.push_back(Line.str());
  } else if (In == Part::JavaFrames && !Line.empty()) {
    frame(Line);
  } else if (In == Part::Threads && !Line.empty() && thread(Line)) {
  } else {
    if (!Line.empty() || In != Part::Threads)
      In = Part::Other;
    header(Line);
  }
}

std::vector<ThreadDump> HsErrBuilder::finish() {
  std::vector<ThreadDump> Dumps;
  if (!IsBegun)
    return Dumps;
  for (ThreadDump::Thread &T : Dump.Threads)
    if (T.IsCurrent || (Current && T.VmThread == Current)) {
      T.IsCurrent = true;
      T.Stack = Dump.Stacks.add(Frames);
      T.NativeFrames = NativeFrames;
    }
  Dumps.push_back(std::move(Dump));
  return Dumps;
}
