//===- TextMonitors.cpp - Reads monitors in the agent's text --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReaderImpl.h"

using namespace hprof;
using namespace llvm;

/// Parses " thread 200001", or " <unknown thread>" to 0.
static bool threadRef(TextScan &S, uint32_t &Serial) {
  Serial = 0;
  return S.tryLit(" <unknown thread>") || (S.lit(" thread ") && S.dec(Serial));
}

void TextReader::monitorEvent(TextLine &L) {
  TextScan S(L);
  MonitorEvent R;
  StringRef Signature;
  auto Event = [&](MonitorEventKind Kind) { R.Event = uint8_t(Kind); };
  if (S.tryLit("WAIT: MONITOR ")) {
    Event(MonitorEventKind::Wait);
    S.upTo(", timeout=", Signature, /*Last=*/true) && S.wrapped(R.Millis) &&
        S.lit(",");
  } else if (S.tryLit("WAITED: MONITOR ")) {
    Event(MonitorEventKind::Waited);
    S.upTo(", time_waited=", Signature, /*Last=*/true) && S.wrapped(R.Millis) &&
        S.lit(",");
  } else if (S.tryLit("SLEEP: timeout=")) {
    Event(MonitorEventKind::Sleep);
    S.wrapped(R.Millis) && S.lit(",");
  } else {
    Event(MonitorEventKind::Exit);
    S.lit("EXIT: MONITOR ") && S.upTo(",", Signature, /*Last=*/true);
  }
  if (S.ok())
    threadRef(S, R.ThreadSerial) && S.end();
  if (!accept(L, S))
    return;
  R.Signature = Names.string(Signature);
  emit(R, L.Offset);
}

void TextReader::monitorDump(TextLine &L) {
  TextScan S(L);
  S.lit("MONITOR DUMP BEGIN") && S.end();
  if (!accept(L, S))
    return;
  MonitorDump Begin;
  emit(Begin, L.Offset);
  while (sectionLine(L, "MONITOR DUMP END")) {
    Names.setOffset(L.Offset);
    if (L.Text.starts_with("    THREAD "))
      monitorDumpThread(L);
    else if (L.Text.starts_with("    MONITOR ") ||
             L.Text.starts_with("    RAW MONITOR "))
      monitorDumpMonitor(L);
    else if (L.Text.starts_with("\towner:"))
      monitorOwner(L);
    else if (L.Text.starts_with("\twaiting to be notified:"))
      threadList(L, "\twaiting to be notified:", Waiting);
    else if (L.Text.starts_with("\twaiting to enter:"))
      threadList(L, "\twaiting to enter:", Entering);
    else
      unexplained(L, "a line of a monitor dump, or MONITOR DUMP END");
  }
  endMonitor();
  MonitorDumpEnd End;
  emit(End, L.Offset);
}

void TextReader::monitorDumpThread(const TextLine &L) {
  endMonitor();
  TextScan S(L);
  MonitorDumpThread R;
  S.lit("    THREAD ") && S.dec(R.ThreadSerial) && S.lit(", trace ") &&
      S.dec(R.TraceSerial) && S.lit(", status: ");
  StringRef Status = S.tail();
  if (!accept(L, S))
    return;
  R.Status = Names.string(Status);
  emit(R, L.Offset);
}

void TextReader::monitorDumpMonitor(const TextLine &L) {
  endMonitor();
  TextScan S(L);
  S.lit("    ");
  S.tryLit("RAW "); // Marks a VM monitor, before JDK 5: "name"(address).
  S.lit("MONITOR ");
  StringRef Signature = S.tail();
  Signature.consume_back(" unowned");
  if (S.ok() && Signature.empty())
    S.fail("a class");
  if (!accept(L, S))
    return;
  Monitor = MonitorDumpMonitor();
  Monitor.Offset = L.Offset;
  Monitor.Signature = Names.string(Signature);
  Entering.clear();
  Waiting.clear();
  HasMonitor = true;
}

void TextReader::monitorOwner(const TextLine &L) {
  TextScan S(L);
  uint32_t Owner = 0, Count = 0;
  S.lit("\towner:") && threadRef(S, Owner) && S.lit(", entry count: ") &&
      S.dec(Count) && S.end();
  if (!HasMonitor) {
    S.moveTo(0);
    S.fail("a MONITOR line before this one");
  }
  if (!accept(L, S))
    return;
  Monitor.Owner = Owner;
  Monitor.EntryCount = Count;
}

void TextReader::threadList(const TextLine &L, StringRef First,
                            ListBuilder<ThreadRef> &List) {
  TextScan S(L);
  if (!HasMonitor)
    S.fail("a MONITOR line before this one");
  S.lit(First);
  List.clear();
  while (S.ok() && !S.rest().empty() && S.rest() != " ") {
    ThreadRef Ref;
    if (!threadRef(S, Ref.ThreadSerial))
      break;
    List.add(Ref);
    if (!S.rest().empty())
      S.lit(",");
  }
  accept(L, S);
}

/// Sends the completed monitor.
void TextReader::endMonitor() {
  if (!HasMonitor)
    return;
  HasMonitor = false;
  Monitor.Entering = Entering.ref();
  Monitor.Waiting = Waiting.ref();
  V.visit(Monitor);
}
