//===- ThreadIndex.h - Finds threads in a thread dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADINDEX_H
#define HPROF_FORMAT_THREAD_THREADINDEX_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <unordered_map>

namespace hprof {

/// Finds the threads to which a dump refers.
class ThreadIndex {
public:
  /// \p Dump must outlive the index, and its threads must not change.
  explicit ThreadIndex(const ThreadDump &Dump);

  /// The index in Dump.Threads of the thread \p R: by the address of the VM's
  /// structure, by that of its object, by its id, or else by name (the first
  /// match wins). nullopt if it is not in the dump.
  std::optional<uint32_t> find(const ThreadDump::ThreadRef &R) const;

private:
  using Numbers = std::unordered_map<uint64_t, uint32_t, IdHash>;
  const ThreadDump &Dump;
  Numbers ByVmThread, ByObject, ById;
  /// Filled by the first lookup by name: most dumps need none.
  mutable llvm::StringMap<uint32_t> ByName;
};

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADINDEX_H
