//===- PerfData.cpp - Performance counters of a HotSpot VM ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PerfData.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace hprof;

std::optional<StringRef> hprof::perfDataString(StringRef File, StringRef Name) {
  // Header: magic, byte order (1 = little), major, minor, accessible, used,
  // overflow, time of change (8 bytes), offset of entries, number of entries.
  constexpr size_t HeaderSize = 32;
  if (File.size() < HeaderSize || !File.starts_with("\xca\xfe\xc0\xc0") ||
      File[5] != 2 || File[7] != 1)
    return std::nullopt;
  endianness Order = File[4] ? endianness::little : endianness::big;
  auto Number = [&](size_t At) {
    return support::endian::read<uint32_t>(File.data() + At, Order);
  };
  uint64_t Entry = Number(24), Left = Number(28);
  // Entry: length, offset of name, length of vector, type, flags, unit,
  // variability (1 byte each), offset of data; offsets are from the start of
  // the entry.
  constexpr size_t EntrySize = 20;
  for (; Left && Entry <= File.size() && File.size() - Entry >= EntrySize;
       --Left) {
    uint64_t Length = Number(Entry);
    if (Length < EntrySize || Length > File.size() - Entry)
      return std::nullopt;
    StringRef All = File.substr(Entry, Length);
    uint64_t NameAt = Number(Entry + 4), Size = Number(Entry + 8),
             DataAt = Number(Entry + 16);
    StringRef Found = All.substr(std::min(NameAt, Length)).split('\0').first;
    bool IsString = All[12] == 'B' && Size;
    if (IsString && Found == Name && DataAt <= Length &&
        Size <= Length - DataAt)
      return All.substr(DataAt, Size).split('\0').first;
    Entry += Length;
  }
  return std::nullopt;
}
