//===- GraphFileRows.h - What sections of index files hold ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEROWS_H
#define HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEROWS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

/// All rows are written as they are in memory, in the byte order of the machine
/// and without gaps.
namespace hprof::graphfile {

constexpr char HeadMagic[8] = {'H', 'P', 'R', 'O', 'F', 'I', 'D', 'X'};
constexpr char TailMagic[8] = {'h', 'i', 'd', 'x', '-', 'e', 'n', 'd'};
constexpr uint32_t Version = 1;
constexpr uint32_t ByteOrder = 0x01020304;
constexpr uint64_t Alignment = 64; ///< Of sections in the file.
/// Sections of up to so many bytes are checked whenever a file is opened.
constexpr uint64_t AlwaysChecked = 4 << 20;
/// Checksums are chained over pieces of this size.
constexpr uint64_t PieceBytes = 1 << 20;

/// At the beginning of the file.
struct Head {
  char Magic[8];
  uint32_t Version;
  uint32_t ByteOrder;
  uint64_t DumpSize;
  uint64_t DumpHash;
  int64_t DumpModified;
  uint32_t DumpNumber;
  uint8_t KeepUnreachable;
  uint8_t Ignored; ///< A bit for each ReferenceKind.
  uint16_t Reserved;
  char Layout[72];   ///< Padded with zeros.
  uint64_t Checksum; ///< XXH3 of what is before it.
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

/// At the end of the file, behind the section table.
struct Tail {
  uint64_t TableOffset;
  uint64_t TableChecksum;
  uint32_t Sections;
  uint32_t Reserved;
  char Magic[8];
};
static_assert(sizeof(Tail) == 32);

/// In the section Strings.
struct Text {
  uint64_t Begin;
  uint64_t Length;
};

/// What is known of a dump before its objects.
struct DumpFacts {
  // FileHeader:
  Text HeaderVersion;
  uint64_t HeaderOffset;
  uint64_t Millis;
  uint32_t IdSize;
  uint8_t Carrier;
  // ObjectLayout:
  uint8_t WordBytes;
  uint8_t HeaderBytes;
  uint8_t ReferenceBytes;
  uint8_t LengthOffset;
  uint8_t ArrayBaseAlign;
  uint8_t Alignment;
  uint8_t Rule;
  uint32_t FirstRelease;
  uint32_t LastRelease;
  uint32_t Reserved;
  Text LayoutName;
  Text LayoutText;
};
static_assert(sizeof(DumpFacts) == 88);

struct Summary {
  uint64_t Objects;
  uint64_t ClassClass;
  uint64_t References;
  uint64_t Dangling;
  uint64_t LostRoots;
  uint64_t NullRoots;
  uint64_t Duplicates;
  uint64_t Unexplained;
  uint64_t WrongSizes;
  uint64_t Dumps;
  // NodeIds:
  uint64_t Shift;
  uint64_t FirstChunk;
  uint64_t IsSorted;
  // DominatorTree:
  uint64_t Reachable;
  uint64_t ReachableBytes;
  uint64_t UnreachableBytes;
  uint64_t MadeRoots;
  DumpFacts Facts;
};
static_assert(sizeof(Summary) == 17 * 8 + 88);

struct Class {
  uint64_t Id;
  uint64_t Object;
  uint64_t Loader;
  uint64_t InstanceBytes;
  uint64_t MirrorBytes;
  Text Name;
  uint32_t Super;
  uint8_t IsDumped;
  uint8_t Kind;
  uint8_t IsArray;
  uint8_t Element;
};
static_assert(sizeof(Class) == 64);

struct Root {
  uint64_t Object;
  uint64_t Thread;
  uint32_t Tag; ///< Of the record in HPROF.
  uint32_t ThreadSerial;
  int32_t Frame;
  uint32_t TraceSerial;
};
static_assert(sizeof(Root) == 32);

struct Fault {
  uint64_t Offset;
  uint32_t Code;
  uint32_t Reserved;
  Text What;
};
static_assert(sizeof(Fault) == 32);

struct Retained {
  uint64_t Group; ///< Its number in ObjectGroups.
  uint64_t Objects;
  uint64_t Shallow;
  uint64_t RetainedObjects;
  uint64_t Bytes;
};
static_assert(sizeof(Retained) == 40);

/// A group of DominatorClasses.
struct ClassGroup {
  uint32_t Parent;
  uint32_t Type;
  uint64_t Depth;
  uint64_t Objects;
  uint64_t Shallow;
  uint64_t Retained;
  uint64_t Example;
};
static_assert(sizeof(ClassGroup) == 48);

struct HistogramSummary {
  uint64_t Unexplained;
  uint64_t Dumps;
  DumpFacts Facts;
  // LayoutChoice:
  uint64_t IsCertain;
  Text Evidence;
  // JavaRelease:
  uint32_t ReleaseAtLeast;
  uint32_t ReleaseAtMost;
  Text ReleaseSign;
};
static_assert(sizeof(HistogramSummary) == 152);

struct HistogramRow {
  Text Name;
  uint64_t Class;
  uint64_t Loader;
  uint64_t Instances;
  uint64_t Shallow;
  uint64_t Largest;
  uint64_t Elements;
};
static_assert(sizeof(HistogramRow) == 64);

struct HistogramHeap {
  uint64_t Id;
  Text Name;
  uint64_t Instances;
  uint64_t Shallow;
};
static_assert(sizeof(HistogramHeap) == 40);

struct HistogramLoader {
  uint64_t Id;
  Text Name;
};
static_assert(sizeof(HistogramLoader) == 24);

/// A checksum that is fed piece by piece: XXH3 of the checksum so far, then of
/// the next PieceBytes.
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

} // namespace hprof::graphfile

#endif // HPROF_LIB_ANALYSIS_GRAPH_GRAPHFILEROWS_H
