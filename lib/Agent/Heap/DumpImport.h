//===- DumpImport.h - Imports a VM's dump into an output -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies a heap dump written by the VM into the agent's output: in the
/// output's format, with the ids and serials that the output has assigned to
/// classes and threads, and with all other ids moved to unused ranges.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H
#define HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H

#include "Agent/Records/NumberedClasses.h"
#include "Agent/Records/RecordStream.h"
#include "Agent/Records/ThreadTable.h"
#include "llvm/ADT/ArrayRef.h"

namespace hprof::agent {

/// Objects held during a dump, in this order:
struct HeldEntries {
  llvm::ArrayRef<NumberedClasses::Entry> Classes;
  llvm::ArrayRef<ThreadTable::Entry> Threads;
  llvm::ArrayRef<uint64_t> Handles; ///< See HeldObjects::handles().
};

class DumpImport {
public:
  /// Reads the dump at \p Path. Fails if it cannot be imported, for example
  /// because it is truncated or lacks a held object.
  static llvm::Expected<DumpImport> open(const std::string &Path,
                                         const HeldEntries &Held);
  DumpImport(DumpImport &&);
  ~DumpImport();

  /// Appends the dump. If objects should have traces, \p Lost gives the reason
  /// why they are missing: the trace, which the VM leaves empty, then consists
  /// of a method named after the reason.
  llvm::Error append(RecordStream &Out, llvm::StringRef Lost = "") const;

private:
  struct State;
  explicit DumpImport(std::unique_ptr<State> S);
  std::unique_ptr<State> S;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAP_DUMPIMPORT_H
