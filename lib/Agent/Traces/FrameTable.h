//===- FrameTable.h - The frames of traces ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A place in a method, with the names and the line that STACK FRAME states.
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
  /// In the output; 0 if it was not written. Only the writer uses it.
  uint64_t Id;
};

class FrameTable {
public:
  FrameTable(jvmtiEnv &Ti, NumberedClasses &Classes, TableMemory &Budget,
             bool HasLines)
      : Methods(Ti, Classes, Budget, HasLines), Index(Budget), Places(Budget) {}

  /// The place \p F, whose names become known. Null if there is no memory. Any
  /// thread may call this; no lock is held during calls into the VM.
  StackPlace *get(JNIEnv &Jni, const jvmtiFrameInfo &F);
  /// Null if get() was never called for \p F.
  StackPlace *find(const jvmtiFrameInfo &F) const;

  /// Makes a method known that is none of the VM's. \return false if there is
  /// no memory.
  bool name(jmethodID Method, const MethodText &Names) {
    return Methods.add(Method, Names);
  }

  /// Asks for the names of a method before it is in a frame.
  bool learn(JNIEnv &Jni, jmethodID Method) {
    return Methods.get(Jni, Method) != nullptr;
  }

private:
  StackPlace *find(uint32_t Hash, const jvmtiFrameInfo &F) const;

  MethodTable Methods;
  IndexTable Index;
  StableVector<StackPlace> Places;
  std::mutex Lock; ///< Taken to add.
  uint32_t Count = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_FRAMETABLE_H
