//===- EditedMethods.h - Methods that call the tracker ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Numbers methods by their names in class files. Methods with the same
/// names share a number, even across class loaders and when a class is loaded
/// again, so the table does not grow. An entry remains valid after its class is
/// unloaded.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_CALLS_EDITEDMETHODS_H
#define HPROF_LIB_AGENT_CALLS_EDITEDMETHODS_H

#include "Agent/Memory/Arena.h"
#include "Agent/Memory/IndexTable.h"
#include "Agent/Memory/StableVector.h"
#include "hprof/ClassFile/CallEditor.h"
#include <mutex>

namespace hprof::agent {

class EditedMethods {
public:
  /// Strings are modified UTF-8.
  struct Class {
    llvm::StringRef Name; ///< As in "java/lang/Object".
    llvm::StringRef SourceFile;
  };
  struct Method {
    uint32_t Class;
    llvm::StringRef Name, Descriptor;
  };

  explicit EditedMethods(TableMemory &Budget)
      : ClassIndex(Budget), Classes(Budget), MethodIndex(Budget),
        Methods(Budget), Texts(Budget) {}

  /// Returns the number of a method, from 0; nothing if memory is exhausted.
  /// Thread-safe.
  std::optional<uint32_t> get(const classfile::MethodName &M);

  /// Whether get() has ever returned \p Number.
  bool has(uint32_t Number) {
    std::lock_guard<std::mutex> Hold(Lock);
    return Number < NumMethods;
  }
  /// \p Number must be a result of get().
  const Method &method(uint32_t Number) const { return *Methods.find(Number); }
  const Class &classOf(const Method &M) const { return *Classes.find(M.Class); }

private:
  std::optional<uint32_t> getClass(const classfile::MethodName &M);

  // Every lookup holds the lock.
  std::mutex Lock;
  IndexTable ClassIndex;
  StableVector<Class> Classes;
  uint32_t NumClasses = 0;
  IndexTable MethodIndex;
  StableVector<Method> Methods;
  uint32_t NumMethods = 0;
  Arena Texts;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_CALLS_EDITEDMETHODS_H
