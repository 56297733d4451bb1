//===- Progress.h - Progress line on standard error -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_PROGRESS_H
#define HPROF_TOOL_PROGRESS_H

#include "hprof/Format/Parallel/Thread.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace llvm {
class Twine;
class raw_ostream;
} // namespace llvm

namespace hprof {

/// One line that shows the current activity, redrawn in place at most five
/// times a second and removed at the end:
///
///     reading heap.hprof: 1.2 GiB of 4.0 GiB (30%), 810.3 MiB/s, 4 s left
///
/// advance() may be called from any thread, as often as once per chunk of work.
/// During a Task outside any phase, its name and the elapsed time are shown:
///
///     looking for suspects in heap.hprof: 4 s
class Progress {
public:
  enum class Unit { Bytes, Items };

  /// Draws on \p OS if \p Enabled, otherwise is a no-op. With \p InPlace, the
  /// line is redrawn; without (a log file), each update is a separate line.
  Progress(llvm::raw_ostream &OS, bool Enabled, bool InPlace);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  bool enabled() const { return Enabled; }

  /// Work without measurable progress, or with gaps between measurable phases.
  /// Drawn by a separate thread, so nothing else may write to the terminal
  /// during its lifetime.
  class Task {
  public:
    Task(Progress &P, const llvm::Twine &What);
    /// Creates a task. \p Done, which another thread calls, returns the
    /// progress of the task in bytes, out of \p Total if that is nonzero. The
    /// value may restart at 0.
    Task(Progress &P, const llvm::Twine &What, uint64_t Total,
         std::function<uint64_t()> Done);
    ~Task();
    Task(const Task &) = delete;
    Task &operator=(const Task &) = delete;

  private:
    friend class Progress;
    Progress &P;
    Task *Outer = nullptr;
    std::string Name;
    uint64_t Total = 0;
    std::function<uint64_t()> Done;
    uint64_t LastDone = 0;
    std::chrono::steady_clock::time_point Start;
  };

  /// Begins the phase \p What, with \p Total units, or 0 if unknown.
  void phase(llvm::StringRef What, uint64_t Total, Unit U = Unit::Bytes);
  /// Adds \p Count completed units.
  void advance(uint64_t Count);
  /// Raises the number of completed units of the phase to at least \p Count.
  void reachedAtLeast(uint64_t Count);
  /// Ends the phase and clears the line.
  void finish();

  /// Clears the line and keeps it clear during the lifetime of the result, for
  /// other output.
  std::unique_lock<std::mutex> hold();

  /// Removes the line if it is redrawn in place on the terminal.
  /// Async-signal-safe: for handlers of signals that terminate the program.
  static void clearOnSignal();

  /// Text of the line, independent of time and terminal.
  static std::string format(llvm::StringRef What, uint64_t Done, uint64_t Total,
                            Unit U, double Seconds);
  /// Same as above, for a task.
  static std::string format(llvm::StringRef Task, double Seconds);

private:
  using Clock = std::chrono::steady_clock;

  void drawIfDue();
  void clearLine();
  void startWatcher();
  void watch();

  llvm::raw_ostream &OS;
  const bool Enabled, InPlace;
  std::atomic<uint64_t> Done = 0;
  std::atomic<int64_t> NextDraw = 0; ///< Clock ticks.
  std::mutex Lock; ///< Guards the members below and the drawing.
  std::string What;
  uint64_t Total = 0;
  Unit Counted = Unit::Bytes;
  Clock::time_point Start;
  Task *Innermost = nullptr;
  bool Drawn = false;
  bool IsOver = false;
  std::condition_variable Over;
  Thread Watcher; ///< Draws while advance() is not called.
};

} // namespace hprof

#endif // HPROF_TOOL_PROGRESS_H
