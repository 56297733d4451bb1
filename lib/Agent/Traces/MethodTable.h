//===- MethodTable.h - Names of methods -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and lines of each jmethodID, queried once, while its class is loaded:
/// later, the id is invalid.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_TRACES_METHODTABLE_H
#define HPROF_LIB_AGENT_TRACES_METHODTABLE_H

#include "Agent/Memory/Arena.h"
#include "Agent/Memory/IndexTable.h"
#include "Agent/Memory/StableVector.h"
#include "Agent/Records/NumberedClasses.h"
#include <mutex>

namespace hprof::agent {

struct Method {
  /// Start of a line.
  struct Line {
    uint32_t From;
    int32_t Number;
  };

  jmethodID Id;
  llvm::StringRef Name, Signature, SourceFile; ///< Modified UTF-8; may be "".
  jlong ClassTag;                              ///< 0 if the class is unknown.
  const Line *Lines;
  uint32_t NumLines;

  /// Returns the line at \p Location, -1 if unknown.
  int32_t lineAt(jlocation Location) const;
  /// Returns the first location of the line at \p Location: locations that look
  /// the same in a trace have the same first location. Native methods have the
  /// location -1.
  jlocation lineStart(jlocation Location) const;
};

/// Names of a method, in modified UTF-8.
struct MethodText {
  llvm::StringRef Class; ///< As in "java/lang/Object".
  llvm::StringRef Name, Signature, SourceFile;
};

class MethodTable {
public:
  MethodTable(jvmtiEnv &Ti, NumberedClasses &Classes, TableMemory &Budget,
              bool HasLines)
      : Ti(Ti), Classes(Classes), HasLines(HasLines), Index(Budget),
        Methods(Budget), Texts(Budget) {}

  /// Returns the method \p Id, queried from the VM on first use; null if there
  /// is no memory. Thread-safe; no lock is held during calls into the VM.
  const Method *get(JNIEnv &Jni, jmethodID Id);
  /// Adds \p Id, which is not a VM id, as a method with these names and without
  /// lines. \return false if there is no memory.
  bool add(jmethodID Id, const MethodText &Names);

private:
  const Method *find(uint32_t Hash, jmethodID Id) const;
  Method *start(const MethodText &Names);
  const Method *finish(uint32_t Hash, Method *M);

  jvmtiEnv &Ti;
  NumberedClasses &Classes;
  const bool HasLines;
  IndexTable Index;
  StableVector<Method> Methods;
  std::mutex Lock; ///< Held while adding an entry.
  Arena Texts;
  uint32_t Count = 0;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_TRACES_METHODTABLE_H
