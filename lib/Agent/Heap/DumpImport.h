//===- DumpImport.h - Takes a VM's dump into an output ---------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings a heap dump that the VM wrote into the output of the agent: in its
/// format, with the ids and serials that the output has given to classes and
/// threads, and with all others moved where nothing else has them.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H
#define HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H

#include "Agent/Records/NumberedClasses.h"
#include "Agent/Records/RecordStream.h"
#include "Agent/Records/ThreadTable.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof::agent {

/// What is held during a dump, in this order.
struct HeldEntries {
  llvm::ArrayRef<NumberedClasses::Entry> Classes;
  llvm::ArrayRef<ThreadTable::Entry> Threads;
  llvm::ArrayRef<uint64_t> Handles; ///< See HeldObjects::handles().
};

class DumpImport {
public:
  /// Reads the dump at \p Path. Fails if it cannot be brought into the
  /// output: if it is truncated, for example, or lacks a held object.
  static llvm::Expected<DumpImport> open(const std::string &Path,
                                         const HeldEntries &Held);
  DumpImport(DumpImport &&);
  ~DumpImport();

  /// If objects ought to have traces, \p Lost says why they lack them: their
  /// trace, which the VM leaves empty, then consists of a method of that name.
  llvm::Error append(RecordStream &Out, llvm::StringRef Lost = "") const;

private:
  struct State;
  explicit DumpImport(std::unique_ptr<State> S);
  std::unique_ptr<State> S;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H
