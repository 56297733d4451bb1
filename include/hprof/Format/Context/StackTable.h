//===- StackTable.h - Compact frames and traces -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HotSpot gives each thread its own frames, with consecutive ids: a dump of
/// 100,000 threads has millions of frames, of which only a few hundred are
/// distinct. Here, a repeated frame takes 4 bytes, and a trace with consecutive
/// frame ids takes 16 bytes regardless of its length.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_STACKTABLE_H
#define HPROF_FORMAT_CONTEXT_STACKTABLE_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/ThreadInfo.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <optional>
#include <vector>

namespace hprof {

/// A map optimized for keys that ascend by one; other keys take more memory.
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
  size_t size() const { return Values.size() + Others.size(); }
  /// Calls \p F with each key and its value, in key order.
  template <class Fn> void forEach(Fn &&F) const {
    std::vector<uint64_t> Late;
    for (const auto &Entry : Others)
      Late.push_back(Entry.first);
    llvm::sort(Late);
    auto Next = Late.begin();
    auto Flush = [&](uint64_t Before) {
      for (; Next != Late.end() && *Next < Before; ++Next)
        F(*Next, Others.find(*Next)->second);
    };
    for (size_t I = 0; I != Runs.size(); ++I) {
      size_t End = I + 1 == Runs.size() ? Values.size() : Runs[I + 1].Position;
      for (size_t At = Runs[I].Position; At != End; ++At) {
        uint64_t Key = Runs[I].Key + (At - Runs[I].Position);
        Flush(Key);
        F(Key, Values[At]);
      }
    }
    Flush(UINT64_MAX);
    if (Next != Late.end())
      F(*Next, Others.find(*Next)->second);
  }

private:
  struct Run {
    uint64_t Key;
    size_t Position; ///< Position of the first key's value.
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
  llvm::DenseMap<IdKey, T> Others; ///< Keys added out of order.
};

/// The stacks of a dump as stored in an index: in arrays, which may be mapped.
/// Their contents are untrusted.
struct StackColumns {
  /// Consecutive keys, up to the position of the next run.
  struct Run {
    uint64_t Key;
    uint64_t Position; ///< Position of the first key's value.
  };
  /// The part that equal frames share.
  struct Place {
    uint64_t Method, Signature, SourceFile;
    uint32_t ClassSerial;
    int32_t Line;
  };
  struct Trace {
    uint64_t First; ///< Id of a frame, or a position in Ids.
    uint32_t ThreadSerial;
    uint32_t Count; ///< The highest bit is set if the frames are in Ids.
    static constexpr uint32_t IsListed = uint32_t(1) << 31;
  };

  template <template <class> class Array> struct Of {
    Array<Run> FrameRuns;   ///< By frame id.
    Array<uint32_t> Frames; ///< Positions in Places.
    Array<Place> Places;
    Array<Run> TraceRuns; ///< By serial.
    Array<Trace> Traces;
    Array<uint64_t> Ids; ///< Frame ids of traces with nonconsecutive ids.
  };
  template <class T> using Vector = std::vector<T>;
  using Owned = Of<Vector>;
  using View = Of<llvm::ArrayRef>;

  static std::optional<StackFrame> frame(const View &V, uint64_t Id);
  static std::optional<TraceInfo> trace(const View &V, uint32_t Serial);
};

/// The stacks of a dump. Ids and serials may repeat: the last one wins.
class StackTable {
public:
  void add(const StackFrame &R);
  void add(const StackTrace &R);
  void clear();

  /// Number of added traces.
  size_t traces() const { return Traces.size(); }
  /// All contents, for saving in an index.
  StackColumns::Owned columns() const;
  /// Makes lookups try the saved stacks \p V first. \p V must outlive this.
  void use(const StackColumns::View &V) { Kept = V; }

  std::optional<StackFrame> frame(uint64_t Id) const;
  /// The result's frames are a view, valid until the next add().
  std::optional<TraceInfo> trace(uint32_t Serial) const;

private:
  /// The part that equal frames share.
  struct Place {
    uint64_t Method, Signature, SourceFile;
    uint32_t ClassSerial;
    int32_t Line;
    bool operator==(const Place &O) const;
  };
  struct Trace {
    uint64_t First = 0; ///< Id of a frame, or a position in Ids.
    uint32_t ThreadSerial = 0;
    uint32_t Count : 31;
    uint32_t IsListed : 1; ///< Whether the frames are in Ids.
  };
  static_assert(sizeof(Trace) == 16);

  StackColumns::View Kept;
  AscendingMap<uint32_t> PlaceOf; ///< By frame id.
  std::vector<Place> Places;
  llvm::DenseMap<IdKey, uint32_t> ByHash; ///< The last place with each hash.
  AscendingMap<Trace> Traces;             ///< By serial.
  std::vector<uint64_t> Ids; ///< Frame ids of traces with nonconsecutive ids.
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_STACKTABLE_H
