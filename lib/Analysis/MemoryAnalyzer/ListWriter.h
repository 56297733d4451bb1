//===- ListWriter.h - Writes lists of numbers -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes index files that contain a list per object: the lists are in one
/// paged array, and their start positions in another.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_MEMORYANALYZER_LISTWRITER_H
#define HPROF_LIB_ANALYSIS_MEMORYANALYZER_LISTWRITER_H

#include "PagedWriter.h"
#include "hprof/Analysis/Columns/BigArray.h"

namespace hprof::memoryanalyzer {

class ListWriter {
public:
  /// Creates a writer for \p Lists lists with at most \p MostNumbers numbers in
  /// total.
  static llvm::Expected<ListWriter> make(llvm::raw_ostream &OS, uint64_t Lists,
                                         uint64_t MostNumbers,
                                         MemoryBudget *Budget) {
    const unsigned Width = MostNumbers < UINT32_MAX ? 4 : 8;
    llvm::Expected<NumberArray> Made = NumberArray::make(Width, Lists, Budget);
    if (!Made)
      return Made.takeError();
    return ListWriter(OS, std::move(*Made));
  }

  /// Begins \p List; the numbers added next are its elements. A list ends where
  /// the next one begins, so call this in ascending order of lists, and do not
  /// call it for empty lists.
  void begin(uint64_t List) { Begins.set(List, Body.size() + 1); }
  /// Same as above, for a file whose lists begin with their lengths and may be
  /// in any order. Lists for which this is not called start at position 0: add
  /// their length there.
  void begin(uint64_t List, uint32_t Length) {
    Begins.set(List, Body.size());
    Body.add(Length);
  }
  void add(uint32_t Number) { Body.add(Number); }
  /// Returns the position of the next number.
  uint64_t position() const { return Body.size(); }

  /// Writes the start positions. No more numbers may be added after this.
  void finish() {
    const uint64_t Divider = Body.finish();
    if (Body.size() <= UINT32_MAX - 1)
      writeBegins<uint32_t>(Divider);
    else
      writeBegins<uint64_t>(Divider);
    putBE(*OS, Divider);
  }

private:
  ListWriter(llvm::raw_ostream &OS, NumberArray Begins)
      : OS(&OS), Body(OS), Begins(std::move(Begins)) {}
  template <class T> void writeBegins(uint64_t Divider) {
    PagedWriter<T> Head(*OS, Divider);
    for (uint64_t I = 0; I != Begins.size(); ++I)
      Head.add(T(Begins.get(I)));
    Head.finish();
  }

  llvm::raw_ostream *OS;
  PagedWriter<uint32_t> Body;
  NumberArray Begins;
};

} // namespace hprof::memoryanalyzer

#endif // HPROF_LIB_ANALYSIS_MEMORYANALYZER_LISTWRITER_H
