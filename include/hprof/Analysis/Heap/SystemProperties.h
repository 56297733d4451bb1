//===- SystemProperties.h - System properties and environment ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_SYSTEMPROPERTIES_H
#define HPROF_ANALYSIS_HEAP_SYSTEMPROPERTIES_H

#include "hprof/Analysis/Heap/ObjectFinder.h"
#include <optional>
#include <string>

namespace hprof {

class JfrRecording;

/// The system properties and environment of a process. Strings are modified
/// UTF-8; nullopt stands for a value that is not a string.
struct SystemProperties {
  using Entry = std::pair<std::string, std::optional<std::string>>;

  bool HasProperties = false; ///< Whether they are in the input.
  bool HasEnvironment = false;
  std::vector<Entry> Properties;  ///< By key.
  std::vector<Entry> Environment; ///< By key.
};

/// Reads the java.util.Properties in System.props and the maps in
/// java.lang.ProcessEnvironment (initialized when a program first reads its
/// environment). Supports JDK 5 to 25.
llvm::Expected<SystemProperties> readSystemProperties(ObjectFinder &Finder);

/// Reads jdk.InitialSystemProperty and jdk.InitialEnvironmentVariable, which
/// each chunk of a flight recording repeats.
SystemProperties readSystemProperties(const JfrRecording &Of);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_SYSTEMPROPERTIES_H
