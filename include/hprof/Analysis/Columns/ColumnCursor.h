//===- ColumnCursor.h - Reads entries of columns ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads scattered entries of columns, regardless of where a column is stored:
///
///     for (ColumnCursor<T> At = Column.from<T>(Begin);; ++At)
///       use(*At);
///
/// Usually the column is in memory or mapped. If random access is expected (see
/// NumberArray::expectRandomAccess()) and memory is short, entries are read
/// from the file without mapping pages. A page fault costs more than a system
/// call, brings up to 64 KiB into the process for a few bytes, and these pages
/// must be dropped again.
///
/// Each thread caches a few recently read blocks of all files. Thus, reading
/// neighbouring entries is cheap, and no locks are needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_COLUMNS_COLUMNCURSOR_H
#define HPROF_ANALYSIS_COLUMNS_COLUMNCURSOR_H

#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace hprof {

/// The file that stores an array, if any.
class ColumnFile {
public:
  int Descriptor = -1; ///< Not owned.

  bool isFile() const { return Descriptor >= 0; }
  /// Must be called before read() and after the last change to the file. The
  /// file is mapped at \p From.
  void startReading(const uint8_t *From);
  bool isRead() const { return Key != 0; }
  /// Returns the \p Width bytes (1, 2, 4 or 8) mapped at \p At, a multiple of
  /// \p Width, as a number in host byte order. Falls back to the mapping if the
  /// file cannot be read.
  uint64_t read(const void *At, unsigned Width) const;

private:
  /// Key of the cached blocks, never reused; 0 before startReading().
  uint64_t Key = 0;
  const uint8_t *Mapped = nullptr;
};

/// A position in an array of \p T. The array must outlive the cursor and must
/// not be moved.
template <class T> class ColumnCursor {
public:
  /// Creates a cursor at \p At, which is in memory or mapped. If \p File is not
  /// null, entries are read from that file instead.
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
