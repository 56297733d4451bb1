//===- StackTable.h - Frames and traces in little memory --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot gives each thread frames of its own, with consecutive ids, so that a
/// dump of 100,000 threads has millions of frames, of which a few hundred
/// differ. A frame takes 4 bytes here beside what is new in it, and a trace
/// with consecutive ids 16, however long.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STACKTABLE_H
#define HPROF_FORMAT_STACKTABLE_H

#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/ThreadInfo.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <optional>
#include <vector>

namespace hprof {

/// Values by numbers that mostly ascend one by one; others cost more memory.
template <class T> class AscendingMap {
public:
  T &operator[](uint64_t Key) {
    if (Values.empty() || Key > LastKey) {
      if (Values.empty() || Key != LastKey + 1)
        Runs.push_back({Key, Values.size()});
      LastKey = Key;
      return Values.emplace_back();
    }
    if (const T *Known = findInRuns(Key))
      return const_cast<T &>(*Known);
    return Others[Key];
  }
  const T *find(uint64_t Key) const {
    if (const T *Known = findInRuns(Key))
      return Known;
    auto It = Others.find(Key);
    return It == Others.end() ? nullptr : &It->second;
  }
  void clear() { *this = AscendingMap(); }

private:
  struct Run {
    uint64_t Key;
    size_t Position; ///< Of its value.
  };
  const T *findInRuns(uint64_t Key) const {
    auto After = std::upper_bound(
        Runs.begin(), Runs.end(), Key,
        [](uint64_t Wanted, const Run &R) { return Wanted < R.Key; });
    if (After == Runs.begin())
      return nullptr;
    size_t End = After == Runs.end() ? Values.size() : After->Position;
    const Run &R = *std::prev(After);
    if (Key - R.Key >= End - R.Position)
      return nullptr;
    return &Values[R.Position + size_t(Key - R.Key)];
  }

  std::vector<Run> Runs;
  std::deque<T> Values;
  uint64_t LastKey = 0;
  llvm::DenseMap<IdKey, T> Others; ///< What came too late for the runs.
};

/// The stacks of a dump. Ids and serials may repeat: the last one counts.
class StackTable {
public:
  void add(const StackFrame &R);
  void add(const StackTrace &R);
  void clear();

  std::optional<StackFrame> frame(uint64_t Id) const;
  /// Its frames are a view until the next add().
  std::optional<TraceInfo> trace(uint32_t Serial) const;

private:
  /// What frames share.
  struct Place {
    uint64_t Method, Signature, SourceFile;
    uint32_t ClassSerial;
    int32_t Line;
    bool operator==(const Place &O) const;
  };
  struct Trace {
    uint64_t First = 0; ///< A frame's id, or a position in Ids.
    uint32_t ThreadSerial = 0;
    uint32_t Count : 31;
    uint32_t IsListed : 1; ///< Its frames are in Ids.
  };
  static_assert(sizeof(Trace) == 16);

  AscendingMap<uint32_t> PlaceOf; ///< By frame id.
  std::vector<Place> Places;
  llvm::DenseMap<IdKey, uint32_t> ByHash; ///< The last place of each hash.
  AscendingMap<Trace> Traces;             ///< By serial.
  std::vector<uint64_t> Ids; ///< Of the frames of traces that need a list.
};

} // namespace hprof

#endif // HPROF_FORMAT_STACKTABLE_H
