//===- ThreadJson.h - Threads and locks as JSON -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_THREADTOOL_THREADJSON_H
#define HPROF_THREADTOOL_THREADJSON_H

#include "hprof/Format/Thread/ThreadDump.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

namespace hprof {

/// Writes what is known of threads and locks as attributes of an open object.
/// What is not known is left out.
class ThreadJson {
public:
  ThreadJson(llvm::json::OStream &J, const ThreadDump &Dump)
      : J(J), Dump(Dump) {}

  void text(llvm::StringRef Name, llvm::StringRef Value);
  template <class T>
  void number(llvm::StringRef Name, const std::optional<T> &Value) {
    if (Value)
      J.attribute(Name, *Value);
  }
  void address(llvm::StringRef Name, uint64_t Value);
  /// What identifies a thread.
  void ref(const ThreadDump::ThreadRef &T);
  void brief(llvm::StringRef Name, uint32_t Thread);
  void briefs(llvm::StringRef Name, llvm::ArrayRef<uint32_t> Threads);
  void object(llvm::StringRef Name, const ThreadDump::LockObject &O);
  void lock(llvm::StringRef Name, const ThreadDump::Monitor &M);

protected:
  llvm::json::OStream &J;
  const ThreadDump &Dump;
};

} // namespace hprof

#endif // HPROF_THREADTOOL_THREADJSON_H
