//===- MonitorRecording.cpp - Monitor contention (monitor=y) --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MonitorRecording.h"
#include "Agent/Options/Options.h"
#include "Agent/Output/Messages.h"
#include "Agent/Recording/OwnWork.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Records/ThreadTable.h"
#include "Agent/Traces/TraceTable.h"
#include "Agent/Vm/JvmError.h"
#include "ContentionTable.h"
#include "MonitorDumper.h"
#include "hprof/Format/Kit/ListBuilder.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class MonitorRecording final : public Recording {
public:
  explicit MonitorRecording(const RecordingContext &C)
      : C(C), Ti(*C.J.Ti), Contentions(C.Memory) {}

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Monitor;
  }
  StringRef title() const override { return "contended monitor usage"; }
  Error want(const Jvm &J, jvmtiCapabilities &Wanted) override;
  Error start(JNIEnv &Jni) override;
  Error dump(JNIEnv &Jni) override;
  void stop(JNIEnv &Jni) override;
  void monitorUsed(JNIEnv &Jni, MonitorUse Use, jthread T, jobject Object,
                   int64_t Millis) override;
  void virtualThreadStarted(JNIEnv &Jni, jthread T, uint32_t Serial) override;
  void threadGone(JNIEnv &Jni, uint32_t Serial) override;

private:
  Error setEvents(bool IsOn);
  void noteLimits();
  std::optional<uint32_t> rowOf(JNIEnv &Jni, jthread T, uint32_t Serial,
                                jobject Object);
  void write(JNIEnv &Jni, MonitorEventKind Kind, uint32_t Serial,
             jobject Object, uint64_t Millis);
  void writeTimes();
  void standAside();

  const RecordingContext C;
  jvmtiEnv &Ti;
  jvmtiCapabilities Has = {}; ///< Wanted capabilities that the VM has.
  JdkFields Jdk;
  MonitorUsers Users;
  ContentionTable Contentions;
  std::atomic<bool> HasMemory{true};
};
} // namespace

//===----------------------------------------------------------------------===//
// Life cycle
//===----------------------------------------------------------------------===//

Error MonitorRecording::want(const Jvm &J, jvmtiCapabilities &Wanted) {
  if (!J.Potential.can_generate_monitor_events)
    return make_error<JvmError>("monitor=y: this VM does not report "
                                "contended monitors");
  Has.can_generate_monitor_events = 1;
  Has.can_get_monitor_info = J.Potential.can_get_monitor_info;
  Has.can_get_owned_monitor_info = J.Potential.can_get_owned_monitor_info;
  Has.can_get_current_contended_monitor =
      J.Potential.can_get_current_contended_monitor;
  if (J.hasVirtualThreads())
    setBit(Has, VirtualThreadsBit);
  for (unsigned I = 0; I != 8 * sizeof(Has); ++I)
    if (hasBit(Has, I))
      setBit(Wanted, I);
  TraceTable::want(J, Wanted);
  return Error::success();
}

Error MonitorRecording::setEvents(bool IsOn) {
  Error Result = Error::success();
  for (jvmtiEvent Each :
       {JVMTI_EVENT_MONITOR_WAIT, JVMTI_EVENT_MONITOR_WAITED,
        JVMTI_EVENT_MONITOR_CONTENDED_ENTER,
        JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, VirtualThreadEndEvent})
    if (Each != VirtualThreadEndEvent || C.J.hasVirtualThreads())
      Result = joinErrors(std::move(Result), setEvent(Ti, Each, IsOn));
  return Result;
}

/// Reports data that the VM does not provide.
void MonitorRecording::noteLimits() {
  if (Has.can_get_owned_monitor_info && Has.can_get_monitor_info)
    return;
  reportNote(C.J.IsAttached
                 ? "monitor=y: this VM reports owned monitors only to agents "
                   "loaded at startup; MONITOR DUMP contains the monitors that "
                   "threads block on or wait for after attaching"
                 : "monitor=y: this VM does not report monitor owners; they "
                   "are missing from MONITOR DUMP");
}

Error MonitorRecording::start(JNIEnv &Jni) {
  Jdk.start(Jni);
  noteLimits();
  return setEvents(true);
}

void MonitorRecording::stop(JNIEnv &Jni) {
  consumeError(setEvents(false));
  Users.clear(Jni);
  Jdk.stop(Jni);
}

/// Stops because there is no memory for another trace or row.
void MonitorRecording::standAside() {
  if (HasMemory.exchange(false))
    reportNote("monitor=y: the tables have reached the limit memory=" +
               Twine(C.Memory.limit()) + "; MONITOR TIME gets no new rows");
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Returns the row of MONITOR TIME for the current, blocked thread \p T.
std::optional<uint32_t> MonitorRecording::rowOf(JNIEnv &Jni, jthread T,
                                                uint32_t Serial,
                                                jobject Object) {
  jclass Class = Jni.GetObjectClass(Object);
  Expected<jlong> Tag = C.Classes.tagOf(Class);
  if (!Tag) {
    consumeError(Tag.takeError());
    return std::nullopt;
  }
  const Trace *At =
      C.Traces.current(Jni, T, C.Traces.hasThreads() ? Serial : 0);
  std::optional<uint32_t> Row;
  if (At)
    Row = Contentions.find(At->Index, uint32_t(*Tag));
  if (At && !Row) {
    JvmText Signature(Ti);
    if (Ti.GetClassSignature(Class, Signature.out(), nullptr) !=
        JVMTI_ERROR_NONE)
      return std::nullopt;
    Row = Contentions.add(At->Index, uint32_t(*Tag), Signature.str());
  }
  if (!Row)
    standAside();
  return Row;
}

void MonitorRecording::write(JNIEnv &Jni, MonitorEventKind Kind,
                             uint32_t Serial, jobject Object, uint64_t Millis) {
  JvmText Signature(Ti);
  if (Ti.GetClassSignature(Jni.GetObjectClass(Object), Signature.out(),
                           nullptr) != JVMTI_ERROR_NONE)
    return;
  C.Out.with([&](RecordStream &S) {
    MonitorEvent R;
    R.Event = uint8_t(Kind);
    R.Signature = S.name(Signature.str());
    R.Millis = uint32_t(std::min<uint64_t>(Millis, INT32_MAX));
    R.ThreadSerial = Serial;
    S.write(R);
  });
}

void MonitorRecording::monitorUsed(JNIEnv &Jni, MonitorUse Use, jthread T,
                                   jobject Object, int64_t Millis) {
  if (OwnWork::isHere())
    return;
  const uint32_t Serial = C.Threads.started(Jni, T).Serial;
  if (!Serial)
    return;
  if (Jdk.isVirtual(Jni, T) && !Users.knowsVirtual(Serial))
    Users.addVirtual(Jni, Serial, T);
  switch (Use) {
  case MonitorUse::Blocks:
    if (auto Row = rowOf(Jni, T, Serial, Object))
      Users.begin(Jni, Serial, &MonitorUser::Enter, Object, *Row);
    break;
  case MonitorUse::Enters:
    if (auto E = Users.end(Jni, Serial, &MonitorUser::Enter))
      Contentions.entered(E->Row, E->Nanos);
    break;
  case MonitorUse::Waits:
    write(Jni, MonitorEventKind::Wait, Serial, Object,
          uint64_t(std::max<int64_t>(Millis, 0)));
    Users.begin(Jni, Serial, &MonitorUser::Wait, Object);
    break;
  case MonitorUse::Returns:
    // Otherwise, the wait began before events were enabled.
    if (auto E = Users.end(Jni, Serial, &MonitorUser::Wait))
      write(Jni, MonitorEventKind::Waited, Serial, Object, E->Nanos / 1000000);
    break;
  }
}

void MonitorRecording::virtualThreadStarted(JNIEnv &Jni, jthread T,
                                            uint32_t Serial) {
  if (Serial)
    Users.addVirtual(Jni, Serial, T);
}

void MonitorRecording::threadGone(JNIEnv &Jni, uint32_t Serial) {
  Users.remove(Jni, Serial);
}

//===----------------------------------------------------------------------===//
// Dumps
//===----------------------------------------------------------------------===//

void MonitorRecording::writeTimes() {
  const ContentionTable::Profile P = Contentions.take(C.Opts.Cutoff);
  C.Out.with([&](RecordStream &S) {
    ListBuilder<MonitorTime> Rows;
    for (const ContentionTable::Row &R : P.Rows)
      Rows.add({R.Count, C.Traces.at(R.Trace)->Serial, R.Millis,
                S.name(classNameOf(R.Signature))});
    MonitorTimes R;
    R.TotalMillis = P.TotalMillis;
    R.Times = Rows.ref();
    S.write(R);
  });
}

Error MonitorRecording::dump(JNIEnv &Jni) {
  const std::vector<MonitorUser> Known = Users.borrow();
  MonitorDumper Dumper(C, Has, Jdk, Jni);
  Error E = Dumper.look(Known);
  Users.giveBack(Jni);
  if (E)
    return E;
  C.Traces.writeAll();
  Dumper.write();
  writeTimes();
  return Error::success();
}

std::unique_ptr<Recording>
agent::makeMonitorRecording(const RecordingContext &C) {
  return std::make_unique<MonitorRecording>(C);
}
