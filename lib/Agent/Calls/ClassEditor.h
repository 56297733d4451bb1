//===- ClassEditor.h - Makes classes call the tracker -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Edits class files as the VM loads them and, by retransformation, classes
/// already loaded. Methods that cannot be edited are reported to the user and
/// stay unchanged.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_CLASSEDITOR_H
#define HPROF_LIB_AGENT_CALLS_CLASSEDITOR_H

#include "Agent/Recording/Recording.h"
#include "Agent/Vm/JvmMemory.h"
#include "EditedMethods.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace hprof::agent {

class ClassEditor {
public:
  /// \p Option is the user's option, for messages: "cpu=times".
  ClassEditor(jvmtiEnv &Ti, TableMemory &Budget, std::string Option)
      : Ti(Ti), Option(std::move(Option)), All(Budget) {}

  EditedMethods &methods() { return All; }

  /// Called by the VM for each class file, in any thread. Calls into the VM
  /// only to allocate memory.
  void edit(const ClassFileEvent &E);
  /// Edits all loaded classes.
  llvm::Error editLoaded(JNIEnv &Jni);
  /// Restores the original methods of edited classes. Call it when edit() is no
  /// longer called.
  llvm::Error restore(JNIEnv &Jni);
  /// Whether memory was insufficient for some methods.
  bool isFull() const { return IsFull; }
  /// Reports how many further methods could not be edited, if any.
  void reportRest();

private:
  std::optional<int32_t> numberOf(const classfile::MethodName &M);
  llvm::Error retransformIf(JNIEnv &Jni,
                            llvm::function_ref<bool(llvm::StringRef)> Is);
  void retransform(llvm::MutableArrayRef<jclass> Classes);
  void reportGrown(llvm::StringRef Class);
  void reportUneditable(const llvm::Twine &What, const llvm::Twine &Why);

  static constexpr unsigned MostReports = 20;

  jvmtiEnv &Ti;
  const std::string Option;
  EditedMethods All;
  std::mutex Lock;
  llvm::StringSet<> Edited; ///< Names of classes, as in "java/lang/Object".
  std::atomic<bool> IsFull{false};
  std::atomic<unsigned> NumUneditable{0};
  unsigned NumTold = 0; ///< Reported methods beyond MostReports.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CLASSEDITOR_H
