//===- DumpIdentity.cpp - Tells dumps apart without reading ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/DumpIdentity.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <unistd.h>
#include <vector>

using namespace hprof;
using namespace llvm;

static constexpr uint64_t EdgeBytes = 64 << 10;
static constexpr uint64_t PageBytes = 4 << 10;
static constexpr uint64_t Pages = 1024;

Expected<DumpIdentity> DumpIdentity::of(StringRef Path) {
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return createFileError(Path, File.takeError());
  auto Close = make_scope_exit(
      [&] { consumeError(errorCodeToError(sys::fs::closeFile(*File))); });
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(*File, Status))
    return createFileError(Path, EC);
  if (Status.type() != sys::fs::file_type::regular_file)
    return createFileError(Path, createStringError("is not a regular file"));

  DumpIdentity I;
  I.Size = Status.getSize();
  I.Modified = Status.getLastModificationTime().time_since_epoch().count();
  auto Add = [&](uint64_t Offset, uint64_t Bytes) -> Error {
    // The hash so far, then the piece.
    std::vector<char> Piece(sizeof(I.Hash) + Bytes);
    Expected<size_t> Read = sys::fs::readNativeFileSlice(
        *File, MutableArrayRef(Piece).drop_front(sizeof(I.Hash)), Offset);
    if (!Read)
      return createFileError(Path, Read.takeError());
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
