//===- Progress.cpp - Progress line on standard error ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Progress.h"
#include "Terminal.h"
#include "hprof/Tool/Escape.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unistd.h>

using namespace llvm;
using namespace hprof;

static constexpr auto DrawEvery = std::chrono::milliseconds(200);
/// No progress is drawn for short work.
static constexpr auto FirstDraw = std::chrono::milliseconds(500);

static constexpr std::string_view ClearLine = "\r\x1b[K";
/// Whether the terminal shows a progress line.
static std::atomic<bool> IsOnTerminal = false;

Progress::Progress(raw_ostream &OS, bool Enabled, bool InPlace)
    : OS(OS), Enabled(Enabled), InPlace(InPlace) {}

Progress::~Progress() {
  finish();
  {
    std::lock_guard<std::mutex> Guard(Lock);
    IsOver = true;
  }
  Over.notify_all();
  Watcher.join();
}

Progress::Task::Task(Progress &P, const Twine &What)
    : Task(P, What, 0, nullptr) {}

Progress::Task::Task(Progress &P, const Twine &What, uint64_t Total,
                     std::function<uint64_t()> Done)
    : P(P), Total(Total), Done(std::move(Done)) {
  if (!P.Enabled)
    return;
  Name = escapeControl(What.str());
  Start = Clock::now();
  std::lock_guard<std::mutex> Guard(P.Lock);
  Outer = P.Innermost;
  P.Innermost = this;
  if (!P.InPlace) {
    // A log is not redrawn periodically.
    P.OS << Name << '\n';
    P.OS.flush();
    return;
  }
  // A sequence of short tasks within another task counts as long work.
  if (P.What.empty() && !Outer)
    P.NextDraw = (Start + FirstDraw).time_since_epoch().count();
  P.startWatcher();
}

Progress::Task::~Task() {
  if (!P.Enabled)
    return;
  std::lock_guard<std::mutex> Guard(P.Lock);
  P.Innermost = Outer;
  if (!Outer)
    P.clearLine();
}

/// The task that starts the watcher thread often ends before the thread runs at
/// all. Therefore, the thread refers only to the line.
void Progress::startWatcher() {
  // If the system has no thread available, only phases are drawn.
  if (!Watcher.isJoinable())
    (void)Watcher.start([this] { watch(); });
}

void Progress::watch() {
  std::unique_lock<std::mutex> Guard(Lock);
  while (!Over.wait_for(Guard, DrawEvery, [this] { return IsOver; })) {
    Guard.unlock();
    drawIfDue();
    Guard.lock();
  }
}

void Progress::phase(StringRef NewWhat, uint64_t NewTotal, Unit U) {
  if (!Enabled)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  What = escapeControl(NewWhat);
  Total = NewTotal;
  Counted = U;
  Done = 0;
  Start = Clock::now();
  NextDraw =
      (Start + (InPlace ? Clock::duration(FirstDraw) : Clock::duration::zero()))
          .time_since_epoch()
          .count();
  // Input may stall without ending.
  if (InPlace)
    startWatcher();
}

void Progress::advance(uint64_t Count) {
  if (!Enabled)
    return;
  Done += Count;
  drawIfDue();
}

void Progress::reachedAtLeast(uint64_t Count) {
  if (!Enabled)
    return;
  uint64_t Old = Done;
  while (Old < Count && !Done.compare_exchange_weak(Old, Count))
    ;
  drawIfDue();
}

void Progress::drawIfDue() {
  Clock::time_point Now = Clock::now();
  int64_t Due = NextDraw;
  if (Now.time_since_epoch().count() < Due)
    return;
  // One thread draws; the others continue working.
  int64_t Next = (Now + DrawEvery).time_since_epoch().count();
  if (!NextDraw.compare_exchange_strong(Due, Next))
    return;
  std::unique_lock<std::mutex> Guard(Lock, std::try_to_lock);
  if (!Guard || (What.empty() && !Innermost))
    return;
  auto Since = [&](Clock::time_point Begin) {
    return std::chrono::duration<double>(Now - Begin).count();
  };
  std::string Text;
  if (!What.empty()) {
    Text = format(What, Done, Total, Counted, Since(Start));
  } else if (Task &T = *Innermost; T.Done) {
    uint64_t Reached = T.Done();
    if (Reached < T.LastDone)
      T.Start = Now;
    T.LastDone = Reached;
    Text = format(T.Name, Reached, T.Total, Unit::Bytes, Since(T.Start));
  } else {
    Text = format(T.Name, Since(T.Start));
  }
  if (!InPlace) {
    OS << Text << '\n';
    OS.flush();
    return;
  }
  // A line that wraps could not be cleared again.
  unsigned Columns = terminalColumns(STDERR_FILENO);
  if (Columns > 1 && Text.size() >= Columns)
    Text.resize(Columns - 1);
  IsOnTerminal = true;
  OS << '\r' << Text << "\x1b[K";
  OS.flush();
  Drawn = true;
}

void Progress::clearLine() {
  if (!Drawn)
    return;
  OS << ClearLine;
  OS.flush();
  Drawn = false;
  IsOnTerminal = false;
}

void Progress::clearOnSignal() {
  if (!IsOnTerminal)
    return;
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, ClearLine.data(), ClearLine.size());
}

void Progress::finish() {
  if (!Enabled)
    return;
  std::lock_guard<std::mutex> Guard(Lock);
  // Otherwise the enclosing task's line replaces this one.
  if (!Innermost)
    clearLine();
  What.clear();
}

std::unique_lock<std::mutex> Progress::hold() {
  std::unique_lock<std::mutex> Guard(Lock);
  clearLine();
  return Guard;
}

static void printBytes(raw_ostream &OS, double Bytes) {
  static constexpr const char *Units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  unsigned I = 0;
  for (; Bytes >= 1024 && I + 1 != std::size(Units); ++I)
    Bytes /= 1024;
  OS << llvm::format(I ? "%.1f %s" : "%.0f %s", Bytes, Units[I]);
}

static void printSeconds(raw_ostream &OS, double Seconds) {
  // Rates near zero would overflow an integer.
  auto S = static_cast<uint64_t>(std::llround(std::min(Seconds, 1e9)));
  if (S < 60) {
    OS << S << " s";
    return;
  }
  if (S < 3600) {
    OS << llvm::format("%u min %02u s", unsigned(S / 60), unsigned(S % 60));
    return;
  }
  OS << S / 3600 << llvm::format(" h %02u min", unsigned(S / 60 % 60));
}

std::string Progress::format(StringRef Task, double Seconds) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Task << ": ";
  printSeconds(OS, Seconds);
  return Text;
}

std::string Progress::format(StringRef What, uint64_t Done, uint64_t Total,
                             Unit U, double Seconds) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Amount = [&](double N) {
    if (U == Unit::Bytes)
      printBytes(OS, N);
    else
      OS << llvm::format("%.0f", N);
  };
  OS << What << ": ";
  Amount(double(Done));
  if (Total) {
    OS << " of ";
    Amount(double(Total));
    OS << llvm::format(
        " (%u%%)",
        unsigned(100 * (double(std::min(Done, Total)) / double(Total))));
  }
  // Early measurements are no basis for an estimate.
  if (Seconds < 1 || !Done)
    return Text;
  double Rate = double(Done) / Seconds;
  OS << ", ";
  Amount(Rate);
  OS << "/s";
  if (Total > Done) {
    OS << ", ";
    printSeconds(OS, double(Total - Done) / Rate);
    OS << " left";
  }
  return Text;
}
