//===- ThreadStacks.h - Stacks of a thread dump -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Frames and stacks of a thread dump, each kept once: most of a million
/// threads have one of a few hundred stacks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADSTACKS_H
#define HPROF_FORMAT_THREAD_THREADSTACKS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace hprof {

/// A position in a method, as in thread dumps. Class names are as in Java
/// source, see ClassName.h.
struct ThreadFrame {
  /// Empty if unknown or if the frame is only text in Method.
  std::string ClassName;
  std::string Method;
  std::string SourceFile;
  std::string Loader; ///< Name of the class's loader.
  std::string Module; ///< "java.base" or "java.base@25".
  int32_t Line = 0;   ///< 0 when unknown.
  bool IsNative = false;
  bool IsCompiled = false;

  bool operator==(const ThreadFrame &O) const;
};

class ThreadStacks {
public:
  /// Returns the number of \p F.
  uint32_t addFrame(ThreadFrame F);
  /// Returns the number of the stack with these frames, innermost first. The
  /// empty stack is number 0.
  uint32_t add(llvm::ArrayRef<uint32_t> Frames);

  const ThreadFrame &frame(uint32_t Number) const { return Frames[Number]; }
  size_t numFrames() const { return Frames.size(); }
  /// The numbers of a stack's frames, innermost first.
  llvm::ArrayRef<uint32_t> frames(uint32_t Stack) const {
    return llvm::ArrayRef(Numbers).slice(Ends[Stack],
                                         Ends[Stack + 1] - Ends[Stack]);
  }
  size_t size() const { return Ends.size() - 1; }

private:
  std::deque<ThreadFrame> Frames;
  std::vector<uint32_t> Numbers;  ///< Frames of all stacks.
  std::vector<size_t> Ends{0, 0}; ///< In Numbers; the first stack is empty.
  std::unordered_multimap<uint64_t, uint32_t> FrameByHash, StackByHash;
};

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADSTACKS_H
