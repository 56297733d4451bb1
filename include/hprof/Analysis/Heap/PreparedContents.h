//===- PreparedContents.h - Truncated or redacted contents ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some dumps lack the original contents of primitive arrays and fields: they
/// were redacted, or a VM wrote only the beginnings of large arrays. No record
/// states this, but it can be inferred from the contents. Findings about the
/// contents of such a dump would be artifacts: equal Strings, arrays of zeros,
/// collections without elements. See docs/Formats/HprofBinary.md for the rules.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_PREPAREDCONTENTS_H
#define HPROF_ANALYSIS_HEAP_PREPAREDCONTENTS_H

#include "hprof/Format/Base/BasicType.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace hprof {

class DumpContext;

/// The contents that a dump lacks.
struct PreparedContents {
  enum class Fill : uint8_t { None, Zeros, OneValue };

  /// Contents of all byte and char arrays after the first Limits[0] elements.
  Fill Arrays = Fill::None;
  /// Number of elements per array that have their original contents: first for
  /// byte and char arrays, then for arrays of other types.
  std::array<uint64_t, 2> Limits = {UINT64_MAX, UINT64_MAX};
  /// Whether primitive fields, or the sizes of collections, are zeros.
  bool HidesFields = false;
  bool HidesSizes = false;

  bool any() const { return Arrays != Fill::None || HidesFields || HidesSizes; }
  /// Whether byte and char arrays have no contents.
  bool hidesArrays() const { return Arrays != Fill::None && !Limits[0]; }
  /// Returns the number of elements per array of \p T that have their original
  /// contents.
  uint64_t limit(BasicType T) const { return Limits[groupOf(T)]; }
  /// Returns descriptions of what is missing, for display: "all byte and char
  /// arrays are zeroed".
  std::vector<std::string> facts() const;

  static unsigned groupOf(BasicType T) {
    return T != BasicType::Byte && T != BasicType::Char;
  }
};

/// Collects evidence of missing contents. Evidence from parts of a dump can be
/// merged in any order.
class ContentEvidence {
public:
  /// Adds an array of \p T, with at least some of its elements in \p Bytes.
  void array(BasicType T, uint64_t Length, llvm::ArrayRef<uint8_t> Bytes) {
    if (LLVM_LIKELY(IsDecided) || Bytes.empty())
      return;
    look(T, Length, Bytes);
  }
  /// Must be called before the first instance of a class is added. \p Context
  /// then needs to contain only the name of the class.
  void meet(uint64_t Class, const DumpContext &Context);
  void instance(uint64_t Class, llvm::ArrayRef<uint8_t> Values) {
    if (LLVM_LIKELY(!(Filter & bitOf(Class))))
      return;
    lookAtFields(Class, Values);
  }
  void merge(const ContentEvidence &Other);
  /// \p Context must contain all classes.
  PreparedContents decide(const DumpContext &Context) const;

  /// Whether further arrays cannot change the result.
  bool isDecidedOnArrays() const { return IsDecided; }
  /// Whether an instance of \p Class can change the result.
  bool wants(uint64_t Class) const {
    if (LLVM_LIKELY(!(Filter & bitOf(Class))))
      return false;
    auto It = Words.find(Class);
    return It != Words.end() && !It->second.hasSign();
  }

private:
  /// Minimum number of arrays or instances required for a conclusion.
  static constexpr uint64_t Least = 16;
  /// Higher values are not treated as limits, because arrays of such lengths
  /// often end in zeros.
  static constexpr uint64_t MostLimit = 1024;
  /// Number of powers of two by which array lengths are distinguished.
  static constexpr unsigned Lengths = 40;

  /// Number of words counted per instance. All of them are counted, because the
  /// offset of a field may be known only at the end.
  static constexpr unsigned NumWords = 16;
  struct WordCounts {
    uint64_t All = 0;
    std::array<uint64_t, NumWords>
        NonZero{};            ///< By offset in words of 4 bytes.
    unsigned Sign = NumWords; ///< The word of the field, if known.
    bool hasSign() const { return Sign != NumWords && NonZero[Sign]; }
  };

  static uint64_t bitOf(uint64_t Class) {
    return uint64_t(1) << ((Class * UINT64_C(0x9e3779b97f4a7c15)) >> 58);
  }
  void look(BasicType T, uint64_t Length, llvm::ArrayRef<uint8_t> Bytes);
  void lookAtFields(uint64_t Class, llvm::ArrayRef<uint8_t> Values);
  void settle();

  // For each group of types: the maximum, over all arrays, of the number of
  // elements up to the last nonzero one, and the number of arrays with at least
  // 2^i elements.
  std::array<uint64_t, 2> Used{};
  std::array<std::array<uint64_t, Lengths>, 2> AtLeast{};
  /// Number of byte and char arrays with at least two elements, and number of
  /// those whose elements are not all equal.
  uint64_t Texts = 0, Varied = 0;
  bool IsDecided = false; ///< Whether contents are known to be original.

  uint64_t Filter = 0; ///< Bits of the classes in Words.
  llvm::DenseMap<IdKey, WordCounts> Words;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_PREPAREDCONTENTS_H
