//===- FrameTable.h - Frames of traces --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locations in methods, with the names and lines for STACK FRAME.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_TRACES_FRAMETABLE_H
#define HPROF_LIB_AGENT_TRACES_FRAMETABLE_H

#include "MethodTable.h"

namespace hprof::agent {

struct StackPlace {
  jmethodID Method;
  jlocation Location;
  const agent::Method *Names;
  int32_t Line;
  /// Id in the output; 0 if not written. Only the writer uses it.
  uint64_t Id;
};

class FrameTable {
public:
  FrameTable(jvmtiEnv &Ti, NumberedClasses &Classes, TableMemory &Budget,
             bool HasLines)
      : Methods(Ti, Classes, Budget, HasLines), Index(Budget), Places(Budget) {}

  /// Returns the location \p F, and adds it with its names if necessary. Null
  /// if there is no memory. Thread-safe; no lock is held during calls into the
  /// VM.
  StackPlace *get(JNIEnv &Jni, const jvmtiFrameInfo &F);
  /// Returns the location \p F; null if get() was never called for it.
  StackPlace *find(const jvmtiFrameInfo &F) const;

  /// Adds a method that the VM does not have. \return false if there is no
  /// memory.
  bool name(jmethodID Method, const MethodText &Names) {
    return Methods.add(Method, Names);
  }

  /// Adds the names of a method before it occurs in a frame.
  bool learn(JNIEnv &Jni, jmethodID Method) {
    return Methods.get(Jni, Method) != nullptr;
  }

private:
  StackPlace *find(uint32_t Hash, const jvmtiFrameInfo &F) const;

  MethodTable Methods;
  IndexTable Index;
  StableVector<StackPlace> Places;
  std::mutex Lock; ///< Held while adding an entry.
  uint32_t Count = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_FRAMETABLE_H
