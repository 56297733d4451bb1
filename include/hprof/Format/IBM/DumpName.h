//===- DumpName.h - Names of IBM's dump files -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// J9 gives the dumps of one event matching names:
/// KIND.DATE.TIME.PID.SEQ.ENDING with the default labels of -Xdump (OpenJ9's
/// manual on -Xdump, "Dump labels"). SEQ counts a process's dumps of all kinds.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_DUMPNAME_H
#define HPROF_FORMAT_IBM_DUMPNAME_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

struct IbmDumpName {
  llvm::StringRef Kind; ///< "heapdump", "javacore", "core"; a view of the path.
  llvm::StringRef Date; ///< "20100112"
  uint64_t Seconds = 0; ///< Since 1970, local time interpreted as UTC.
  uint64_t ProcessId = 0;
  uint64_t Sequence = 0;
  llvm::StringRef Ending; ///< ".phd", ".txt", ".phd.gz"
};

/// Parses the file name of \p Path, whose directories may be separated by '/'
/// or '\'. Nullopt if it has another form.
std::optional<IbmDumpName> parseIbmDumpName(llvm::StringRef Path);

} // namespace hprof

#endif // HPROF_FORMAT_IBM_DUMPNAME_H
