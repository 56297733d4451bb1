//===- VmDumper.h - Dumps the heap through the VM --------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The VM's own heap dumper, which is several times faster than a walk through
/// JVM TI and needs no memory per object. Minimal Java runtimes may lack it.
///
/// It is a native method of the JDK class HotSpotDiagnostic. The agent calls
/// its C function, which needs no Java heap: when the heap is full, other
/// threads take any memory that becomes free. VMs without that function may
/// have the management bean, which runs Java code.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_VMDUMPER_H
#define HPROF_LIB_AGENT_HEAP_VMDUMPER_H

#include "Agent/Vm/JvmTi.h"
#include "DumpRoom.h"
#include "llvm/Support/Error.h"
#include <string>

namespace hprof::agent {

class VmDumper {
public:
  /// A dump method.
  struct Call {
    jobject Bean = nullptr; ///< Valid in the local frame of find().
    jmethodID Dump = nullptr;
  };

  explicit VmDumper(JavaVM &Vm) : Vm(Vm) {}

  /// Allocates all Java objects that a dump in \p Place needs. If this fails,
  /// dumps use other methods.
  void prepare(jvmtiEnv &Ti, JNIEnv &Jni, const DumpPlace &Place);
  /// Whether a dump needs no Java heap.
  bool isPrepared() const { return Name; }
  /// Frees what prepare() has allocated.
  void release(JNIEnv &Jni);

  /// Chooses a method. This may run Java code, which may load classes; no
  /// exception may be pending.
  llvm::Expected<Call> find(JNIEnv &Jni) const;
  /// Returns an unused path in \p Place; the prepared one if possible.
  std::string freeName(const DumpPlace &Place) const;
  /// Writes the live objects to \p Path, which freeName() returned.
  llvm::Error dump(JNIEnv &Jni, const Call &How, const std::string &Path) const;

private:
  using Function = void(JNICALL *)(JNIEnv *, jobject, jstring, jboolean);
  Function findFunction(jvmtiEnv &Ti, JNIEnv &Jni) const;

  JavaVM &Vm;
  Function Direct = nullptr; ///< Null if the VM lacks it.
  std::string Path;
  jstring Name = nullptr; ///< The path, as a global reference.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_VMDUMPER_H
