//===- NativeThreads.cpp - Matches Java and native threads ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NativeThreads.h"
#include "ThreadTimers.h"
#include "llvm/ADT/STLExtras.h"
#include <ctime>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

std::optional<int64_t> agent::cpuTimeOf(pid_t Tid) {
  timespec T;
  if (::clock_gettime(cpuClockOf(Tid), &T) != 0)
    return std::nullopt;
  return int64_t(T.tv_sec) * 1000000000 + T.tv_nsec;
}

namespace {
/// A native thread with its CPU time before and after a reading.
struct Candidate {
  pid_t Tid;
  int64_t From, To = 0;
};
} // namespace

/// Reads the times of \p Open, the threads not matched yet. A thread is matched
/// if its time lies between the times of exactly one candidate.
static void matchOnce(std::vector<pid_t> &Result, std::vector<size_t> &Open,
                      std::vector<pid_t> &Tids, ReadTidTime OfTid,
                      ReadThreadTime OfThread) {
  std::vector<Candidate> Candidates;
  for (pid_t Tid : Tids)
    if (auto Time = OfTid(Tid))
      Candidates.push_back({Tid, *Time});
  std::vector<std::optional<int64_t>> Times;
  Times.reserve(Open.size());
  for (size_t I : Open)
    Times.push_back(OfThread(I));
  for (Candidate &C : Candidates)
    C.To = OfTid(C.Tid).value_or(-1);
  std::vector<size_t> StillOpen;
  std::vector<pid_t> Found;
  for (size_t N = 0; N != Open.size(); ++N) {
    const std::optional<int64_t> Time = Times[N];
    pid_t Only = 0;
    unsigned Count = 0;
    for (const Candidate &C : Candidates)
      if (Time && C.From <= *Time && *Time <= C.To) {
        Only = C.Tid;
        ++Count;
      }
    if (Count == 1) {
      Result[Open[N]] = Only;
      Found.push_back(Only);
    } else if (Times[N]) {
      StillOpen.push_back(Open[N]);
    }
  }
  Open = std::move(StillOpen);
  auto IsFound = [&](pid_t T) { return is_contained(Found, T); };
  erase_if(Tids, IsFound);
}

std::vector<pid_t> agent::matchThreads(ArrayRef<pid_t> Given, ReadTidTime OfTid,
                                       size_t NumThreads,
                                       ReadThreadTime OfThread) {
  std::vector<pid_t> Result(NumThreads), Tids = Given.vec();
  std::vector<size_t> Open;
  for (size_t I = 0; I != NumThreads; ++I)
    Open.push_back(I);
  // The first round matches threads that are not running; later rounds have few
  // threads left, so the times of a reading are close together.
  for (unsigned Round = 0; Round != 3 && !Open.empty(); ++Round)
    matchOnce(Result, Open, Tids, OfTid, OfThread);
  for (size_t I : std::vector<size_t>(Open)) {
    std::vector<size_t> One = {I};
    for (unsigned Round = 0; Round != 8 && !One.empty(); ++Round)
      matchOnce(Result, One, Tids, OfTid, OfThread);
  }
  return Result;
}
