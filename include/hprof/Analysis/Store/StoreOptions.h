//===- StoreOptions.h - Options for opening a heap dump ---------*- C++ -*-===//
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
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace hprof {

class ClassPattern;

/// Selects the index.
enum class IndexUse : uint8_t {
  Beside, ///< The index next to the dump. A mismatch causes a note.
  Given,  ///< The index StoreOptions::Index. A mismatch is an error.
  None,   ///< Compute everything.
};

struct StoreOptions {
  /// Number of threads; 0 means one per core. Does not affect results.
  unsigned Threads = 0;
  /// Memory limit in bytes for the graph and results; the excess is stored in
  /// TempDir. The default is three quarters of the system's free memory.
  std::optional<uint64_t> MaxMemory;
  /// Directory for unnamed files that are removed with the store: data that
  /// does not fit in memory, and copies of input that cannot be mapped.
  std::string TempDir = "/tmp";
  /// The object layout: one of layoutNames(). "auto" derives it from the dump.
  std::string Layout = "auto";
  /// See GraphOptions::MakeUp. Not supported with an index.
  bool MakeUp = false;
  /// See HeapFileOptions::TakesJavacore. Not supported with an index.
  bool TakesJavacore = true;
  /// Number of the heap dump, from 1, if the file has several.
  unsigned Dump = 1;
  /// Kinds of references that keep nothing alive, if the user chose any. They
  /// also apply to the search for leak suspects, which otherwise has its own
  /// default.
  std::optional<ReferenceKinds> Ignored;
  /// Kinds of references to ignore in dominators and retained sizes if the user
  /// did not choose any.
  ReferenceKinds IgnoredByDefault;
  /// Treat unreachable objects as held.
  bool KeepUnreachable = false;
  /// Treat unreachable objects as held if the dump is truncated and less than
  /// half of its bytes is reachable: VMs write the roots last, so that they may
  /// be missing. HeapStore::origin() contains the result.
  bool KeepIfCut = false;
  /// Classes that belong to the application in the search for leaks, in
  /// addition to classes in unknown packages. May be null.
  std::shared_ptr<const ClassPattern> Program;
  /// See HeapContents::maskTexts(). May be empty.
  std::function<std::string(std::string)> Mask;
  IndexUse From = IndexUse::Beside;
  std::string Index; ///< Path of the index for IndexUse::Given.
  /// Use an index even if other users can write it; see IndexWriters.
  bool TrustsIndex = false;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_STOREOPTIONS_H
