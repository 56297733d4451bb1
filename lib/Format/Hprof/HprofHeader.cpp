//===- HprofHeader.cpp - Reads file headers of HPROF binary ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Identify.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Records/RecordHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace hprof;
using namespace llvm;

static constexpr StringLiteral Magic = "JAVA PROFILE ";

/// Reads a header at the source's position. Consumes nothing on failure.
Error HprofReader::readHeader() {
  // The longest known version is 5 characters long; allow some more.
  constexpr size_t MaxVersion = 16;
  uint64_t At = In->offset();
  StringRef Text = toStringRef(In->peek(Magic.size() + MaxVersion + 1 + 12));
  if (!Text.starts_with(Magic)) {
    if (Error E = In->takeError())
      return E;
    return make_error<FormatError>(format_errc::not_a_dump, At,
                                   "expected \"JAVA PROFILE 1.0.x\", found " +
                                       describeContent(Text));
  }
  size_t Nul = Text.find('\0');
  // The agent's text format has the same beginning, but the line continues.
  // Without a NUL, Nul is npos, which is greater.
  if (Nul > Magic.size() + MaxVersion)
    return make_error<FormatError>(
        format_errc::not_a_dump, At,
        "expected a version and a NUL after \"JAVA PROFILE \", found " +
            describeContent(Text));
  StringRef Version = Text.slice(Magic.size(), Nul);
  const bool IsKnown = Version == "1.0" || Version == "1.0.1" ||
                       Version == "1.0.2" || Version == "1.0.3";
  StringRef Minor = Version;
  if (!IsKnown && (!Minor.consume_front("1.0.") || Minor.empty() ||
                   !all_of(Minor, [](char C) { return isDigit(C); })))
    return make_error<FormatError>(
        format_errc::unsupported_version, At + Magic.size(),
        "version '" + Version + "', expected 1.0, 1.0.1, 1.0.2 or 1.0.3");
  if (Text.size() < Nul + 13)
    return make_error<FormatError>(format_errc::truncated, At + Text.size(),
                                   "the input ends inside the file header");
  const uint8_t *P = Text.bytes_begin() + Nul + 1;
  uint32_t IdSize = support::endian::read32be(P);
  if (IdSize != 1 && IdSize != 2 && IdSize != 4 && IdSize != 8)
    return make_error<FormatError>(format_errc::bad_header, At + Nul + 1,
                                   "id size " + Twine(IdSize) +
                                       ", expected 1, 2, 4 or 8");
  Header.Offset = At;
  Header.Bytes = Nul + 13;
  Header.Version = IsKnown ? Version.str() : "1.0.2";
  Header.IdSize = IdSize;
  Header.Millis = support::endian::read64be(P + 4);
  Header.Origin = DumpOrigin();
  Header.IsJoined = false;
  if (!IsKnown)
    damage(format_errc::unsupported_version, At + Magic.size(),
           "version '" + Version + "' is unknown; reading it as 1.0.2");
  In->consume(Nul + 13);
  Header.Bytes += takeOrigin();
  return Error::success();
}

/// Reads an origin record at the source's position. \return its size.
uint64_t HprofReader::takeOrigin() {
  // Do not request more than one record from a pipe.
  ArrayRef<uint8_t> W = In->peek(1);
  if (W.empty() || W[0] != Utf8::Tag)
    return 0;
  W = In->peek(RecordHeaderSize + 1);
  if (W.size() <= RecordHeaderSize || W[RecordHeaderSize] != 0xff)
    return 0;
  const uint64_t Length = support::endian::read32be(&W[5]);
  if (Length > MaxOriginRecord)
    return 0;
  const size_t Size =
      readOriginRecord(In->peek(size_t(RecordHeaderSize + Length)),
                       Header.IdSize, Header.Origin);
  In->consume(Size);
  return Size;
}
