//===- PagedReader.h - Reads paged arrays of numbers ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_MEMORYANALYZER_PAGEDREADER_H
#define HPROF_UNITTESTS_ANALYSIS_MEMORYANALYZER_PAGEDREADER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace hprof::memoryanalyzer {

inline uint64_t readBE(llvm::StringRef Bytes, size_t At, unsigned Width) {
  uint64_t V = 0;
  for (char C : Bytes.substr(At, Width))
    V = V << 8 | uint8_t(C);
  return V;
}

/// Reads, bit by bit, the array that starts with the page at \p Begin of \p
/// File and ends at \p End.
inline std::vector<uint64_t> readPaged(llvm::StringRef File, uint64_t Begin,
                                       uint64_t End) {
  const uint64_t PageSize = readBE(File, End - 8, 4);
  const uint64_t Count = readBE(File, End - 4, 4);
  const uint64_t Pages = (Count + PageSize - 1) / PageSize;
  const uint64_t Table = End - 8 - 8 * (Pages + 1);
  std::vector<uint64_t> Values;
  for (uint64_t P = 0; P != Pages; ++P) {
    const uint64_t At = readBE(File, Table + 8 * P, 8);
    const unsigned Bits = uint8_t(File[At]), Drop = uint8_t(File[At + 1]);
    uint64_t Bit = (At + 2) * 8;
    for (uint64_t I = P * PageSize; I != std::min(Count, (P + 1) * PageSize);
         ++I) {
      uint64_t V = 0;
      for (unsigned B = 0; B != Bits; ++B, ++Bit)
        V = V << 1 | (uint8_t(File[Bit / 8]) >> (7 - Bit % 8) & 1);
      Values.push_back(V << Drop);
    }
  }
  return Values;
}

inline std::vector<uint64_t> readPaged(llvm::StringRef File) {
  return readPaged(File, 0, File.size());
}

/// Reads the lists of a file that also stores their start offsets. If \p
/// HaveLengths, each list begins with its length.
inline std::vector<std::vector<uint64_t>> readLists(llvm::StringRef File,
                                                    bool HaveLengths) {
  const uint64_t Divider = readBE(File, File.size() - 8, 8);
  const std::vector<uint64_t> Body = readPaged(File, 0, Divider);
  const std::vector<uint64_t> Begins =
      readPaged(File, Divider, File.size() - 8);
  std::vector<std::vector<uint64_t>> Lists(Begins.size());
  uint64_t End = Body.size() + 1;
  for (size_t I = Begins.size(); I--;) {
    uint64_t Begin = Begins[I], Last = End - 1;
    if (HaveLengths) {
      Last = Begin + 1 + Body[Begin];
      ++Begin;
    } else if (Begin) {
      End = Begin--;
    } else {
      continue;
    }
    Lists[I].assign(Body.begin() + ptrdiff_t(Begin),
                    Body.begin() + ptrdiff_t(Last));
  }
  return Lists;
}

} // namespace hprof::memoryanalyzer

#endif // HPROF_UNITTESTS_ANALYSIS_MEMORYANALYZER_PAGEDREADER_H
