//===- ColumnCursor.h - Reads entries of columns ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Who reads entries of columns here and there takes a ColumnCursor, and need
/// not know where the column is:
///
///     for (ColumnCursor<T> At = Column.from<T>(Begin);; ++At)
///       use(*At);
///
/// As a rule the column is in memory, or mapped. When random access to it is
/// expected, see NumberArray::expectRandomAccess(), and memory is short, its
/// entries are read from its file without mapping pages. A page fault costs
/// more than a system call, brings up to 64 KiB into the process for a few
/// bytes, and what it brought must be dropped again.
///
/// Each thread keeps some blocks of what was read last, of all files together.
/// So neighbours cost little, and nothing here locks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_COLUMNCURSOR_H
#define HPROF_ANALYSIS_COLUMNS_COLUMNCURSOR_H

#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace hprof {

/// The file that an array is in, if it is in one.
class ColumnFile {
public:
  int Descriptor = -1; ///< Not owned.

  bool isFile() const { return Descriptor >= 0; }
  /// To be called, if there is a file, before read(), and after the last change
  /// of the file, which is mapped at \p From.
  void startReading(const uint8_t *From);
  bool isRead() const { return Key != 0; }
  /// The \p Width bytes, 1, 2, 4 or 8, that are mapped at \p At, a multiple of
  /// it, as a number of this machine. Reads the mapping when the file cannot
  /// be read.
  uint64_t read(const void *At, unsigned Width) const;

private:
  uint64_t Key = 0; ///< Of its blocks: never used for another; 0 at first.
  const uint8_t *Mapped = nullptr;
};

/// A place in an array of \p T, which must outlive it where it is.
template <class T> class ColumnCursor {
public:
  /// At \p At, in memory or mapped. \p File is to be read instead unless it is
  /// null.
  ColumnCursor(const T *At, const ColumnFile *File) : At(At), File(File) {}

  T operator*() const {
    if (LLVM_UNLIKELY(File != nullptr))
      return T(File->read(At, sizeof(T)));
    return *At;
  }
  ColumnCursor &operator++() {
    ++At;
    return *this;
  }

private:
  const T *At;
  const ColumnFile *File;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_COLUMNS_COLUMNCURSOR_H
