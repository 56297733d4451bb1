//===- RecordingPart.cpp - The summary of a recording, for output ---------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Stacks/RecordingPart.h"
#include "hprof/Answer/FactList.h"
#include "hprof/Format/Base/SpanText.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

using EventType = JfrRecording::EventType;

static constexpr uint64_t NanosPerMilli = 1000000;

HPROF_TABLE_BEGIN(eventTypes, EventType, JfrRecording, "event_types",
                  "A type of events that occurs in the recording. Its events "
                  "are the rows of the table with its name.")
HPROF_COLUMN(Text, "name", ForAll, StringRef(R.Name), "Name of the table.")
HPROF_COLUMN(Text, "label", ForCsv | ForJson, StringRef(R.Label),
             "Title of the type; may be empty.")
HPROF_COLUMN(Count, "events", ForAll, R.Count, "Number of events.")
HPROF_COLUMN(Bytes, "bytes", ForAll, R.Bytes, "Size of the events in bytes.")
HPROF_TABLE_END

const Table<EventType, JfrRecording> &hprof::eventTypeTable() {
  return eventTypes();
}

static std::optional<std::string> unlessEmpty(const std::string &Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

static std::optional<uint64_t> startOf(const RecordingPart &Of) {
  return idUnlessNull(Of.Of.startNanos() / NanosPerMilli);
}

static std::optional<uint64_t> vmStartOf(const RecordingPart &Of) {
  return Of.Vm.StartNanos ? std::optional(*Of.Vm.StartNanos / NanosPerMilli)
                          : std::nullopt;
}

static Datum heapOf(const RecordingPart &Of) {
  if (Of.Heap.periods().empty())
    return Datum();
  return oneRow(heapTrendTable(), NothingAsked::value(), Of.Heap);
}

static uint64_t millisOf(const RecordingPart &Of) {
  return (Of.Of.endNanos() - Of.Of.startNanos()) / NanosPerMilli;
}

HPROF_TABLE_BEGIN(recordingTable, RecordingPart, NothingAsked, "recording",
                  "Time, VM and events of a flight recording.")
HPROF_OPTIONAL(Time, "time_ms", ForJson, startOf(R),
               "Start of the recording, if a chunk could be read.")
HPROF_COLUMN(Count, "duration_ms", ForJson, millisOf(R),
             "Time from the start of the first chunk to the end of the last "
             "complete one.")
HPROF_OPTIONAL(Text, "vm", ForJson, unlessEmpty(R.Vm.Version),
               "Name and version of the VM.")
HPROF_OPTIONAL(Number, "pid", ForJson, R.Vm.Pid, "Process of the VM.")
HPROF_OPTIONAL(Time, "vm_start_ms", ForJson, vmStartOf(R),
               "Time when the VM started.")
HPROF_COLUMN(Count, "events", ForJson, R.Events, "Number of events.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Bytes, "Size of the events.")
HPROF_COLUMN(Count, "types", ForJson, R.Types.size(),
             "Number of types with events.")
HPROF_NESTED(List, &eventTypeTable(), "event_types", ForJson,
             rowsOf(eventTypeTable(), R.Of, R.Types),
             "Types of events, the most frequent first.")
HPROF_NESTED_OPTIONAL(Record, &heapTrendTable(), "heap", ForJson, heapOf(R),
                      "The heap after garbage collections, if recorded.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(recordingPartTable, RecordingPart, NothingAsked,
                  "recording-part", "A flight recording.")
HPROF_NESTED(Record, &recordingTable(), "recording", ForJson,
             oneRow(recordingTable(), NothingAsked::value(), R),
             "Time, VM and events of a flight recording.")
HPROF_TABLE_END

std::unique_ptr<Rows> RecordingPart::facts() const {
  return oneRow(recordingPartTable(), NothingAsked::value(), *this);
}

static RecordingPart::Machine machineOf(const JfrRecording &Of) {
  RecordingPart::Machine Is;
  const EventType *Type = Of.find("jdk.JVMInformation");
  if (!Type)
    return Is;
  for (JfrRecording::Events E = Of.events(*Type); E.next();) {
    // "... VM (25.0.3+9-LTS) for linux-amd64 JRE (25.0.3+9-LTS), built on ..."
    const JfrRecording::Cell Version = E.get("jvmVersion");
    if (const auto *Text = std::get_if<std::string>(&Version))
      Is.Version = StringRef(*Text).split(" for ").first.str();
    const JfrRecording::Cell Start = E.get("jvmStartTime");
    if (const auto *Time = std::get_if<JfrRecording::Instant>(&Start))
      Is.StartNanos = Time->Nanos;
    const JfrRecording::Cell Pid = E.get("pid");
    if (const auto *Number = std::get_if<int64_t>(&Pid))
      Is.Pid = *Number;
  }
  return Is;
}

RecordingPart::RecordingPart(const JfrRecording &Of)
    : Of(Of), Vm(machineOf(Of)), Heap(Of, Vm.StartNanos.value_or(0)) {
  copy_if(Of.types(), std::back_inserter(Types),
          [](const EventType &T) { return T.Count != 0; });
  stable_sort(Types, [](const EventType &A, const EventType &B) {
    return A.Count > B.Count;
  });
  for (const EventType &T : Types) {
    Events += T.Count;
    Bytes += T.Bytes;
  }
}

void RecordingPart::present(Presenter &To) const {
  FactList Facts;
  Facts.add("format", "flight recording");
  const std::optional<uint64_t> Start = startOf(*this);
  Prose Time = Start ? Prose().time(*Start) : Prose("unknown");
  if (const uint64_t Millis = millisOf(*this); Millis >= 1000)
    Time << ", " << spanText(Millis);
  Facts.add("time", Time);
  if (!Vm.Version.empty()) {
    Prose Is = Prose().name(Vm.Version);
    if (Vm.Pid)
      Is << ", pid " << std::to_string(*Vm.Pid);
    Facts.add("VM", Is);
  }
  if (const std::optional<uint64_t> Millis = vmStartOf(*this))
    Facts.add("VM start", Prose().time(*Millis));
  Prose All = Prose().number(Events) << " of ";
  Facts.add("events",
            (All.count(Types.size(), "type") << ", ").largeBytes(Bytes));
  Facts.present(To);
  if (!Heap.periods().empty()) {
    To.line("");
    presentHeapTrend(Heap, To);
  }
  if (Types.empty())
    return;
  constexpr size_t Most = 12;
  To.line("");
  To.table(*rowsOf(eventTypeTable(), Of, ArrayRef(Types).take_front(Most)));
  if (Types.size() > Most)
    To.line(Prose("... and ").number(Types.size() - Most)
            << " more (the table event_types of hprof-query)");
}
