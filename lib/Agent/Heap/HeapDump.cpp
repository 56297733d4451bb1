//===- HeapDump.cpp - Heap dumps (heap=dump) ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapDump.h"
#include "Agent/HeapWalk/HeapWalk.h"
#include "Agent/HeapWalk/HeapWalkLink.h"
#include "Agent/HeapWalk/HeapWalkSites.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Sites/SiteRecording.h"
#include "Agent/Vm/JvmError.h"
#include "DumpRoom.h"
#include "VmDumper.h"
#include "VmHeapDump.h"
#include "hprof/Format/Base/Counted.h"
#include <atomic>
#include <optional>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class HeapRecording final : public Recording {
public:
  HeapRecording(const RecordingContext &C, SiteRecording *Counted)
      : C(C), Dumper(*C.J.Vm) {
    if (Counted && Counted->hasAll())
      Sites.emplace(Counted->sites(), Counted->alive());
  }

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Heap;
  }
  StringRef title() const override { return "Java heap"; }
  Error want(const Jvm &, jvmtiCapabilities &) override {
    return Error::success();
  }
  Error start(JNIEnv &Jni) override;
  Error dump(JNIEnv &Jni) override;
  void stop(JNIEnv &Jni) override { Dumper.release(Jni); }
  bool knows(const Command &Asked) const override {
    return Asked.Tag == CommandTag::DumpHeap;
  }
  Error command(JNIEnv &Jni, const Command &) override { return dump(Jni); }
  void expectEnd(bool JavaRuns) override { MayRunJava = JavaRuns; }

private:
  /// With the option X=1, the heap is always walked.
  bool walksAlways() const { return C.Opts.ExperimentFlags & 1; }
  Expected<VmHeapDump> letVmDump(JNIEnv &Jni);
  Error append(const VmHeapDump &ByVm, StringRef Lost = "");
  Error dumpByVm(JNIEnv &Jni);
  Error dumpWithoutTraces(JNIEnv &Jni, Error Why);
  Error walk(JNIEnv &Jni);
  Error walkInstead(JNIEnv &Jni, Error Why);
  /// Reports \p What, but only on the first call.
  void tell(const Twine &What);

  const RecordingContext C;
  std::optional<HeapWalkSites> Sites;
  VmDumper Dumper;
  std::atomic<bool> MayRunJava{true};
  bool HasTold = false, HasToldOfThreads = false;
};
} // namespace

/// Does in advance all work that would need Java heap during a dump.
Error HeapRecording::start(JNIEnv &Jni) {
  if (!walksAlways())
    Dumper.prepare(*C.J.Ti, Jni, placeOfDumps(C.Out));
  if (Sites || walksAlways() || !Dumper.isPrepared())
    linkClasses(*C.J.Ti, Jni);
  return Error::success();
}

void HeapRecording::tell(const Twine &What) {
  if (!HasTold)
    reportNote(What);
  HasTold = true;
}

Error HeapRecording::walk(JNIEnv &Jni) {
  Expected<uint64_t> NumNotVisited =
      walkHeap(Jni, C, {Sites ? &*Sites : nullptr, MayRunJava});
  if (!NumNotVisited)
    return NumNotVisited.takeError();
  if (*NumNotVisited && !std::exchange(HasToldOfThreads, true))
    reportNote(counted(*NumNotVisited, "virtual thread") +
               " began during the heap walk; objects referenced only by such "
               "threads are missing from the dump (see their traces)");
  return Error::success();
}

Error HeapRecording::walkInstead(JNIEnv &Jni, Error Why) {
  const std::string Reason = toString(std::move(Why));
  if (C.Opts.Verbose)
    tell("the heap is walked through JVM TI instead of being dumped by the "
         "VM: " +
         Reason);
  if (Error E = walk(Jni))
    return make_error<JvmError>(
        Reason + "; the heap walk failed, too: " + toString(std::move(E)) +
        "; nothing was dumped");
  return Error::success();
}

Expected<VmHeapDump> HeapRecording::letVmDump(JNIEnv &Jni) {
  if (MayRunJava || Dumper.isPrepared())
    return VmHeapDump::make(Jni, C, Dumper);
  return make_error<JvmError>("the Java heap is full, and this VM no longer "
                              "collects garbage when it exits");
}

Error HeapRecording::append(const VmHeapDump &ByVm, StringRef Lost) {
  Error Result = Error::success();
  C.Out.with([&](RecordStream &S) {
    Result = joinErrors(std::move(Result), ByVm.append(S, Lost));
  });
  return Result;
}

/// The VM's own dumper is faster than a walk and needs no memory per object. If
/// it cannot be used, the heap is walked.
Error HeapRecording::dumpByVm(JNIEnv &Jni) {
  Expected<VmHeapDump> ByVm = letVmDump(Jni);
  return ByVm ? append(*ByVm) : walkInstead(Jni, ByVm.takeError());
}

/// If a walk is impossible or incomplete, objects have no traces.
Error HeapRecording::dumpWithoutTraces(JNIEnv &Jni, Error Why) {
  const std::string Reason = toString(std::move(Why));
  Expected<VmHeapDump> ByVm = letVmDump(Jni);
  if (!ByVm)
    return make_error<JvmError>(
        Reason + "; the VM's dump failed, too: " + toString(ByVm.takeError()) +
        "; nothing was dumped");
  tell("the VM dumps the heap instead, so objects have no traces: " + Reason);
  return append(*ByVm, "HPROF.tracesLost_the_VM_has_dumped_the_heap");
}

Error HeapRecording::dump(JNIEnv &Jni) {
  if (walksAlways())
    return walkInstead(Jni, make_error<JvmError>("requested by the option X"));
  if (!Sites)
    return dumpByVm(Jni);
  if (Error E = walk(Jni))
    return dumpWithoutTraces(Jni, std::move(E));
  return Error::success();
}

std::unique_ptr<Recording> agent::makeHeapDump(const RecordingContext &C,
                                               SiteRecording *Sites) {
  return std::make_unique<HeapRecording>(C, Sites);
}
