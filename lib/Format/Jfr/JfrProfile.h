//===- JfrProfile.h - Profiles from events of recordings --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRPROFILE_H
#define HPROF_LIB_FORMAT_JFR_JFRPROFILE_H

#include "JfrChunk.h"
#include "hprof/Format/Profile/Profile.h"

namespace hprof::jfr {

/// Counts the events of JfrEvents.def by stack trace and class. Traces are not
/// kept per thread.
class JfrProfile {
public:
  void add(const JfrChunk &Chunk);
  /// Returns the profile of all chunks.
  Profile take() &&;

private:
  struct Sum {
    uint64_t Count = 0, Weight = 0; ///< Bytes or nanoseconds.
  };
  /// Index of the event in JfrEvents.def, trace, class.
  using Key = std::tuple<unsigned, std::optional<uint32_t>, std::string>;

  Profile All;
  std::map<Key, Sum> Sums;
};

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRPROFILE_H
