//===- walker.cpp - Lower bound of a histogram ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the objects and bytes of each class in a dump with only a mapped file,
// a switch and a hash table: the lower bound for comparison with hprof-histo.
// Single-threaded, without code of the project, for well-formed files with
// 8-byte ids only. Prints the totals and the largest classes by id.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace {

struct Row {
  uint64_t Class, Count, Bytes;
};

/// Open addressing with linear probing; class id 0 marks a free slot.
class Table {
public:
  Table() : Rows(1 << 12), Shift(64 - 12) {}

  void add(uint64_t Class, uint64_t Bytes) {
    Row *R = find(Class);
    if (__builtin_expect(R->Class != Class, 0)) {
      if (++Used * 2 > Rows.size()) {
        grow();
        R = find(Class);
      }
      R->Class = Class;
    }
    ++R->Count;
    R->Bytes += Bytes;
  }

  std::vector<Row> take() { return std::move(Rows); }

private:
  Row *find(uint64_t Class) {
    size_t I = Class * 0x9E3779B97F4A7C15u >> Shift;
    while (Rows[I].Class != Class && Rows[I].Class)
      I = (I + 1) & (Rows.size() - 1);
    return &Rows[I];
  }

  void grow() {
    std::vector<Row> Old(Rows.size() * 2);
    Old.swap(Rows);
    --Shift;
    for (const Row &R : Old)
      if (R.Class)
        *find(R.Class) = R;
  }

  std::vector<Row> Rows;
  unsigned Shift;
  size_t Used = 0;
};

uint16_t u2(const uint8_t *P) {
  uint16_t V;
  memcpy(&V, P, 2);
  return __builtin_bswap16(V);
}
uint32_t u4(const uint8_t *P) {
  uint32_t V;
  memcpy(&V, P, 4);
  return __builtin_bswap32(V);
}
uint64_t u8(const uint8_t *P) {
  uint64_t V;
  memcpy(&V, P, 8);
  return __builtin_bswap64(V);
}

[[noreturn]] void fail(const char *What, size_t Offset) {
  fprintf(stderr, "walker: error: offset %#zx: %s\n", Offset, What);
  exit(1);
}

/// Size in bytes of each basic type; 0 for invalid codes.
constexpr uint8_t Width[256] = {0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8};

const uint8_t *skipClass(const uint8_t *P) {
  P += 8 + 4 + 6 * 8 + 4;
  unsigned N = u2(P);
  for (P += 2; N--;)
    P += 3 + Width[P[2]];
  N = u2(P);
  for (P += 2; N--;)
    P += 9 + Width[P[8]];
  return P + 2 + size_t(u2(P)) * 9;
}

void walk(const uint8_t *P, const uint8_t *End, Table &Classes,
          Row (&Primitives)[256], const uint8_t *Begin) {
  while (P < End) {
    switch (*P++) {
    case 0x21: { // instance
      uint64_t Length = u4(P + 20);
      Classes.add(u8(P + 12), Length);
      P += 24 + Length;
      break;
    }
    case 0x22: { // object array
      uint64_t Length = u4(P + 12) * uint64_t(8);
      Classes.add(u8(P + 16), Length);
      P += 24 + Length;
      break;
    }
    case 0x23: { // primitive array
      uint64_t Length = u4(P + 12) * uint64_t(Width[P[16]]);
      Row &R = Primitives[P[16]];
      ++R.Count;
      R.Bytes += Length;
      P += 17 + Length;
      break;
    }
    case 0x20:
      P = skipClass(P);
      break;
    case 0xff: // roots: unknown, sticky class, monitor
    case 0x05:
    case 0x07:
      P += 8;
      break;
    case 0x01: // JNI global
      P += 16;
      break;
    case 0x04: // native stack, thread block
    case 0x06:
      P += 12;
      break;
    case 0x02: // JNI local, Java frame, thread
    case 0x03:
    case 0x08:
      P += 16;
      break;
    default:
      fail("unknown sub-record", P - 1 - Begin);
    }
  }
  if (P != End)
    fail("a sub-record runs past the end of its segment", P - Begin);
}

} // namespace

int main(int Argc, char **Argv) {
  int File = Argc == 2 ? open(Argv[1], O_RDONLY) : -1;
  struct stat Status;
  if (File < 0 || fstat(File, &Status)) {
    fprintf(stderr, "usage: walker DUMP\n");
    return 2;
  }
  size_t Size = Status.st_size;
  void *Map = mmap(nullptr, Size, PROT_READ, MAP_PRIVATE, File, 0);
  if (Size < 31 || Map == MAP_FAILED)
    fail("cannot map it, or too short", 0);
  const auto *Begin = static_cast<const uint8_t *>(Map);
  madvise(Map, Size, MADV_SEQUENTIAL);
  const uint8_t *P = Begin + strnlen(static_cast<char *>(Map), 30) + 1;
  if (u4(P) != 8)
    fail("only ids of 8 bytes", P - Begin);

  Table Classes;
  Row Primitives[256] = {};
  const uint8_t *End = Begin + Size;
  for (P += 12; End - P >= 9;) {
    uint8_t Tag = *P;
    uint64_t Length = u4(P + 5);
    P += 9;
    if (Length > uint64_t(End - P))
      fail("a record runs past the end of the file", P - Begin);
    if (Tag == 0x0c || Tag == 0x1c)
      walk(P, P + Length, Classes, Primitives, Begin);
    P += Length;
  }

  std::vector<Row> Rows = Classes.take();
  for (unsigned Type = 4; Type != 12; ++Type)
    Rows.push_back({Type, Primitives[Type].Count, Primitives[Type].Bytes});
  std::sort(Rows.begin(), Rows.end(),
            [](const Row &A, const Row &B) { return A.Bytes > B.Bytes; });
  uint64_t Count = 0, Bytes = 0;
  for (const Row &R : Rows) {
    Count += R.Count;
    Bytes += R.Bytes;
  }
  printf("%lu objects, %lu bytes of contents\n", Count, Bytes);
  for (size_t I = 0; I != 10 && Rows[I].Count; ++I)
    printf("%#18lx %12lu %14lu\n", Rows[I].Class, Rows[I].Count, Rows[I].Bytes);
}
