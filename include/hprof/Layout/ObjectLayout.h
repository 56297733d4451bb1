//===- ObjectLayout.h - How a VM lays out objects ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The numbers that determine the size of an object in a VM's heap. No dump
/// records them (an HPROF file does not even show whether references were
/// compressed), so they are inferred from LayoutEvidence or given by the user.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_OBJECTLAYOUT_H
#define HPROF_LAYOUT_OBJECTLAYOUT_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace hprof {

/// How sizes are computed from fields.
enum class SizeRule : uint8_t {
  /// As the VM does it; see FieldPacker.
  VM,
  /// As in Eclipse Memory Analyzer: for each class in the superclass chain, the
  /// widths of its fields, rounded up to a reference; for class objects, only
  /// their static fields.
  MAT,
  /// CLASS DUMP contains the real size of instances (Android, Native Image).
  Declared,
  /// For IBM's J9: CLASS DUMP contains the real size of instances, class
  /// objects are plain instances of java.lang.Class, and no object is smaller
  /// than 16 bytes.
  J9,
  /// Sizes that Memory Analyzer shows for J9: instances with a declared size of
  /// 8 take 8 bytes, and class objects are twice as large.
  MATOfJ9,
};

/// A value type: one row of ObjectLayouts.def, or derived from one.
struct ObjectLayout {
  llvm::StringRef Name;    ///< The NAME in --layout=NAME.
  llvm::StringRef Text;    ///< "64-bit, compressed references", ...
  uint8_t WordBytes = 8;   ///< The machine's word size: 4 or 8.
  uint8_t HeaderBytes = 8; ///< Offset of an instance's first field.
  uint8_t ReferenceBytes = 8;
  uint8_t LengthOffset = 8;   ///< Offset of an array's length, a u4.
  uint8_t ArrayBaseAlign = 8; ///< Least alignment of an array's first element.
  uint16_t Alignment = 8;     ///< Alignment of objects: 8 to 32.
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
  /// Size in bytes of a field or an element.
  unsigned widthOf(BasicType T) const {
    return hprof::widthOf(T, ReferenceBytes);
  }
  /// Offset of the first element of an array of \p T.
  unsigned arrayBase(BasicType T) const;
  /// Size in bytes of an array of \p Length elements of \p T.
  uint64_t arrayBytes(BasicType T, uint64_t Length) const {
    uint64_t Least = isJ9() ? LeastOfJ9 : 0;
    return std::max(align(arrayBase(T) + Length * widthOf(T)), Least);
  }
  /// Same as above, for elements that are flattened values of \p Bytes bytes.
  uint64_t flatArrayBytes(uint64_t Bytes, uint64_t Length) const {
    return arrayBytes(flatType(Bytes), Length) +
           (Bytes - std::min<uint64_t>(Bytes, 8)) * Length;
  }
  /// Returns the type with the size of a flattened value of \p Bytes, or the
  /// largest type.
  static BasicType flatType(uint64_t Bytes) {
    return Bytes <= 1   ? BasicType::Byte
           : Bytes <= 2 ? BasicType::Short
           : Bytes <= 4 ? BasicType::Int
                        : BasicType::Long;
  }
  /// Size in bytes of an instance with the declared size \p Declared.
  uint64_t declaredBytes(uint64_t Declared) const {
    uint64_t Least = Rule == SizeRule::J9 ? LeastOfJ9 : 0;
    return std::max(align(Declared), Least);
  }

  /// Smallest object in J9: any object's memory can be marked as free.
  static constexpr uint64_t LeastOfJ9 = 16;
};

/// HotSpot's layouts in ObjectLayouts.def, best known first.
llvm::ArrayRef<ObjectLayout> objectLayouts();
/// J9's layouts in ObjectLayouts.def.
llvm::ArrayRef<ObjectLayout> j9Layouts();

/// The layout called \p Name; null if there is none.
const ObjectLayout *findObjectLayout(llvm::StringRef Name);

/// Returns \p Base with the sizes that Eclipse Memory Analyzer would show.
ObjectLayout matLayout(const ObjectLayout &Base);

/// Returns \p Base for a dump whose CLASS DUMPs contain real instance sizes.
ObjectLayout declaredLayout(const ObjectLayout &Base);

/// Returns the layout of a dump whose classes have exact sizes (ExactSizes.h).
/// Arrays are laid out as in Android.
ObjectLayout exactLayout();

} // namespace hprof

#endif // HPROF_LAYOUT_OBJECTLAYOUT_H
