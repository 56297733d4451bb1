//===- HeapWalkThreads.h - Threads in a heap walk --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Threads in a heap walk and their stacks, to which the dump's roots
/// refer. Stacks are taken before the walk. Threads may run in the meantime, so
/// a root refers to its frame only if the method is the same.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTHREADS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTHREADS_H

#include "Agent/Records/ThreadTable.h"
#include "HeapWalkClassReader.h"
#include "llvm/ADT/DenseMap.h"

namespace hprof::agent {

/// A frame, as in STACK FRAME. Names are numbers in WalkNames.
struct WalkFrame {
  jmethodID Method = nullptr;
  uint32_t Name = 0, Signature = 0, Source = 0;
  uint32_t ClassSerial = 0;
  int32_t Line = -1;
};

struct WalkThread {
  ThreadTable::Entry Known;
  std::vector<WalkFrame> Frames; ///< Innermost first.
};

class HeapWalkThreads {
public:
  /// Maximum number of recorded frames per stack.
  static constexpr jint MaxFrames = 2048;

  /// \p Ti is the environment of the walk; its classes are tagged. \p Loaded
  /// gives their serials, in the order of \p Classes.
  HeapWalkThreads(jvmtiEnv &Ti, JNIEnv &Jni, const WalkTags &Tags,
                  WalkNames &Names, const HeapWalkClassReader &Classes,
                  llvm::ArrayRef<NumberedClasses::Loaded> Loaded)
      : Ti(Ti), Jni(Jni), Tags(Tags), Names(Names), Classes(Classes),
        Loaded(Loaded) {}

  /// Tags the threads and takes their stacks. Without \p HasLines, frames have
  /// no line numbers.
  llvm::Expected<std::vector<WalkThread>>
  read(llvm::ArrayRef<ThreadTable::Live> Live, bool HasLines);

private:
  WalkFrame frameOf(const jvmtiFrameInfo &F, bool HasLines);
  WalkFrame describe(jmethodID M);
  int32_t lineOf(const jvmtiFrameInfo &F);

  jvmtiEnv &Ti;
  JNIEnv &Jni;
  const WalkTags Tags;
  WalkNames &Names;
  const HeapWalkClassReader &Classes;
  const llvm::ArrayRef<NumberedClasses::Loaded> Loaded;
  llvm::DenseMap<jmethodID, WalkFrame> Known;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTHREADS_H
