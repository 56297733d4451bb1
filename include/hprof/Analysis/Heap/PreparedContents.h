//===- PreparedContents.h - Contents that were cut or hidden ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some dumps no longer have what the VM had in arrays of primitives and in
/// primitive fields: they were redacted, or a VM wrote only the beginnings of
/// large arrays. No record says so, but the contents do. What was found in
/// contents of such a dump would be about the preparation: equal Strings,
/// arrays of zeros, collections without elements. See docs/Formats/
/// HprofBinary.md for the rules.
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

/// What a dump no longer has.
struct PreparedContents {
  enum class Fill : uint8_t { None, Zeros, OneValue };

  /// What all arrays of bytes and characters are filled with past Limit.
  Fill Arrays = Fill::None;
  /// Elements that arrays still have: first of bytes and characters, then of
  /// other types.
  std::array<uint64_t, 2> Limits = {UINT64_MAX, UINT64_MAX};
  /// Primitive fields are zeros, and so are the sizes of collections.
  bool HidesFields = false;
  bool HidesSizes = false;

  bool any() const { return Arrays != Fill::None || HidesFields || HidesSizes; }
  /// Whether arrays have no contents at all.
  bool hidesArrays() const { return Arrays != Fill::None && !Limits[0]; }
  /// The number of elements of arrays of \p T that have their contents.
  uint64_t limit(BasicType T) const { return Limits[groupOf(T)]; }
  /// For people: "all arrays of bytes and characters are zeros"; one for each
  /// fact.
  std::vector<std::string> facts() const;

  static unsigned groupOf(BasicType T) {
    return T != BasicType::Byte && T != BasicType::Char;
  }
};

/// Collects what shows it. Parts of a dump can be merged in any order.
class ContentEvidence {
public:
  /// An array of \p T with at least some of its elements in \p Bytes.
  void array(BasicType T, uint64_t Length, llvm::ArrayRef<uint8_t> Bytes) {
    if (LLVM_LIKELY(IsDecided) || Bytes.empty())
      return;
    look(T, Length, Bytes);
  }
  /// To be called with the first instance of a class at the latest. Of the
  /// class only the name needs to be known then.
  void meet(uint64_t Class, const DumpContext &Context);
  void instance(uint64_t Class, llvm::ArrayRef<uint8_t> Values) {
    if (LLVM_LIKELY(!(Filter & bitOf(Class))))
      return;
    lookAtFields(Class, Values);
  }
  void merge(const ContentEvidence &Other);
  /// \p Context must have all classes.
  PreparedContents decide(const DumpContext &Context) const;

  /// Whether no array can change the decision any more.
  bool isDecidedOnArrays() const { return IsDecided; }
  /// Whether an instance of \p Class can.
  bool wants(uint64_t Class) const {
    if (LLVM_LIKELY(!(Filter & bitOf(Class))))
      return false;
    auto It = Words.find(Class);
    return It != Words.end() && !It->second.hasSign();
  }

private:
  /// Fewer arrays or instances prove nothing.
  static constexpr uint64_t Least = 16;
  /// A higher limit is none: that such arrays end in zeros is nothing special.
  static constexpr uint64_t MostLimit = 1024;
  /// Arrays of zeros have this length, in powers of two.
  static constexpr unsigned Lengths = 40;

  /// Where a field lies may be known only at the end, so all of these are
  /// counted.
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

  // By group of types: the highest number of elements up to the last one that
  // is not zero, and how many arrays have at least 2^i elements.
  std::array<uint64_t, 2> Used{};
  std::array<std::array<uint64_t, Lengths>, 2> AtLeast{};
  /// Arrays of at least two bytes or characters, and how many of these have
  /// different elements.
  uint64_t Texts = 0, Varied = 0;
  bool IsDecided = false; ///< Contents are as the VM had them.

  uint64_t Filter = 0; ///< Bits of the classes in Words.
  llvm::DenseMap<IdKey, WordCounts> Words;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_PREPAREDCONTENTS_H
