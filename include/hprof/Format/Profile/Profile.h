//===- Profile.h - Weighted stack traces ------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The profiles of the HPROF agent as a value: allocation sites, CPU samples,
/// CPU times, monitor contention, and the calls of cpu=old. Frames, threads and
/// traces are kept once, by content rather than by their numbers in a file, so
/// that profiles of several runs can be added:
///
///     Profile All;
///     All.add(One);
///     All.add(Other, /*Weight=*/3);
///
/// Memory grows with the number of different traces. Strings are modified
/// UTF-8, as in files.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_PROFILE_PROFILE_H
#define HPROF_FORMAT_PROFILE_PROFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

/// The sections of a profile, with the counts in their rows.
enum class ProfileKind : uint8_t {
  Sites,    ///< Live bytes and objects, allocated bytes and objects.
  Samples,  ///< Samples.
  Times,    ///< Calls and milliseconds.
  Monitors, ///< Contentions and milliseconds.
  Calls     ///< Calls and milliseconds, for pairs of methods.
};
constexpr unsigned NumProfileKinds = 5;

class Profile {
public:
  struct Frame {
    std::string ClassName; ///< As in "java/lang/Object"; "" if unknown.
    std::string Method, Signature, SourceFile;
    int32_t Line = -1; ///< As in STACK FRAME.
    bool operator<(const Frame &O) const;
  };
  struct Thread {
    std::string Name, Group, ParentGroup;
    bool operator<(const Thread &O) const;
  };
  /// A trace by the numbers of its frames, innermost first, and of its thread.
  struct Trace {
    std::optional<uint32_t> Thread; ///< Set if traces are kept per thread.
    std::string Phase;              ///< Phase of the VM, if not live: "start".
    std::vector<uint32_t> Frames;
    bool operator<(const Trace &O) const;
  };
  using Counts = std::array<uint64_t, 4>;
  /// Subject of a row: a trace, and for sites and monitors a class; or a pair
  /// of methods.
  struct Key {
    std::optional<uint32_t> Trace; ///< nullopt if it is missing from the file.
    std::string Name; ///< A class as in "java/lang/Object", or the callee.
    std::string Caller;
    uint8_t ArrayOf = 0; ///< ALLOC SITES' array indicator.
    bool operator<(const Key &O) const;
  };
  struct Section {
    bool IsThere = false;
    Counts Totals = {}; ///< As stated: includes rows below the cutoff.
    std::map<Key, Counts> Rows;
  };

  /// Beginning of the recording in milliseconds since 1970; 0 if unknown. For a
  /// sum of profiles, the earliest one.
  uint64_t Millis = 0;
  /// Width of ids in bytes; for a sum of profiles, the largest one.
  unsigned IdSize = 4;
  /// From ALLOC SITES; for a sum of profiles, the flags that all of them have,
  /// and the largest cutoff.
  std::optional<uint16_t> SiteFlags;
  float Cutoff = 0;
  /// Whether there is a HEAP SUMMARY; its counts are as in Sites.
  bool HasSummary = false;
  Counts Summary = {};
  /// From CONTROL SETTINGS; for a sum of profiles, the greatest depth.
  bool HasSettings = false;
  uint32_t SettingFlags = 0;
  uint16_t TraceDepth = 0;

  uint32_t addFrame(const Frame &F) {
    return numberOf(F, FrameNumbers, Frames);
  }
  uint32_t addThread(const Thread &T) {
    return numberOf(T, ThreadNumbers, Threads);
  }
  uint32_t addTrace(const Trace &T) {
    return numberOf(T, TraceNumbers, Traces);
  }

  const Frame &frame(uint32_t Number) const { return *Frames[Number]; }
  const Thread &thread(uint32_t Number) const { return *Threads[Number]; }
  const Trace &trace(uint32_t Number) const { return *Traces[Number]; }
  size_t numTraces() const { return Traces.size(); }

  Section &operator[](ProfileKind K) { return Sections[unsigned(K)]; }
  const Section &operator[](ProfileKind K) const {
    return Sections[unsigned(K)];
  }
  /// Whether there is neither a section nor a summary.
  bool isEmpty() const;

  /// Adds all counts of \p Other, \p Weight times. Sums saturate.
  void add(const Profile &Other, uint64_t Weight = 1);
  /// Returns the profile without the signatures of frames, which merges traces.
  Profile withoutSignatures() const;

  /// Adds \p By to \p To, \p Weight times.
  static void addCounts(Counts &To, const Counts &By, uint64_t Weight);

private:
  void add(const Profile &Other, uint64_t Weight, bool HasSignatures);
  template <class T> using Numbers = std::map<T, uint32_t>;
  template <class T>
  static uint32_t numberOf(const T &V, Numbers<T> &Known,
                           std::vector<const T *> &List) {
    const auto [It, IsNew] = Known.try_emplace(V, uint32_t(List.size()));
    if (IsNew)
      List.push_back(&It->first);
    return It->second;
  }

  Numbers<Frame> FrameNumbers;
  Numbers<Thread> ThreadNumbers;
  Numbers<Trace> TraceNumbers;
  // Indexed by number. Elements of a map do not move.
  std::vector<const Frame *> Frames;
  std::vector<const Thread *> Threads;
  std::vector<const Trace *> Traces;
  Section Sections[NumProfileKinds];
};

} // namespace hprof

#endif // HPROF_FORMAT_PROFILE_PROFILE_H
