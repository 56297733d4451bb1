//===- DumpProducer.h - The program that wrote a dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_SUMMARY_DUMPPRODUCER_H
#define HPROF_ANALYSIS_SUMMARY_DUMPPRODUCER_H

#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

class DumpContext;

/// Evidence, collected during a walk, of the program that wrote a dump.
struct ProducerEvidence {
  bool BeginsWithSettings = false; ///< CONTROL SETTINGS is the first record.
  bool BeginsWithTrace = false;    ///< STACK TRACE is the first record.
  bool HasMonitorRoots = false;    ///< There is a ROOT MONITOR USED.
  bool RootsBeforeObjects = false; ///< In the first heap dump.
  /// Whether the VM's whole symbol table was written: some strings are unused,
  /// such as signatures of methods without frames.
  bool HasAllSymbols = false;
};

/// The program that wrote an HPROF file. Derived from the contents, because the
/// format has no field for it.
struct DumpProducer {
  enum class Kind {
    Unknown,
    HotSpot,             ///< jcmd, jmap, -XX:+HeapDumpOnOutOfMemoryError.
    HotSpotAgent,        ///< -agentlib:hprof of JDK 5 to 8.
    Agent,               ///< -agentlib:hprof of this project.
    ServiceabilityAgent, ///< jhsdb jmap, jmap -F.
    AndroidRuntime,
    NativeImage,
    MemoryAnalyzer, ///< Eclipse MAT's export.
    Converter,      ///< hprof-convert, from a format without field layouts.
  };
  enum class Confidence { None, Likely, Certain };

  Kind Program = Kind::Unknown;
  Confidence Sure = Confidence::None;
  /// Minimum and maximum feature release of the JDK; 0 if unknown. Derived from
  /// the classes in the dump or, if that is not possible, from how the dump was
  /// written.
  unsigned AtLeast = 0;
  unsigned AtMost = 0;
  /// java.runtime.version: "17.0.15+6"; empty if unknown.
  std::string Version;
  /// The evidence, as clauses for display.
  std::vector<std::string> Signs;

  static const char *name(Kind K);
};

DumpProducer deriveDumpProducer(const ProducerEvidence &E,
                                const DumpContext &Context);

} // namespace hprof

#endif // HPROF_ANALYSIS_SUMMARY_DUMPPRODUCER_H
