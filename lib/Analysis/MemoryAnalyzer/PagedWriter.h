//===- PagedWriter.h - Writes paged arrays of numbers -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the arrays of Memory Analyzer's index files: numbers in pages, each
/// of which omits the leading and trailing bits that are 0 in all its numbers.
/// The format is described in docs/Formats/MemoryAnalyzer.md.
///
/// Memory: one page, and 8 bytes per page written. A writer does not check its
/// stream for errors; the owner of the stream does.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_PAGEDWRITER_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_PAGEDWRITER_H

#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof::memoryanalyzer {

/// An array of \p T, uint32_t or uint64_t, whose first page is at byte \p Begin
/// of the file.
template <class T> class PagedWriter {
public:
  static constexpr uint32_t PageSize = sizeof(T) == 4 ? 1000000 : 500000;

  explicit PagedWriter(llvm::raw_ostream &OS, uint64_t Begin = 0)
      : OS(OS), Begin(Begin), At(Begin) {
    Page.reserve(PageSize);
  }

  void add(T Value) {
    if (LLVM_UNLIKELY(Page.size() == PageSize))
      writePage();
    Page.push_back(Value);
    Mask |= Value;
    ++Count;
  }
  /// Number of entries so far.
  uint64_t size() const { return Count; }
  /// Writes the remaining entries. \return the total number of bytes written.
  uint64_t finish();

private:
  void writePage();

  llvm::raw_ostream &OS;
  const uint64_t Begin;
  uint64_t At; ///< Offset of the next page.
  uint64_t Count = 0;
  T Mask = 0; ///< Bits set in any entry of Page.
  std::vector<T> Page;
  std::vector<uint8_t> Packed;
  std::vector<uint64_t> PageBegins;
};

extern template class PagedWriter<uint32_t>;
extern template class PagedWriter<uint64_t>;

/// Encodes the number of entries for a file. From 2^31 entries, the result is
/// the negated number of entries on the last page: the number of pages can be
/// derived from their offsets.
uint32_t packCount(uint64_t Count, uint64_t OnLast);

/// Writes big-endian numbers.
void putBE(llvm::raw_ostream &OS, uint32_t Value);
void putBE(llvm::raw_ostream &OS, uint64_t Value);

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_PAGEDWRITER_H
