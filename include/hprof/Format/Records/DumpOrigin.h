//===- DumpOrigin.h - What a dump was before a merge ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps of several JVMs that become one file share its header. What each had
/// of its own is kept in an *origin record*: a UTF8 record that precedes the
/// records of the dump. Its id is the largest that there is, and its text has a
/// NUL, which strings of a VM never have, so it cannot be mistaken for one:
///
///     hprof-merge origin<NUL>time=1700000000000 id-size=4 id-base=0x100000000
///
/// Readers that do not know it see a string that nothing refers to. The
/// HprofReader sends a FileHeader instead, with the origin, so that every
/// visitor treats the dumps as those of concatenated files. The one directly
/// after a file header completes that header; any other is a header by itself
/// (FileHeader::IsJoined). HprofWriter writes the same bytes again.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_DUMPORIGIN_H
#define HPROF_FORMAT_RECORDS_DUMPORIGIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace hprof {

struct DumpOrigin {
  uint64_t Millis = 0; ///< Time of its file header, since 1970-01-01 UTC.
  uint32_t IdSize = 0; ///< Bytes of its ids; 0 when there is no origin.
  /// What was added to its ids of objects and classes, mod 2^64. The
  /// differences are the VM's addresses.
  uint64_t IdBase = 0;

  explicit operator bool() const { return IdSize != 0; }
};

/// The origin record, for a file with ids of \p IdSize bytes.
std::string originRecord(const DumpOrigin &O, unsigned IdSize);

/// The most bytes that an origin record has.
constexpr size_t MaxOriginRecord = 128;

/// Reads the origin record at the beginning of \p W, of a file with ids of
/// \p IdSize bytes. \return its size; 0 if there is none.
size_t readOriginRecord(llvm::ArrayRef<uint8_t> W, unsigned IdSize,
                        DumpOrigin &O);

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_DUMPORIGIN_H
