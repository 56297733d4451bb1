//===- IndexRows.h - Contents of sections in index files --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_INDEX_INDEXROWS_H
#define HPROF_LIB_ANALYSIS_INDEX_INDEXROWS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

/// Rows are stored as in memory, in host byte order and without padding.
namespace hprof::indexrows {

constexpr char HeadMagic[8] = {'H', 'P', 'R', 'O', 'F', 'I', 'D', 'X'};
constexpr char TailMagic[8] = {'h', 'i', 'd', 'x', '-', 'e', 'n', 'd'};
constexpr uint32_t Version = 16;
constexpr uint32_t ByteOrder = 0x01020304;
constexpr uint64_t Alignment = 64; ///< Alignment of sections in the file.
/// Sections of at most this size in bytes are checked whenever a file is
/// opened.
constexpr uint64_t AlwaysChecked = 4 << 20;
/// Checksums are chained over pieces of this size.
constexpr uint64_t PieceBytes = 1 << 20;

/// At the start of the file.
struct Head {
  char Magic[8];
  uint32_t Version;
  uint32_t ByteOrder;
  uint64_t DumpSize;
  uint64_t DumpHash;
  int64_t DumpModified;
  uint32_t DumpNumber;
  uint8_t KeepUnreachable;
  uint8_t Ignored; ///< One bit per ReferenceKind.
  uint16_t Reserved;
  char Layout[72];   ///< Padded with zeros.
  uint64_t Checksum; ///< XXH3 of the preceding bytes.
};
static_assert(sizeof(Head) == 128);

/// A row of the section table.
struct Row {
  uint32_t Kind;
  uint32_t Width;
  uint64_t Offset;
  uint64_t Bytes;
  uint64_t Checksum;
};
static_assert(sizeof(Row) == 32);

/// At the end of the file, after the section table.
struct Tail {
  uint64_t TableOffset;
  uint64_t TableChecksum;
  uint32_t Sections;
  uint32_t Reserved;
  char Magic[8];
};
static_assert(sizeof(Tail) == 32);

/// A string in the section Strings.
struct Text {
  uint64_t Begin;
  uint64_t Length;
};

#define HPROF_ROW_BEGIN(ROW, TYPE) struct ROW {
#define HPROF_ROW_BEGIN2(ROW, A, B) struct ROW {
#define HPROF_ROW_BEGIN3(ROW, A, B, C) struct ROW {
#define HPROF_FIELD(TYPE, NAME, MEMBER) TYPE NAME;
#define HPROF_OPTIONAL(HAS, NAME, MEMBER) uint8_t HAS, NAME;
#define HPROF_FACTS(HEADER, LAYOUT) DumpFacts Facts;
#define HPROF_OTHER(TYPE, NAME) TYPE NAME;
#define HPROF_ROW_END(ROW, BYTES)                                              \
  }                                                                            \
  ;                                                                            \
  static_assert(sizeof(ROW) == BYTES);
#include "IndexRows.def"

/// A checksum computed piece by piece: XXH3 of the previous checksum followed
/// by the next PieceBytes.
class Checksum {
public:
  void add(llvm::ArrayRef<uint8_t> Bytes) {
    while (!Bytes.empty()) {
      size_t N = std::min<size_t>(Bytes.size(), PieceBytes - Piece.size());
      if (Piece.empty() && N == PieceBytes) {
        fold(Bytes.take_front(N));
      } else {
        Piece.insert(Piece.end(), Bytes.begin(), Bytes.begin() + N);
        if (Piece.size() == PieceBytes)
          flush();
      }
      Bytes = Bytes.drop_front(N);
    }
  }
  uint64_t finish() {
    if (!Piece.empty())
      flush();
    return Value;
  }

private:
  void flush() {
    fold(Piece);
    Piece.clear();
  }
  void fold(llvm::ArrayRef<uint8_t> Bytes) {
    uint64_t Pair[2] = {Value, llvm::xxh3_64bits(Bytes)};
    Value = llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(Pair), sizeof(Pair)));
  }
  uint64_t Value = 0;
  std::vector<uint8_t> Piece;
};

template <class T> llvm::ArrayRef<uint8_t> rawBytes(const T &Row) {
  static_assert(std::has_unique_object_representations_v<T>);
  return {reinterpret_cast<const uint8_t *>(&Row), sizeof(T)};
}

} // namespace hprof::indexrows

#endif // HPROF_LIB_ANALYSIS_INDEX_INDEXROWS_H
