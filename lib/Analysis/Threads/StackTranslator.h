//===- StackTranslator.h - Converts stack traces to stacks ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H
#define HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/Records.h"
#include "hprof/Format/Thread/ThreadStacks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include <optional>
#include <string>
#include <unordered_map>

namespace hprof {

/// Converts stack traces in records to stacks in a thread dump. Strings are
/// converted to UTF-8.
class StackTranslator {
public:
  /// Both must outlive this.
  StackTranslator(const DumpContext &Context, ThreadStacks &Stacks)
      : Context(Context), Stacks(Stacks) {}

  /// Returns the stack number of the trace \p Serial. If the trace is not in
  /// the dump, this is a stack without frames.
  uint32_t stack(uint32_t Serial);
  std::string string(uint64_t Id) const;

private:
  /// Contents of a frame. HotSpot writes equal frames for each thread.
  struct FrameKey {
    uint64_t Method, SourceFile;
    uint32_t ClassSerial;
    int32_t Line;

    bool operator==(const FrameKey &K) const {
      return Method == K.Method && SourceFile == K.SourceFile &&
             ClassSerial == K.ClassSerial && Line == K.Line;
    }
    struct Hash {
      size_t operator()(const FrameKey &K) const {
        return llvm::hash_combine(K.Method, K.SourceFile, K.ClassSerial,
                                  K.Line);
      }
    };
  };
  uint32_t frame(uint64_t Id);
  uint32_t newFrame(const StackFrame &S);

  const DumpContext &Context;
  ThreadStacks &Stacks;
  /// Maps trace serial numbers to stacks.
  llvm::DenseMap<IdKey, uint32_t> Known;
  std::unordered_map<FrameKey, uint32_t, FrameKey::Hash> Frames;
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H
