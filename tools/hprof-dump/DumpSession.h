//===- DumpSession.h - Prints the requested parts of dumps ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_DUMPSESSION_H
#define TOOLS_HPROF_DUMP_DUMPSESSION_H

#include "RecordPrinter.h"
#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"
#include "hprof/Tool/ToolContext.h"
#include <string>
#include <vector>

namespace hprof {

/// Parts to print for each input.
struct DumpRequest {
  bool Json = false;
  bool Summary = false;
  bool Records = false;
  RecordPrinter::KindSet Kinds; ///< Kinds of records.
  bool Strings = false;
  bool Methods = false;
  bool Classes = false;
  bool Roots = false;
  bool Threads = false;
  ThreadRequest OfThreads;
  unsigned Dump = 0; ///< From 1; 0 if none was chosen.
  std::vector<uint64_t> Objects;
  bool Retained = false; ///< For Objects.
  std::vector<std::string> InstancesOf;
  bool WithSubclasses = false;
  bool Properties = false;
  bool ShowValues = false;

  /// Whether the request needs more than one walk.
  bool needsContext() const {
    return Classes || Roots || Threads || !Objects.empty() ||
           !InstancesOf.empty() || Properties;
  }
  /// Whether a part covers the whole file rather than a heap dump.
  bool asksFile() const { return Records || Strings || Methods; }
  /// Whether the request needs more than the records.
  bool needsHeap() const { return Summary || needsContext(); }
  /// Whether a part names objects or classes, which differ between heap dumps.
  bool asksObjects() const { return !Objects.empty() || !InstancesOf.empty(); }
  /// Whether a part shows each heap dump as a whole.
  bool asksOverview() const {
    return Summary || Classes || Roots || Threads || Properties;
  }
  /// Whether only objects are requested, for which an index suffices.
  bool asksObjectsOnly() const {
    return !Retained && !Objects.empty() && InstancesOf.empty() &&
           !asksOverview() && !asksFile();
  }
  /// Whether only threads are requested, for which an index suffices.
  bool asksThreadsOnly() const {
    return Threads && !Summary && !Classes && !Roots && !Properties &&
           !asksObjects() && !asksFile();
  }
  /// Whether the graph of all objects, or an index, suffices for the request.
  bool asksGraphOnly() const {
    return Retained && !Summary && !asksFile() && !Classes && !Roots &&
           !Threads && InstancesOf.empty() && !Properties;
  }
};

/// Prints all inputs of \p C. An input that cannot be read is reported, and the
/// others are still printed.
llvm::Error dumpInputs(ToolContext &C, const DumpRequest &Request);

/// "UTF8, LOAD-CLASS, ..." for a message.
std::string recordKindNames();

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_DUMPSESSION_H
