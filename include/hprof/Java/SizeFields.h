//===- SizeFields.h - Fields with sizes -------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The primitive fields of the JDK from which tools compute sizes and counts.
/// Code that reads such a field, or must not change sizes, uses the names here.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_SIZEFIELDS_H
#define HPROF_JAVA_SIZEFIELDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace hprof {

/// A field and the class that declares it, by Java's names.
struct SizeField {
  llvm::StringRef Class, Field;
  auto key() const { return std::pair(Class, Field); }
  bool operator<(const SizeField &O) const { return key() < O.key(); }
  bool operator==(const SizeField &O) const { return key() == O.key(); }
};

/// Fields outside collections and growing arrays.
namespace sizes {
inline constexpr SizeField StringOffset{"java.lang.String", "offset"};
inline constexpr SizeField StringCount{"java.lang.String", "count"};
inline constexpr SizeField StringCoder{"java.lang.String", "coder"};
inline constexpr SizeField CellCount{
    "java.util.concurrent.ConcurrentHashMap$CounterCell", "value"};
inline constexpr SizeField BufferCapacity{"java.nio.Buffer", "capacity"};
} // namespace sizes

/// Returns the fields above, and the counts, indices and bounds of
/// JavaCollections.def. The field of an EnumSet is neither: its bits are the
/// elements.
llvm::ArrayRef<SizeField> sizeFields();

/// Whether \p Class declares \p Field as one of sizeFields().
bool isSizeField(llvm::StringRef Class, llvm::StringRef Field);

} // namespace hprof

#endif // HPROF_JAVA_SIZEFIELDS_H
