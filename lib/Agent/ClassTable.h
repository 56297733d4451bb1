//===- ClassTable.h - The classes that an output knows ---------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers the classes of the VM and writes LOAD CLASS and UNLOAD CLASS. A
/// class is recognised by a tag on its class object, so a class that is loaded
/// again is another one. Classes are looked for when an output needs them; no
/// event is enabled for them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CLASSTABLE_H
#define HPROF_LIB_AGENT_CLASSTABLE_H

#include "JvmMemory.h"
#include "JvmTi.h"
#include "Recorder.h"
#include <optional>
#include <vector>

namespace hprof::agent {

class ClassTable {
public:
  struct Entry {
    uint64_t Id = 0; ///< Of the class object.
    uint32_t Serial = 0;
    bool IsLoaded = true;
  };
  /// A loaded class and its entry. The reference is a local one.
  struct Loaded {
    jclass Class;
    Entry Known;
  };

  ClassTable(jvmtiEnv &Ti, Recorder &Out) : Ti(Ti), Out(Out) {}

  /// Finds classes that were loaded or unloaded since the last call. The
  /// references in the result belong to \p Refs.
  llvm::Expected<std::vector<Loaded>> refresh(LocalFrame &Refs);

  /// Tags of class objects are 1 and up, below this.
  static constexpr jlong EndOfTags = jlong(1) << 32;

private:
  llvm::Expected<jlong> tagOf(jclass C);
  void tellLoaded(jlong Tag, const std::string &Name);

  jvmtiEnv &Ti;
  Recorder &Out;
  /// By tag - 1. The caller of refresh() holds the lock on dumps.
  std::vector<Entry> Entries;
  std::vector<bool> Seen;
};

/// The name of a class in Java source for the \p Signature that JVM TI returns:
/// "java.lang.String[]" for "[Ljava/lang/String;".
std::string classNameOf(llvm::StringRef Signature);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CLASSTABLE_H
