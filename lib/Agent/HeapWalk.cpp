//===- HeapWalk.cpp - Heap dumps by walking the heap ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalk.h"
#include "ClassTable.h"
#include "HeapWalkClassReader.h"
#include "HeapWalkMirrors.h"
#include "HeapWalkOutput.h"
#include "HeapWalkRecorder.h"
#include "HeapWalkRoom.h"
#include "HeapWalkThreads.h"
#include "JvmError.h"
#include "JvmMemory.h"
#include "Messages.h"
#include "Options.h"
#include "Recorder.h"
#include "ThreadTable.h"
#include <optional>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// A walk leaves this part of the memory to the tables of other recordings,
/// which go on meanwhile: an eighth.
static constexpr unsigned LeftToTables = 8;

namespace {
/// An environment for the tags of one walk.
class WalkEnvironment {
public:
  static Expected<WalkEnvironment> open(const Jvm &J);
  WalkEnvironment(WalkEnvironment &&Other)
      : Ti(std::exchange(Other.Ti, nullptr)) {}
  ~WalkEnvironment() {
    if (Ti)
      Ti->DisposeEnvironment();
  }
  jvmtiEnv &ti() const { return *Ti; }

private:
  explicit WalkEnvironment(jvmtiEnv *Ti) : Ti(Ti) {}
  jvmtiEnv *Ti;
};

/// One attempt at a walk.
class HeapWalk {
public:
  HeapWalk(JNIEnv &Jni, const RecordingContext &C,
           const HeapWalkRequest &Request)
      : Jni(Jni), C(C), Request(Request),
        Memory(C.Memory, C.Memory.limit() / LeftToTables), Data(Memory) {}

  /// \return false if classes were loaded meanwhile, so that it is to be tried
  /// again. The last attempt succeeds without the objects of these classes.
  Expected<bool> walk(jvmtiEnv &Ti, bool IsLast);
  void write();

private:
  Error prepare(jvmtiEnv &Ti, LocalFrame &Refs);
  Error tagWalker(jvmtiEnv &Ti, LocalFrame &Refs);

  JNIEnv &Jni;
  const RecordingContext &C;
  const HeapWalkRequest &Request;
  MemoryBudget Memory;
  WalkData Data;
  WalkNames Names;
  std::vector<WalkThread> Threads;
  std::vector<uint32_t> ByNumber;
  uint64_t Walker = 0; ///< The number of this thread.
};
} // namespace

Expected<WalkEnvironment> WalkEnvironment::open(const Jvm &J) {
  Expected<Jvm> Own = Jvm::open(*J.Vm, J.IsAttached);
  if (!Own)
    return Own.takeError();
  WalkEnvironment Result(Own->Ti);
  jvmtiCapabilities Wanted = {};
  Wanted.can_tag_objects = 1;
  // For stacks, if possible.
  Wanted.can_get_source_file_name = Own->Potential.can_get_source_file_name;
  Wanted.can_get_line_numbers = Own->Potential.can_get_line_numbers;
  if (Error E = check("AddCapabilities", Own->Ti->AddCapabilities(&Wanted)))
    return E;
  return Result;
}

Error HeapWalk::tagWalker(jvmtiEnv &Ti, LocalFrame &Refs) {
  jthread Self = nullptr;
  if (Error E = check("GetCurrentThread", Ti.GetCurrentThread(&Self)))
    return E;
  if (!Self)
    return Error::success();
  jlong Tag = 0;
  if (Error E = check("GetTag", Ti.GetTag(Self, &Tag)))
    return E;
  Walker = WalkTags::numberOf(Tag);
  if (Walker)
    return Error::success();
  Walker = WalkTags::Walker;
  return check("SetTag", Ti.SetTag(Self, Tag | jlong(Walker)));
}

/// Asks for all that the walk must know.
Error HeapWalk::prepare(jvmtiEnv &Ti, LocalFrame &Refs) {
  Expected<std::vector<ClassTable::Loaded>> Classes = C.Classes.refresh(Refs);
  if (!Classes)
    return Classes.takeError();
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  HeapWalkClassReader Reader(Ti, Jni, Names);
  if (Error E = Reader.read(*Classes, Data))
    return E;
  HeapWalkThreads Stacks(Ti, Jni, Names, Reader, *Classes);
  Expected<std::vector<WalkThread>> Found =
      Stacks.read(*Live, C.Opts.LineNumbers);
  if (!Found)
    return Found.takeError();
  Threads = std::move(*Found);
  ByNumber = Reader.takeByNumber();
  if (Error E = tagWalker(Ti, Refs))
    return E;
  return holdFieldsOf(*Classes, Ti, Jni, Refs);
}

Expected<bool> HeapWalk::walk(jvmtiEnv &Ti, bool IsLast) {
  if (Error E = checkRoomForTags(Ti))
    return E;
  // The walk finds what these references hold.
  LocalFrame Refs(Jni);
  if (Error E = prepare(Ti, Refs))
    return E;
  auto NoTrace = [](jlong) { return Numbers::SystemTrace; };
  HeapWalkRecorder::Settings How;
  How.HasValues = C.Opts.Binary && C.Opts.PrimitiveFields;
  How.HasElements = C.Opts.Binary && C.Opts.PrimitiveArrays;
  How.NeedsClasses = !IsLast;
  How.Walker = Walker;
  How.TraceOf = NoTrace;
  if (Request.TraceOf)
    How.TraceOf = Request.TraceOf;
  // Values that are not asked for are zeros in binary.
  Data.Layouts = layoutsOf(Data.Classes, C.Opts.Binary);
  HeapWalkRecorder Record(Data, std::move(ByNumber), How);
  const jvmtiHeapCallbacks Calls = HeapWalkRecorder::callbacks(How);
  if (Error E =
          check("FollowReferences",
                Ti.FollowReferences(0, nullptr, nullptr, &Calls, &Record)))
    return E;
  Error E = Record.finish();
  if (Record.outcome() != HeapWalkRecorder::Outcome::UnknownClass)
    return E ? Expected<bool>(std::move(E)) : Expected<bool>(true);
  consumeError(std::move(E));
  return false;
}

void HeapWalk::write() {
  const uint64_t Used = Memory.used(); // Less and less while it is written.
  C.Out.with([&](RecordStream &S) {
    HeapWalkOutput(Data, Threads, Names, Request.Window, S).write();
  });
  // Option logflags: 2 tables.
  if (C.Opts.LogFlags & 2)
    reportNote("heap walk: " + Twine(Data.NumObjects) + " objects, " +
               Twine(Data.NumBytes) + " bytes; " + Twine(Used) +
               " bytes of memory");
}

Error agent::walkHeap(JNIEnv &Jni, const RecordingContext &C,
                      const HeapWalkRequest &Request) {
  // There is no garbage collection before: at the end of the VM, that of ZGC
  // waits for threads that have gone.
  constexpr unsigned MaxAttempts = 3;
  for (unsigned I = 1;; ++I) {
    const bool IsLast = I == MaxAttempts || Request.Ti;
    HeapWalk Walk(Jni, C, Request);
    std::optional<WalkEnvironment> Own;
    if (!Request.Ti) {
      Expected<WalkEnvironment> Opened = WalkEnvironment::open(C.J);
      if (!Opened)
        return Opened.takeError();
      Own.emplace(std::move(*Opened));
    }
    Expected<bool> IsDone = Walk.walk(Own ? Own->ti() : *Request.Ti, IsLast);
    // The VM's memory for the tags is not needed any more.
    Own.reset();
    if (!IsDone)
      return IsDone.takeError();
    if (!*IsDone)
      continue;
    Walk.write();
    return Error::success();
  }
}
