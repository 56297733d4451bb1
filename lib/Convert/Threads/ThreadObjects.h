//===- ThreadObjects.h - Threads among a heap's objects ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_THREADOBJECTS_H
#define HPROF_LIB_CONVERT_THREADS_THREADOBJECTS_H

#include "ThreadRecords.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Context/DumpContext.h"
#include <optional>
#include <string>
#include <vector>

namespace hprof {

/// A java.lang.Thread, or an instance of a subclass.
struct ThreadObject {
  uint64_t Object = 0;
  uint64_t Id = 0;       ///< Thread.threadId().
  uint64_t VmThread = 0; ///< Address of HotSpot's structure; 0 if unknown.
  std::optional<std::string> Name; ///< Modified UTF-8; nullopt if unreadable.
};

/// Finds the threads in a heap dump with instances (HPROF binary) by their
/// fields, with or without records about them: HotSpot writes roots only for
/// platform threads and mounted virtual threads. Walks the dump four times,
/// each time using the results of the previous walk: names and classes,
/// threads, strings, characters. Memory grows with the number of threads. Names
/// of more than 64 KiB are not read.
class ThreadObjects {
public:
  /// Uses the names of \p Stream, with stacks and threads.
  llvm::Error find(Upstream &Stream);

  /// In file order.
  llvm::ArrayRef<ThreadObject> all() const { return Objects; }
  /// The dump's names and classes.
  const DumpContext &context() const { return *Context; }
  const RecordNumbers &firstNumbers() const { return First; }

private:
  const DumpContext *Context = nullptr;
  RecordNumbers First;
  std::vector<ThreadObject> Objects;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_THREADOBJECTS_H
