//===- NumberedClasses.h - The classes that an output knows -----*- C++ -*-===//
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
/// again is another one. Classes are looked for when an output needs them, and
/// added when a recording meets them; no event is enabled for them.
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

/// Any thread may call its functions, but only one refresh(). No lock is held
/// during calls into the VM.
class NumberedClasses {
public:
  struct Entry {
    uint64_t Id = 0; ///< Id of the class object; Numbers::classId(tag - 1).
    uint32_t Serial = 0;
    bool IsLoaded = true;
    /// The BasicType of the elements of an array class; else 0.
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

  /// The tag of \p C, which becomes known if it is not. Nothing is written.
  llvm::Expected<jlong> tagOf(jclass C) {
    jlong Tag = 0;
    if (LLVM_LIKELY(Tags.get(C, Tag) == JVMTI_ERROR_NONE && isClass(Tag)))
      return Tag;
    return add(C);
  }
  /// A number like a tag for a class that is known by its name only, as in
  /// "java/lang/Object". No class of the VM has it.
  jlong named(llvm::StringRef Name);
  /// The class with the tag \p Tag of tagOf(), whose LOAD CLASS is written if
  /// it was not: not to be called by a function that Recorder::with() calls.
  /// The serial is 0 if there is no such class, or no output any more.
  Entry entry(jlong Tag);

  /// Tags of class objects are 1 and up, below this.
  static constexpr jlong EndOfTags = jlong(1) << 32;
  static bool isClass(jlong Tag) { return Tag > 0 && Tag < EndOfTags; }

private:
  struct Class {
    Entry E; ///< Without numbers until it is written.
    std::string Name;
    bool IsTold = false;
    bool IsNamed = false; ///< By named(): the VM does not list it.
  };
  /// A number for a class while threads set it as the tag.
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
  std::mutex Lock;           ///< For all below; taken before the recorder's.
  std::deque<Class> Classes; ///< By tag - 1.
  llvm::StringMap<Claim> Claims;
  llvm::StringMap<jlong> Named;
};

/// The name of a class in Java source for the \p Signature that JVM TI returns:
/// "java.lang.String[]" for "[Ljava/lang/String;".
std::string classNameOf(llvm::StringRef Signature);

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDS_NUMBEREDCLASSES_H
