//===- EditedMethods.h - The methods that call the tracker ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers methods as class files name them. Methods of the same names have the
/// same number, also in classes of several loaders and in classes that are
/// loaded again, so that the table does not grow with them. A method is known
/// by its number after its class is gone.
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
  /// Texts are modified UTF-8.
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

  /// The number of a method, from 0; none if there is no memory. Any thread may
  /// call this.
  std::optional<uint32_t> get(const classfile::MethodName &M);

  /// Whether get() has returned \p Number.
  bool has(uint32_t Number) {
    std::lock_guard<std::mutex> Hold(Lock);
    return Number < NumMethods;
  }
  /// By a number that get() has returned.
  const Method &method(uint32_t Number) const { return *Methods.find(Number); }
  const Class &classOf(const Method &M) const { return *Classes.find(M.Class); }

private:
  std::optional<uint32_t> getClass(const classfile::MethodName &M);

  // The lock is held for all of it.
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
