//===- NumberedClasses.h - The classes of an output -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Numbers the classes of the VM and writes LOAD CLASS and UNLOAD CLASS.
/// A class is recognized by a tag on its class object, so a class that is
/// loaded again counts as a new class. Classes are looked up when an output
/// needs them, and added when a recording finds them; no event is enabled for
/// this.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDS_NUMBEREDCLASSES_H
#define HPROF_LIB_AGENT_RECORDS_NUMBEREDCLASSES_H

#include "Agent/Vm/EnvironmentTags.h"
#include "Agent/Vm/JvmMemory.h"
#include "Agent/Vm/JvmTi.h"
#include "Recorder.h"
#include <deque>
#include <mutex>
#include <vector>

namespace hprof::agent {

/// Thread-safe, but only one thread may call refresh(). No lock is held during
/// calls into the VM.
class NumberedClasses {
public:
  struct Entry {
    uint64_t Id = 0; ///< Id of the class object; Numbers::classId(tag - 1).
    uint32_t Serial = 0;
    bool IsLoaded = true;
    /// BasicType of the elements of an array class; else 0.
    uint8_t ElementType = 0;
  };
  /// A loaded class, its tag and its entry. The reference is a local one.
  struct Loaded {
    jclass Class;
    jlong Tag;
    Entry Known;
  };

  /// \p Use is Jvm::Use of \p Ti.
  NumberedClasses(jvmtiEnv &Ti, Recorder &Out, uint32_t Use = 0)
      : Ti(Ti), Out(Out), Tags(Ti, Use) {}

  /// Finds classes that were loaded or unloaded since the last call. The
  /// references in the result belong to \p Refs.
  llvm::Expected<std::vector<Loaded>> refresh(LocalFrame &Refs);

  /// Returns the tag of \p C, which is numbered if necessary. Nothing is
  /// written.
  llvm::Expected<jlong> tagOf(jclass C) {
    jlong Tag = 0;
    if (LLVM_LIKELY(Tags.get(C, Tag) == JVMTI_ERROR_NONE && isClass(Tag)))
      return Tag;
    return add(C);
  }
  /// Returns a number like a tag for a class identified only by its name, such
  /// as "java/lang/Object". No class of the VM has this tag.
  jlong named(llvm::StringRef Name);
  /// Returns the class with the tag \p Tag of tagOf(), and writes its LOAD
  /// CLASS if that is missing; must not be called inside Recorder::with(). The
  /// serial is 0 if there is no such class, or the output is closed.
  Entry entry(jlong Tag);

  /// Class tags are at least 1 and less than this.
  static constexpr jlong EndOfTags = jlong(1) << 32;
  static bool isClass(jlong Tag) { return Tag > 0 && Tag < EndOfTags; }

private:
  struct Class {
    Entry E; ///< Without ids until it is written.
    std::string Name;
    bool IsTold = false;
    bool IsNamed = false; ///< Added by named(): the VM does not list it.
  };
  /// A class number while threads set it as the tag.
  struct Claim {
    jlong Tag = 0;
    unsigned Users = 0;
  };

  llvm::Expected<jlong> add(jclass C);
  jlong claim(llvm::StringRef Key, llvm::StringRef Signature);
  void release(llvm::StringRef Key);
  void tell(Class &C, jlong Tag);
  void tellUnloaded(const Class &C);
  void markUnloaded(size_t Known, const std::vector<bool> &Seen);

  jvmtiEnv &Ti;
  Recorder &Out;
  const EnvironmentTags Tags;
  std::mutex
      Lock; ///< Guards the members below; acquired before the recorder's lock.
  std::deque<Class> Classes; ///< By tag - 1.
  llvm::StringMap<Claim> Claims;
  llvm::StringMap<jlong> Named;
};

/// Returns the class name in Java source for the \p Signature from JVM TI:
/// "java.lang.String[]" for "[Ljava/lang/String;".
std::string classNameOf(llvm::StringRef Signature);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_NUMBEREDCLASSES_H
