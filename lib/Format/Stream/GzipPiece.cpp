//===- GzipPiece.cpp - A run of gzip members for a worker -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GzipPiece.h"
#include "llvm/Support/Endian.h"
#include <cstring>
#include <libdeflate.h>

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
constexpr size_t HeaderSize = 10, TrailerSize = 8;

/// Whether the ten bytes at \p At can be a member's header: method deflate, no
/// reserved flag, an XFL that compressors write, a known system.
bool looksLikeHeader(const uint8_t *At) {
  return At[0] == 0x1f && At[1] == 0x8b && At[2] == 8 && At[3] < 0x20 &&
         (At[8] == 0 || At[8] == 2 || At[8] == 4) &&
         (At[9] <= 13 || At[9] == 255);
}
} // namespace

GzipCut stream::findGzipCut(ArrayRef<uint8_t> Bytes, bool IsEnd) {
  using Limits = GzipPieceLimits;
  GzipCut Cut; // The split at the last usable boundary.
  const uint8_t *Base = Bytes.data();
  auto Take = [&](size_t At) {
    size_t Size = support::endian::read32le(Base + At - 4);
    // A huge size indicates a false boundary or a large member.
    if (Size > Limits::Output - Cut.Output)
      return false;
    Cut = {At, Cut.Output + Size};
    return true;
  };
  size_t From = HeaderSize + TrailerSize;
  while (From + HeaderSize <= Bytes.size()) {
    const auto *Found = static_cast<const uint8_t *>(
        memchr(Base + From, 0x1f, Bytes.size() - From - HeaderSize + 1));
    if (!Found)
      break;
    From = size_t(Found - Base);
    if (!looksLikeHeader(Found)) {
      ++From;
      continue;
    }
    if (!Take(From) || Cut.Output >= Limits::EnoughOutput ||
        Cut.Input >= Limits::EnoughInput)
      return Cut;
    From += HeaderSize + TrailerSize;
  }
  if (IsEnd && Bytes.size() >= HeaderSize + TrailerSize)
    Take(Bytes.size());
  return Cut;
}

GzipPiece::GzipPiece() : Inflater(libdeflate_alloc_decompressor()) {}
GzipPiece::~GzipPiece() { libdeflate_free_decompressor(Inflater); }

void GzipPiece::run() {
  Used = 0;
  while (Inflater && Used < In.size()) {
    size_t InSize = 0, OutSize = 0;
    if (libdeflate_gzip_decompress_ex(
            Inflater, In.data() + Used, In.size() - Used, Out.rest().data(),
            OutLimit - Out.Size, &InSize, &OutSize) != LIBDEFLATE_SUCCESS)
      return;
    Used += InSize;
    Out.Size += OutSize;
  }
}
