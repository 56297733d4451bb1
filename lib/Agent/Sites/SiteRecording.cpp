//===- SiteRecording.cpp - Allocation sites (heap=sites) ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SiteRecording.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Recording/OwnWork.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

SiteRecording::SiteRecording(const RecordingContext &C)
    : C(C), Ti(*C.J.Ti), Weight(C.Opts.SampleBytes), Sites(C.Memory),
      AliveMemory(C.Opts.Memory), Alive(AliveMemory) {}

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error SiteRecording::want(const Jvm &J, jvmtiCapabilities &Wanted) {
  if (!J.Potential.can_generate_sampled_object_alloc_events)
    return make_error<JvmError>(
        "heap=sites: this VM does not report allocations "
        "(SampledObjectAlloc), or reports them to another agent");
  Wanted.can_generate_sampled_object_alloc_events = 1;
  TraceTable::want(J, Wanted);
  return Error::success();
}

/// Returns the JDK version; 0 if unknown.
static unsigned jdkVersion(jvmtiEnv &Ti) {
  jint Version = 0;
  if (Ti.GetVersionNumber(&Version) != JVMTI_ERROR_NONE)
    return 0;
  return unsigned((Version & JVMTI_VERSION_MASK_MAJOR) >>
                  JVMTI_VERSION_SHIFT_MAJOR);
}

/// Whether threads that are running when the event is enabled do not report
/// allocations until they next need memory. JDK 25 is known to report them.
static bool needsCollection(jvmtiEnv &Ti) { return jdkVersion(Ti) < 25; }

/// A thread starts with the interval set when it is created, so this runs
/// before the main thread exists. In threads that an attached agent finds, the
/// VM's default interval, half a megabyte, must pass first.
Error SiteRecording::prepare() {
  return check("SetHeapSamplingInterval",
               Ti.SetHeapSamplingInterval(jint(C.Opts.SampleBytes)));
}

Error SiteRecording::start(JNIEnv &Jni) {
  jclass Class = Jni.FindClass("java/lang/Class");
  if (Error E = takeException(Jni, "looking up java.lang.Class"))
    return E;
  Expected<jlong> Tag = C.Classes.tagOf(Class);
  if (!Tag)
    return Tag.takeError();
  ClassOfClasses = *Tag;
  IsOn = true;
  return beginCounting();
}

Error SiteRecording::beginCounting() {
  if (Error E = setEvent(Ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, true))
    return E;
  // With sampling in a large heap, a collection would cost more than it gains.
  const bool IsCheap = !C.J.IsAttached || Weight.isExact();
  if (IsCheap && needsCollection(Ti))
    return check("ForceGarbageCollection", Ti.ForceGarbageCollection());
  return Error::success();
}

void SiteRecording::stop(JNIEnv &) {
  if (IsOn.exchange(false))
    consumeError(setEvent(Ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, false));
}

/// Stops because there is no memory for another trace or site.
void SiteRecording::standAside() {
  if (!IsOn.exchange(false))
    return;
  consumeError(setEvent(Ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, false));
  reportNote("heap=sites: the tables have reached the limit memory=" +
             Twine(C.Memory.limit()) +
             "; further allocations are not counted, and dumps show those "
             "counted so far");
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

void SiteRecording::allocated(JNIEnv &Jni, jthread T, jobject Object,
                              jclass Class, uint64_t Size) {
  if (!IsOn.load(std::memory_order_relaxed) || OwnWork::isHere())
    return;
  Expected<jlong> Tag = C.Classes.tagOf(Class);
  if (LLVM_UNLIKELY(!Tag))
    return consumeError(Tag.takeError());
  // Class objects are tagged separately and are counted by countClasses().
  if (*Tag == ClassOfClasses)
    return;
  const uint32_t Thread =
      C.Traces.hasThreads() ? C.Threads.started(Jni, T).Serial : 0;
  const Trace *At = C.Traces.current(Jni, nullptr, Thread);
  const std::optional<uint32_t> Site =
      At ? Sites.get({At->Index, uint32_t(*Tag)}) : std::nullopt;
  if (LLVM_UNLIKELY(!Site || !Sites.allocated(*Site, Weight.sampled(Size)) ||
                    (C.Opts.Live && !Alive.add(Jni, Object, *Site, Size))))
    standAside();
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// Counts each class object at a site of its own: the class itself with the
/// empty trace.
Error SiteRecording::countClasses(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  Expected<std::vector<NumberedClasses::Loaded>> Loaded =
      C.Classes.refresh(Refs);
  if (!Loaded)
    return Loaded.takeError();
  const Trace *Empty = C.Traces.get(Jni, Stack());
  if (!Empty)
    return Error::success(); // Reported by standAside().
  std::vector<bool> Seen(ClassObjects.size());
  for (const NumberedClasses::Loaded &L : *Loaded) {
    const size_t N = size_t(L.Tag);
    if (N >= ClassObjects.size())
      ClassObjects.resize(N + 1);
    if (N < Seen.size())
      Seen[N] = true;
    ClassObject &Known = ClassObjects[N];
    jlong Size = 0;
    if (Known.Size || Ti.GetObjectSize(L.Class, &Size) != JVMTI_ERROR_NONE ||
        Size <= 0)
      continue;
    if (auto Site = Sites.get({Empty->Index, uint32_t(N)});
        Site && Sites.allocated(*Site, Weight.single(uint64_t(Size))))
      Known = {*Site, uint64_t(Size)};
  }
  for (size_t I = 0; I != Seen.size(); ++I)
    if (!Seen[I])
      ClassObjects[I].Size = 0;
  return Error::success();
}

static Error inUse() {
  return make_error<JvmError>(
      "live objects are in use by another thread, which may be suspended");
}

/// Returns, by site, the objects that the VM has not collected.
Expected<std::vector<Amount>> SiteRecording::countLive(JNIEnv &Jni) {
  std::vector<Amount> Result(Sites.size());
  auto Count = [&](uint32_t Site, Amount A) {
    // The site may have been added after Result was created.
    if (Site < Result.size())
      Result[Site] += A;
  };
  if (!C.Opts.Live)
    return Result;
  for (const ClassObject &Known : ClassObjects)
    if (Known.Size)
      Count(Known.Site, Weight.single(Known.Size));
  if (!Alive.each(Jni, [&](const LiveObject &O) {
        Count(O.Site, Weight.sampled(O.size()));
      }))
    return inUse();
  return Result;
}

/// Returns all sites, or those that changed since the last report, and writes
/// their traces and classes.
std::vector<SiteRow> SiteRecording::rows(const std::vector<Amount> &Live,
                                         bool OnlyChanged) {
  const auto Num = uint32_t(Live.size());
  std::vector<SiteRow> Rows;
  Rows.reserve(Num);
  for (uint32_t I = 0; I != Num; ++I) {
    bool IsChanged = false;
    const SiteCounts Counts = Sites.report(I, Live[I], IsChanged);
    const Trace *T = C.Traces.at(Sites.at(I).Trace);
    if (!T || (OnlyChanged && !IsChanged))
      continue;
    const NumberedClasses::Entry Class = C.Classes.entry(Sites.at(I).Class);
    SiteRow Row;
    // A thread may have just added the site.
    Row.Trace = C.Traces.write(*T);
    Row.Class = Class.Serial;
    Row.ElementType = Class.ElementType;
    Row.LiveBytes = Counts.Live.Bytes;
    Row.LiveObjects = Weight.objects(Counts.Live.Objects);
    Row.AllocatedBytes = Counts.Allocated.Bytes;
    Row.AllocatedObjects = Weight.objects(Counts.Allocated.Objects);
    Rows.push_back(Row);
  }
  return Rows;
}

Error SiteRecording::report(JNIEnv &Jni, const SiteRequest &Asked) {
  if (Error E = countClasses(Jni))
    return E;
  Expected<std::vector<Amount>> Live = countLive(Jni);
  if (!Live)
    return Live.takeError();
  C.Traces.writeAll();
  SiteRequest R = Asked;
  if (!C.Opts.Live)
    R.Flags |= SiteRequest::ByAllocation;
  const SiteReport Report(rows(*Live, R.isOfChanges()), R);
  bool IsCut = false;
  C.Out.with([&](RecordStream &S) {
    Report.write(S);
    IsCut = S.isBinary() && Report.isLarge();
  });
  if (IsCut && !HasTold) {
    HasTold = true;
    reportNote("heap=sites: a number of bytes or objects exceeds 32 bits and "
               "is written as 4294967295");
  }
  return Error::success();
}

Error SiteRecording::dump(JNIEnv &Jni) {
  SiteRequest R;
  R.Cutoff = C.Opts.Cutoff;
  return report(Jni, R);
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

bool SiteRecording::knows(const Command &Asked) const {
  if (Asked.Tag == CommandTag::Control)
    return Asked.Option == ControlOption::TracesOn ||
           Asked.Option == ControlOption::TracesOff ||
           Asked.Option == ControlOption::ClearSites;
  // Text output has no such record.
  if (Asked.Tag == CommandTag::HeapSummary)
    return C.Opts.Binary;
  return Asked.Tag == CommandTag::AllocSites;
}

Error SiteRecording::command(JNIEnv &Jni, const Command &Asked) {
  if (Asked.Tag == CommandTag::AllocSites) {
    if (Asked.Flags & Command::CollectFirst)
      if (Error E =
              check("ForceGarbageCollection", Ti.ForceGarbageCollection()))
        return E;
    SiteRequest R;
    R.Flags =
        Asked.Flags & (SiteRequest::OnlyChanged | SiteRequest::ByAllocation);
    R.Cutoff = double(Asked.Cutoff);
    return report(Jni, R);
  }
  if (Asked.Tag == CommandTag::HeapSummary)
    return summarize(Jni);
  if (Asked.Option == ControlOption::ClearSites)
    return clear(Jni);
  if (!IsOn)
    return Error::success(); // Reported by standAside().
  return Asked.Option == ControlOption::TracesOn
             ? beginCounting()
             : setEvent(Ti, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, false);
}

Error SiteRecording::summarize(JNIEnv &Jni) {
  if (Error E = countClasses(Jni))
    return E;
  Expected<std::vector<Amount>> BySite = countLive(Jni);
  if (!BySite)
    return BySite.takeError();
  HeapSummary R;
  Amount Live, Allocated;
  for (uint32_t I = 0, Num = uint32_t(BySite->size()); I != Num; ++I) {
    const SiteCounts Counts = Sites.counts(I, (*BySite)[I]);
    Live += Counts.Live;
    Allocated += Counts.Allocated;
  }
  R.LiveBytes = Live.Bytes;
  R.LiveInstances = Weight.objects(Live.Objects);
  R.AllocatedBytes = Allocated.Bytes;
  R.AllocatedInstances = Weight.objects(Allocated.Objects);
  C.Out.with([&](RecordStream &S) { S.write(R); });
  return Error::success();
}

Error SiteRecording::clear(JNIEnv &Jni) {
  if (!Alive.clear(Jni))
    return inUse();
  for (ClassObject &Known : ClassObjects)
    Known.Site = ClassObject::NoSite;
  Sites.clear();
  return Error::success();
}
