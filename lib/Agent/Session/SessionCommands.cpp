//===- SessionCommands.cpp - Commands from a peer -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agent/Output/Messages.h"
#include "Agent/Recording/OwnWork.h"
#include "Agent/Vm/JavaRuntime.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "Session.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Error Session::listen(JNIEnv &Jni) {
  if (!Listener)
    return Error::success();
  return Listener->start(
      *J.Ti, Jni, [this](JNIEnv &Jni, const Command &C) { command(Jni, C); },
      [this] { probe(); });
}

void Session::probe() {
  CallbackGate::Stay In(Gate);
  if (!In)
    return;
  // Nothing may be written between the parts of a dump. A dump in progress
  // detects a closed connection itself.
  std::lock_guard<std::mutex> Hold(DumpLock);
  if (!IsLive || isOver())
    return;
  if (!Records.with([](RecordStream &S) { S.writeNothing(); }))
    isOver(); // The next call may be a long time away.
}

/// Exits the program normally. The dump at exit is written in this thread, and
/// this may not return.
static Error exitVm(jvmtiEnv &Ti, JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Expected<JavaRuntime> Runtime =
      JavaRuntime::find(Ti, Jni, "exiting the program");
  return Runtime ? Runtime->end("exit", 0) : Runtime.takeError();
}

void Session::command(JNIEnv &Jni, const Command &C) {
  // Commands that end the session run outside the gate, since they wait for
  // callbacks inside.
  if (C.Tag == CommandTag::ExitVm) {
    reportNote("exiting the program at the peer's request");
    if (Listener)
      Listener->leave();
    if (Error E = exitVm(*J.Ti, Jni))
      reportError(std::move(E));
    return;
  }
  if (C.Tag == CommandTag::Detach) {
    if (Opts.Verbose)
      reportNote("ending the recording at the peer's request; the program "
                 "keeps running");
    if (Listener)
      Listener->leave();
    return finish(Jni);
  }
  CallbackGate::Stay In(Gate);
  if (!In)
    return;
  std::lock_guard<std::mutex> Hold(DumpLock);
  if (!IsLive || isOver())
    return;
  SetAsideException Kept(Jni);
  OwnWork Here;
  for (const std::unique_ptr<Recording> &R : Recordings)
    R->pause();
  if (C.Tag == CommandTag::DumpHeap)
    Reserve.release(Jni);
  if (Error E = answer(Jni, C))
    reportError(C.name() + ": " + toString(std::move(E)));
  Records.with([](RecordStream &S) { S.flush(); });
  for (const std::unique_ptr<Recording> &R : Recordings)
    R->resume();
}

/// Returns the option that a command needs.
static StringRef neededFor(const Command &C) {
  switch (C.Tag) {
  case CommandTag::DumpHeap:
    return "heap=dump";
  case CommandTag::AllocSites:
    return "heap=sites";
  case CommandTag::HeapSummary:
    return "heap=sites and format=b";
  case CommandTag::CpuSamples:
    return "cpu=samples";
  case CommandTag::DumpThreads:
    return "threads=y";
  case CommandTag::Control:
    break;
  default:
    return "";
  }
  const bool IsOfSites = C.Option == ControlOption::TracesOn ||
                         C.Option == ControlOption::TracesOff ||
                         C.Option == ControlOption::ClearSites;
  return IsOfSites ? "heap=sites" : "cpu=samples";
}

Error Session::answer(JNIEnv &Jni, const Command &C) {
  const bool SetsDepth =
      C.Tag == CommandTag::Control && C.Option == ControlOption::SetDepth;
  bool IsAnswered = true;
  if (SetsDepth)
    Traces.setDepth(C.Depth);
  else if (C.Tag == CommandTag::DumpTraces)
    Traces.writeAll();
  else if (C.Tag == CommandTag::ForceGc)
    return check("ForceGarbageCollection", J.Ti->ForceGarbageCollection());
  else
    IsAnswered = false;
  Error Result = Error::success();
  auto Pass = [&](Recording &R) {
    if (!R.knows(C))
      return;
    IsAnswered = true;
    const bool IsTold = Opts.Verbose && C.Tag != CommandTag::Control;
    if (IsTold)
      say("Dumping " + R.title() + " ...");
    Error E = R.command(Jni, C);
    if (IsTold && !E && Records.isOpen())
      say(" done.\n");
    Result = joinErrors(std::move(Result), std::move(E));
  };
  for (const std::unique_ptr<Recording> &R : Recordings)
    Pass(*R);
  if (HeapOnRequest)
    Pass(*HeapOnRequest);
  if (!IsAnswered && Unanswered.insert(C.name()).second)
    reportNote("the peer requested " + C.name() + ", which requires " +
               neededFor(C));
  return Result;
}
