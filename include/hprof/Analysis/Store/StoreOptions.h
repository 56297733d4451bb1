//===- StoreOptions.h - How a store is to answer ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_STOREOPTIONS_H
#define HPROF_ANALYSIS_STORE_STOREOPTIONS_H

#include "hprof/Analysis/Graph/ReferenceKinds.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hprof {

/// The index from which answers are taken.
enum class IndexUse : uint8_t {
  Beside, ///< That beside the dump. When it does not fit, that is noted.
  Given,  ///< StoreOptions::Index. When it does not fit, that is an error.
  None,   ///< Compute everything.
};

struct StoreOptions {
  /// 0 is one per core. Answers do not depend on it.
  unsigned Threads = 0;
  /// Bytes that graph and answers may take of memory; what is beyond goes to
  /// TempDir. By default three quarters of what the system has free.
  std::optional<uint64_t> MaxMemory;
  /// For files without names that go with the store: what does not fit in
  /// memory, and copies of what cannot be mapped.
  std::string TempDir = "/tmp";
  /// How objects are laid out: a name of layoutNames(). "auto" is as the dump
  /// tells.
  std::string Layout = "auto";
  /// Which heap dump of a file with several, from 1.
  unsigned Dump = 1;
  /// References that keep nothing alive, when somebody chose them: then they
  /// hold for leak suspects, too, which have a default of their own.
  std::optional<ReferenceKinds> Ignored;
  /// Those of dominators and retained sizes when nobody chose.
  ReferenceKinds IgnoredByDefault;
  /// Objects that no root reaches count as if they were held.
  bool KeepUnreachable = false;
  /// The same when the dump is cut and roots reach less than half of its bytes:
  /// VMs write the roots last. HeapStore::origin() says whether it came to
  /// that.
  bool KeepIfCut = false;
  IndexUse From = IndexUse::Beside;
  std::string Index; ///< The path of the one that is given.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_STOREOPTIONS_H
