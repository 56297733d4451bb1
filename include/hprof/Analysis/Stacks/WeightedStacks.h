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
/// A stack is a place in a tree in which only parents are stored: each place
/// has a caller, its parent, and a frame. Strings are UTF-8. Memory is
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

/// Kind of values: a row of StackMeasures.def.
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

  /// \p Main is the measure to show if there is room for one.
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
  /// Whether the last frame, if there are several, is the class of the
  /// allocated objects or of the monitor.
  bool EndsInClass = false;
  /// Whether each stack is a caller and its callee, with the time of the callee
  /// including its own callees.
  bool IsOfPairs = false;
  /// For a heap: the signatures of its leak suspects, which are the same for
  /// the same leak in several dumps.
  std::vector<std::string> LeakSignatures;

  /// Returns the number of a frame. Equal frames have the same number.
  uint32_t addFrame(const Frame &F);
  /// Returns the number of a thread.
  Thread addThread(llvm::StringRef Name);
  /// Returns the stack \p Caller with one more frame.
  Place push(Place Caller, uint32_t Frame);
  /// Adds to the values of a stack. \p Values has an element for each measure.
  void add(const Sample &S, llvm::ArrayRef<uint64_t> Values);

  llvm::ArrayRef<Frame> frames() const { return Frames; }
  const std::string &thread(Thread T) const { return Threads[T]; }
  llvm::ArrayRef<Sample> samples() const { return Samples; }
  uint64_t value(size_t Sample, unsigned Measure) const {
    return Values[Sample * Measures.size() + Measure];
  }
  /// Sum of a measure, saturated.
  uint64_t total(unsigned Measure) const;
  /// Numbers of the frames of \p At, outermost first.
  llvm::ArrayRef<uint32_t> frames(Place At,
                                  std::vector<uint32_t> &Storage) const;

  /// Returns a copy in which frames differ only by name, with the threads of
  /// IsByThread as outermost frames.
  WeightedStacks byName() const { return merged(/*IsByName=*/true); }
  /// Same as above, with full frames.
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
