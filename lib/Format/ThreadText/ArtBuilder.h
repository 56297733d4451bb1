//===- ArtBuilder.h - Threads of Android's traces.txt -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_ARTBUILDER_H
#define HPROF_LIB_FORMAT_THREADTEXT_ARTBUILDER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include <functional>
#include <string>
#include <vector>

namespace hprof {

/// Builds ThreadDumps from the lines that Android's runtime (ART, and Dalvik
/// before it) writes to traces.txt and ANR files, one per process. The id of a
/// thread is the runtime's, "tid=".
class ArtBuilder {
public:
  using Complaint = std::function<void(const llvm::Twine &What)>;
  explicit ArtBuilder(Complaint Complain) : Complain(std::move(Complain)) {}

  /// Whether \p Line is the beginning of a process's dump.
  static bool isTitle(llvm::StringRef Line);
  /// Whether \p Line is the first one of a thread, with or without a title.
  static bool isSureThread(llvm::StringRef Line);

  /// \p Line is valid UTF-8, without its newline.
  void line(llvm::StringRef Line, uint64_t Number);
  std::vector<ThreadDump> finish();
  /// Whether the last line was part of a process's dump.
  bool isInside() const { return IsBegun; }

private:
  void beginDump(llvm::StringRef Title);
  void endDump();
  void endThread();
  bool thread(llvm::StringRef Line);
  void facts(llvm::StringRef Line);
  void frame(llvm::StringRef Text);
  void lock(llvm::StringRef Text);
  void noLock(llvm::StringRef Text);
  void outside(llvm::StringRef Line);
  void unread(llvm::StringRef Line);

  Complaint Complain;
  std::vector<ThreadDump> Dumps;
  ThreadDump Dump;
  bool IsBegun = false;
  uint64_t LineNumber = 0;
  std::optional<uint64_t> NumStated; ///< Number of threads.
  bool HasThread = false;
  bool IsTold = false; ///< Whether lines without a thread were reported.
  std::vector<uint32_t> Frames;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_ARTBUILDER_H
