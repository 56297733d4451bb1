//===- Recording.h - One thing that an agent records -----------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an option such as heap=dump asks for. A session drives its recordings
/// through the life of the VM:
///
///     want()     before the VM runs, or when the agent is attached
///     prepare()  then, when the VM has granted what was wanted
///     start()    once the VM is initialised
///     dump()     at exit and on request, any number of times
///     stop()     before the VM dies, when no dump follows; or if one of the
///                session's recordings could not start
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_RECORDING_H
#define HPROF_LIB_AGENT_RECORDING_H

#include "Jvm.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class Recording {
public:
  virtual ~Recording();

  /// As in "Dumping Java heap ... done.": "Java heap".
  virtual llvm::StringRef title() const = 0;
  /// Sets in \p Wanted what it needs of the VM's potential capabilities.
  virtual llvm::Error want(const Jvm &J, jvmtiCapabilities &Wanted) = 0;
  virtual llvm::Error prepare() { return llvm::Error::success(); }
  virtual llvm::Error start(JNIEnv &Jni) { return llvm::Error::success(); }
  virtual llvm::Error dump(JNIEnv &Jni) = 0;
  virtual void stop(JNIEnv &Jni) {}
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_RECORDING_H
