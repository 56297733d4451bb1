//===- WeightedStacks.h - Stacks with values --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data of flame graphs, pprof and speedscope: stacks of frames with one or
/// several values each, such as CPU samples by stack, or the bytes in a heap by
/// the classes of their dominators.
///
/// Stacks are stored as nodes of a tree (Place): each node has a parent, which
/// is the stack of the caller, and a frame. Strings are UTF-8. Memory is
/// proportional to the number of different stacks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STACKS_WEIGHTEDSTACKS_H
#define HPROF_ANALYSIS_STACKS_WEIGHTEDSTACKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

/// A kind of value; see StackMeasures.def.
struct StackMeasure {
  llvm::StringRef Name; ///< Name in pprof: "inuse_space".
  llvm::StringRef Unit; ///< "count", "bytes" or "milliseconds".
};

class WeightedStacks {
public:
  struct Frame {
    std::string Name; ///< "java.util.HashMap.put", or a class.
    std::string File; ///< Source file; may be empty.
    int32_t Line = 0; ///< 0 if unknown.
  };
  /// Number of a stack. 0 is the empty stack.
  using Place = uint32_t;
  /// Number of a thread; 0 for none.
  using Thread = uint32_t;
  struct Sample {
    Place At = 0;
    Thread Of = 0;
  };

  /// \p Main is the measure to show if only one can be shown.
  WeightedStacks(std::string Title, std::vector<StackMeasure> Measures,
                 unsigned Main);

  const std::string &title() const { return Title; }
  llvm::ArrayRef<StackMeasure> measures() const { return Measures; }
  unsigned mainMeasure() const { return Main; }
  /// Time of recording in milliseconds since 1970; 0 if unknown.
  uint64_t Millis = 0;
  /// Whether stacks were recorded separately for each thread, so that viewers
  /// should show the threads. Otherwise, threads are only annotations.
  bool IsByThread = false;
  /// Whether the last frame of a stack with several frames is the class of the
  /// allocated objects or of the monitor.
  bool EndsInClass = false;
  /// Whether each stack is a pair of a caller and a callee. The value is then
  /// the time of the callee, including the callee's own callees.
  bool IsOfPairs = false;
  /// For a heap: the signatures of its leak suspects. The same leak has the
  /// same signature in several dumps.
  std::vector<std::string> LeakSignatures;

  /// Returns the number of a frame. Equal frames have the same number.
  uint32_t addFrame(const Frame &F);
  /// Returns the number of a thread.
  Thread addThread(llvm::StringRef Name);
  /// Returns the stack \p Caller with one more frame.
  Place push(Place Caller, uint32_t Frame);
  /// Adds \p Values, one for each measure, to the values of a stack.
  void add(const Sample &S, llvm::ArrayRef<uint64_t> Values);

  llvm::ArrayRef<Frame> frames() const { return Frames; }
  const std::string &thread(Thread T) const { return Threads[T]; }
  llvm::ArrayRef<Sample> samples() const { return Samples; }
  uint64_t value(size_t Sample, unsigned Measure) const {
    return Values[Sample * Measures.size() + Measure];
  }
  /// Returns the sum of a measure, saturated.
  uint64_t total(unsigned Measure) const;
  /// Returns the numbers of the frames of \p At, outermost first.
  llvm::ArrayRef<uint32_t> frames(Place At,
                                  std::vector<uint32_t> &Storage) const;

  /// Returns a copy in which frames with the same name are merged. If
  /// IsByThread is set, threads are added as outermost frames.
  WeightedStacks byName() const { return merged(/*IsByName=*/true); }
  /// Same as above, but does not merge frames.
  WeightedStacks withThreads() const { return merged(/*IsByName=*/false); }

private:
  WeightedStacks merged(bool IsByName) const;

  struct Step {
    Place Caller = 0;
    uint32_t Frame = 0;
  };

  std::string Title;
  std::vector<StackMeasure> Measures;
  unsigned Main;
  std::vector<Frame> Frames;
  llvm::StringMap<uint32_t> FrameNumbers;
  std::vector<std::string> Threads{""};
  llvm::StringMap<Thread> ThreadNumbers;
  std::vector<Step> Steps{{}}; ///< By place.
  llvm::DenseMap<std::pair<Place, uint32_t>, Place> Places;
  std::vector<Sample> Samples;
  std::vector<uint64_t> Values; ///< For each sample, one per measure.
  llvm::DenseMap<std::pair<Place, Thread>, size_t> SampleNumbers;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STACKS_WEIGHTEDSTACKS_H
