//===- ClassEditor.h - Makes classes call the tracker -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Edits the class files that the VM loads, and those that it has loaded, by
/// retransformation. What cannot be edited is reported to the user and stays.
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
  /// \p Option is what the user asked for, in messages: "cpu=times".
  ClassEditor(jvmtiEnv &Ti, TableMemory &Budget, std::string Option)
      : Ti(Ti), Option(std::move(Option)), All(Budget) {}

  EditedMethods &methods() { return All; }

  /// Called by the VM when it has a class file, in any thread. Makes no calls
  /// but to allocate memory.
  void edit(const ClassFileEvent &E);
  /// Has all classes edited that are loaded.
  llvm::Error editLoaded(JNIEnv &Jni);
  /// Has those that were edited loaded again, when edit() is not called any
  /// more: their methods are as before.
  llvm::Error restore(JNIEnv &Jni);
  /// Whether there are methods that it has no memory for.
  bool isFull() const { return IsFull; }
  /// Says how many were not named, if any.
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
  unsigned NumTold = 0; ///< Number of those beyond MostReports.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_CLASSEDITOR_H
