//===- HsErrBuilder.h - Threads of a fatal error log ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_HSERRBUILDER_H
#define HPROF_LIB_FORMAT_THREADTEXT_HSERRBUILDER_H

#include "hprof/Format/Thread/ThreadDump.h"
#include <string>
#include <vector>

namespace hprof {

/// Builds a ThreadDump from the lines of HotSpot's hs_err file: all threads,
/// and the stack of the one that crashed.
class HsErrBuilder {
public:
  /// Whether \p Line is the beginning of such a file.
  static bool isTitle(llvm::StringRef Line);

  /// \p Line is valid UTF-8, without its newline.
  void line(llvm::StringRef Line);
  std::vector<ThreadDump> finish();
  /// Whether the last line belonged to threads or frames.
  bool isInThreads() const { return In != Part::Other; }

private:
  enum class Part : uint8_t { Other, NativeFrames, JavaFrames, Threads };

  void header(llvm::StringRef Line);
  bool thread(llvm::StringRef Line);
  void frame(llvm::StringRef Line);

  Part In = Part::Other;
  bool IsBegun = false;
  ThreadDump Dump;
  uint64_t Current = 0; ///< Address of the crashed thread.
  std::vector<uint32_t> Frames;
  std::vector<std::string> NativeFrames;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_HSERRBUILDER_H
