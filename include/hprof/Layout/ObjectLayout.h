//===- ObjectLayout.h - How a VM lays out objects ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers that decide how many bytes an object takes in a VM's heap. No
/// dump states them (an HPROF file does not even say whether references were
/// compressed), so they are guessed from LayoutEvidence or given by the user.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_OBJECTLAYOUT_H
#define HPROF_LAYOUT_OBJECTLAYOUT_H

#include "hprof/Format/Hprof/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace hprof {

/// How sizes follow from fields.
enum class SizeRule : uint8_t {
  /// As the VM does it; see FieldPacker.
  VM,
  /// As Eclipse Memory Analyzer does it: per class of the chain the widths of
  /// its fields, rounded up to a reference; class objects only their statics.
  MAT,
  /// CLASS DUMP states the real size of instances (Android, Native Image).
  Declared,
  /// As IBM's J9: CLASS DUMP states the real size of instances, class objects
  /// are plain instances of java.lang.Class, and no object has less than 16.
  J9,
  /// As Memory Analyzer shows J9's: instances of classes that state 8 have 8,
  /// and class objects are twice as large.
  MATOfJ9,
};

/// A value type: one row of ObjectLayouts.def, or derived from one.
struct ObjectLayout {
  llvm::StringRef Name;    ///< Of --layout=NAME.
  llvm::StringRef Text;    ///< "64-bit compressed references", ...
  uint8_t WordBytes = 8;   ///< Of the machine: 4 or 8.
  uint8_t HeaderBytes = 8; ///< Before an instance's first field.
  uint8_t ReferenceBytes = 8;
  uint8_t LengthOffset = 8;   ///< Of an array's length, a u4.
  uint8_t ArrayBaseAlign = 8; ///< Least alignment of an array's first element.
  uint8_t Alignment = 8;      ///< Of objects: 8 or 16.
  unsigned FirstRelease = 0;  ///< The JDKs that can have this layout.
  unsigned LastRelease = 0;
  SizeRule Rule = SizeRule::VM;
  /// References precede other fields in every class, and no gap is filled.
  bool ReferencesFirst = false;

  bool isJ9() const {
    return Rule == SizeRule::J9 || Rule == SizeRule::MATOfJ9;
  }
  uint64_t align(uint64_t Bytes) const {
    return llvm::alignTo(Bytes, Alignment);
  }
  /// Bytes of a field or an element.
  unsigned widthOf(BasicType T) const {
    return hprof::widthOf(T, ReferenceBytes);
  }
  /// Bytes before the first element of an array of \p T.
  unsigned arrayBase(BasicType T) const;
  /// Bytes of an array of \p Length elements of \p T.
  uint64_t arrayBytes(BasicType T, uint64_t Length) const {
    uint64_t Least = isJ9() ? LeastOfJ9 : 0;
    return std::max(align(arrayBase(T) + Length * widthOf(T)), Least);
  }
  /// Bytes of an instance whose class states \p Declared.
  uint64_t declaredBytes(uint64_t Declared) const {
    uint64_t Least = Rule == SizeRule::J9 ? LeastOfJ9 : 0;
    return std::max(align(Declared), Least);
  }

  /// J9's objects have no less: what was one can always be marked as free.
  static constexpr uint64_t LeastOfJ9 = 16;
};

/// HotSpot's layouts of ObjectLayouts.def, best known first.
llvm::ArrayRef<ObjectLayout> objectLayouts();
/// J9's.
llvm::ArrayRef<ObjectLayout> j9Layouts();

/// The layout called \p Name, or null.
const ObjectLayout *findObjectLayout(llvm::StringRef Name);

/// \p Base with the sizes that Eclipse Memory Analyzer would show.
ObjectLayout matLayout(const ObjectLayout &Base);

/// \p Base for a dump whose CLASS DUMPs state real instance sizes.
ObjectLayout declaredLayout(const ObjectLayout &Base);

} // namespace hprof

#endif // HPROF_LAYOUT_OBJECTLAYOUT_H
