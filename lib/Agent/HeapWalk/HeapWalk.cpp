//===- HeapWalk.cpp - Heap dumps by walking the heap ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalk.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/NumberedClasses.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "HeapWalkClassReader.h"
#include "HeapWalkLink.h"
#include "HeapWalkMirrors.h"
#include "HeapWalkOutput.h"
#include "HeapWalkRecorder.h"
#include "HeapWalkRoom.h"
#include "HeapWalkSites.h"
#include "HeapWalkThreads.h"
#include "HeapWalkVirtualThreads.h"
#include "llvm/ADT/ScopeExit.h"
#include <optional>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// A walk leaves an eighth of the memory to the tables of other recordings,
/// which keep running.
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
        Memory(C.Memory, C.Memory.limit() / LeftToTables), Data(Memory),
        Tags(Request.Sites != nullptr) {}

  /// \return false if classes were loaded or virtual threads began during the
  /// walk, so that it should be retried. The last attempt succeeds anyway, but
  /// omits the objects of these classes and the objects held by these threads.
  Expected<bool> walk(jvmtiEnv &Ti, bool IsLast);
  void write();
  uint64_t numNotVisited() const { return Data.NumNotVisited; }

private:
  Error prepare(jvmtiEnv &Ti, LocalFrame &Refs);
  Error tagWalker(jvmtiEnv &Ti, LocalFrame &Refs);

  JNIEnv &Jni;
  const RecordingContext &C;
  const HeapWalkRequest &Request;
  TableMemory Memory;
  WalkData Data;
  WalkNames Names;
  std::vector<WalkThread> Threads;
  const WalkTags Tags;
  std::vector<uint32_t> ByTag;
  uint64_t Walker = 0; ///< Number of this thread.
};
} // namespace

Expected<WalkEnvironment> WalkEnvironment::open(const Jvm &J) {
  Expected<Jvm> Own = Jvm::open(*J.Vm, J.IsAttached);
  if (!Own)
    return Own.takeError();
  WalkEnvironment Result(Own->Ti);
  jvmtiCapabilities Wanted = {};
  Wanted.can_tag_objects = 1;
  // Needed for stacks; requested only if available.
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
  Expected<uint64_t> N = Tags.give(Ti, Self, WalkNumbers::Walker);
  if (!N)
    return N.takeError();
  Walker = *N;
  return Error::success();
}

/// Queries all data that the walk needs.
Error HeapWalk::prepare(jvmtiEnv &Ti, LocalFrame &Refs) {
  if (Request.MayRunJava)
    linkClasses(Ti, Jni);
  Expected<std::vector<NumberedClasses::Loaded>> Classes =
      C.Classes.refresh(Refs);
  if (!Classes)
    return Classes.takeError();
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  HeapWalkClassReader Reader(Ti, Jni, Tags, Names);
  if (Error E = Reader.read(*Classes, Data))
    return E;
  HeapWalkThreads Stacks(Ti, Jni, Tags, Names, Reader, *Classes);
  Expected<std::vector<WalkThread>> Found =
      Stacks.read(*Live, C.Opts.LineNumbers);
  if (!Found)
    return Found.takeError();
  Threads = std::move(*Found);
  ByTag = Reader.takeByTag();
  if (Error E = tagWalker(Ti, Refs))
    return E;
  if (Error E = holdFieldsOf(*Classes, Ti, Jni, Refs))
    return E;
  // Done last, because more virtual threads may begin in the meantime.
  for (size_t I = 0; I != Data.Classes.size(); ++I)
    if (Data.Classes[I].IsVirtualThread)
      if (Error E =
              numberVirtualThreads(C.J, Ti, Jni, Tags, (*Classes)[I].Class))
        return E;
  return Error::success();
}

/// Whether dumps by the VM list the fields of a class in reverse JVM TI order,
/// as HotSpot did up to JDK 20. One file may contain both kinds of dumps, and
/// readers may use one class description for the whole file.
static bool dumpsFieldsReversed(jvmtiEnv &Ti) {
  jint Version = 0;
  return Ti.GetVersionNumber(&Version) == JVMTI_ERROR_NONE &&
         (Version & JVMTI_VERSION_MASK_MAJOR) >> JVMTI_VERSION_SHIFT_MAJOR < 21;
}

Expected<bool> HeapWalk::walk(jvmtiEnv &Ti, bool IsLast) {
  if (Error E = checkRoomForTags(Ti))
    return E;
  if (Request.Sites)
    if (Error E = Request.Sites->tagAll(Ti, Jni))
      return E;
  // These references make the walk find their objects.
  LocalFrame Refs(Jni);
  if (Error E = prepare(Ti, Refs))
    return E;
  HeapWalkRecorder::Settings How;
  How.HasValues = C.Opts.Binary && C.Opts.PrimitiveFields;
  How.HasElements = C.Opts.Binary && C.Opts.PrimitiveArrays;
  How.NeedsClasses = !IsLast;
  How.NeedsVirtualThreads = !IsLast;
  How.Walker = Walker;
  // In binary output, unwanted values are zeros.
  Data.IsReversed = dumpsFieldsReversed(Ti);
  Data.Layouts = layoutsOf(Data.Classes, C.Opts.Binary, Data.IsReversed);
  HeapWalkRecorder Record(Data, std::move(ByTag), Tags, How);
  const jvmtiHeapCallbacks Calls = HeapWalkRecorder::callbacks(How);
  if (Error E =
          check("FollowReferences",
                Ti.FollowReferences(0, nullptr, nullptr, &Calls, &Record)))
    return E;
  Error E = Record.finish();
  // During the walk, virtual threads have begun or classes were loaded.
  const bool IsLate =
      Record.outcome() == HeapWalkRecorder::Outcome::UnknownClass ||
      Record.outcome() == HeapWalkRecorder::Outcome::UnknownThread;
  if (!IsLate)
    return E ? Expected<bool>(std::move(E)) : Expected<bool>(true);
  consumeError(std::move(E));
  return false;
}

void HeapWalk::write() {
  if (Request.Sites)
    Data.TraceSerials = Request.Sites->traceSerials(C.Traces);
  const uint64_t Used = Memory.used(); // Shrinks while the dump is written.
  C.Out.with([&](RecordStream &S) {
    const uint64_t Window = S.Next.Windows.take();
    HeapWalkOutput(Data, Threads, Names, Window, S).write();
  });
  // logflags=2 requests this note.
  if (C.Opts.LogFlags & 2)
    reportNote("heap walk: " + Twine(Data.NumObjects) + " objects, " +
               Twine(Data.NumBytes) + " bytes; " + Twine(Used) +
               " bytes of memory");
}

/// \return the result of walkHeap() if the dump was written; nothing if the
/// walk should be retried, see HeapWalk::walk().
static Expected<std::optional<uint64_t>> attempt(JNIEnv &Jni,
                                                 const RecordingContext &C,
                                                 const HeapWalkRequest &Request,
                                                 bool IsLast) {
  HeapWalk Walk(Jni, C, Request);
  Expected<bool> IsDone = [&]() -> Expected<bool> {
    Expected<WalkEnvironment> Own = WalkEnvironment::open(C.J);
    if (!Own)
      return Own.takeError();
    auto EndTags = make_scope_exit([&] {
      if (Request.Sites)
        Request.Sites->endTags();
    });
    return Walk.walk(Own->ti(), IsLast);
  }(); // Frees the VM's memory for tags.
  if (!IsDone)
    return IsDone.takeError();
  if (!*IsDone)
    return std::nullopt;
  Walk.write();
  return Walk.numNotVisited();
}

Expected<uint64_t> agent::walkHeap(JNIEnv &Jni, const RecordingContext &C,
                                   const HeapWalkRequest &Request) {
  // No garbage collection is forced beforehand: when the VM exits, a collection
  // by ZGC would wait for threads that have ended.
  constexpr unsigned MaxAttempts = 3;
  for (unsigned I = 1;; ++I) {
    Expected<std::optional<uint64_t>> Done =
        attempt(Jni, C, Request, I == MaxAttempts);
    if (!Done)
      return Done.takeError();
    if (*Done)
      return **Done;
  }
}
