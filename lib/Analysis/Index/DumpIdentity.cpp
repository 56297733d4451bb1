//===- DumpIdentity.cpp - Identifies dumps by samples ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Index/DumpIdentity.h"
#include "RegularFile.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <vector>

using namespace hprof;
using namespace llvm;

static constexpr uint64_t EdgeBytes = 64 << 10;
static constexpr uint64_t PageBytes = 4 << 10;
static constexpr uint64_t Pages = 1024;

Expected<DumpIdentity> DumpIdentity::of(StringRef Path) {
  Expected<RegularFile> File = RegularFile::open(Path);
  if (!File)
    return File.takeError();
  DumpIdentity I;
  I.Size = File->status().getSize();
  I.Modified =
      File->status().getLastModificationTime().time_since_epoch().count();
  auto Add = [&](uint64_t Offset, uint64_t Bytes) -> Error {
    // Contains the previous hash, followed by the piece.
    std::vector<char> Piece(sizeof(I.Hash) + Bytes);
    Expected<size_t> Read =
        File->read(MutableArrayRef(Piece).drop_front(sizeof(I.Hash)), Offset);
    if (!Read)
      return createFileError(Path, Read.takeError());
    if (*Read != Bytes)
      return createFileError(Path,
                             createStringError("truncated while being read"));
    std::copy_n(reinterpret_cast<const char *>(&I.Hash), sizeof(I.Hash),
                Piece.data());
    I.Hash = xxh3_64bits(ArrayRef(
        reinterpret_cast<const uint8_t *>(Piece.data()), Piece.size()));
    return Error::success();
  };
  if (I.Size <= 2 * EdgeBytes + Pages * PageBytes) {
    for (uint64_t At = 0; At < I.Size; At += EdgeBytes)
      if (Error E = Add(At, std::min(EdgeBytes, I.Size - At)))
        return E;
    return I;
  }
  if (Error E = Add(0, EdgeBytes))
    return E;
  uint64_t Step = (I.Size - 2 * EdgeBytes) / Pages;
  for (uint64_t P = 0; P != Pages; ++P)
    if (Error E = Add((EdgeBytes + P * Step) & ~(PageBytes - 1), PageBytes))
      return E;
  if (Error E = Add(I.Size - EdgeBytes, EdgeBytes))
    return E;
  return I;
}
