//===- DumpOrigin.h - Origin of a merged dump -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Dumps of several JVMs that are merged into one file share its header. Their
/// own header data is kept in an *origin record*: a UTF8 record that precedes
/// the records of the dump. Its id is the largest possible, and its string
/// contains a NUL, which a VM's strings never do, so it cannot be mistaken for
/// one:
///
///     hprof-merge origin<NUL>time=1700000000000 id-size=4 id-base=0x100000000
///
/// To other readers, it is a string without references. HprofReader sends a
/// FileHeader with the origin instead, so that visitors treat the dumps like
/// those of concatenated files. An origin record directly after a file header
/// completes that header; any other is a header itself (FileHeader::IsJoined).
/// HprofWriter writes the same bytes again.
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
  uint64_t Millis = 0; ///< Time in the file header, since 1970-01-01 UTC.
  uint32_t IdSize = 0; ///< Id size in bytes; 0 if there is no origin.
  /// Offset added to the dump's object and class ids, mod 2^64. Subtracting it
  /// yields the VM's addresses.
  uint64_t IdBase = 0;

  explicit operator bool() const { return IdSize != 0; }
};

/// Returns the origin record for a file with ids of \p IdSize bytes.
std::string originRecord(const DumpOrigin &O, unsigned IdSize);

/// Maximum size of an origin record in bytes.
constexpr size_t MaxOriginRecord = 128;

/// Reads the origin record at the beginning of \p W, from a file with ids of
/// \p IdSize bytes. \return its size; 0 if there is none.
size_t readOriginRecord(llvm::ArrayRef<uint8_t> W, unsigned IdSize,
                        DumpOrigin &O);

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_DUMPORIGIN_H
