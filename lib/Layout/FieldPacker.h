//===- FieldPacker.h - Placing fields as HotSpot does -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The places of the fields of a class in HotSpot, reduced to the facts
/// needed for size computations: where the fields end, and which gaps a
/// subclass may fill. There are two generations:
///
/// - up to JDK 14 (classfile/classFileParser.cpp, layout_fields): a subclass
///   begins after its superclass, rounded up to a reference; 8-byte fields
///   first, then 4, 2, 1, then references; one gap before the 8-byte fields may
///   be filled. In some java.lang classes, references come first, as they did
///   in all classes up to early builds of JDK 6.
/// - since JDK 15 (classfile/fieldLayoutBuilder.cpp): every field goes into the
///   smallest gap that can hold it, including gaps in superclasses, or else to
///   the end; primitives by decreasing width, then references. (JDK 25 may
///   place references first; that moves fields, but never changes a size.)
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_FIELDPACKER_H
#define HPROF_LIB_LAYOUT_FIELDPACKER_H

#include "hprof/Layout/ObjectLayout.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace hprof {

/// Space that the VM leaves free before and after @Contended fields.
constexpr uint64_t ContendedPadding = 128;

/// Fields of one class that are placed together, counted by kind.
struct FieldGroup {
  std::array<uint32_t, 4> ByWidth{}; ///< Primitives of 1, 2, 4 and 8 bytes.
  uint32_t References = 0;

  void add(BasicType T);
  void remove(BasicType T); ///< Removes a field that was added.
  void addWord(unsigned WordBytes) { ++ByWidth[WordBytes == 8 ? 3 : 2]; }
};

/// The fields of a class to be placed.
struct FieldSet {
  FieldGroup Plain;
  /// Groups of @Contended fields, in any order.
  llvm::SmallVector<FieldGroup, 0> Contended;
  bool IsContended = false;     ///< @Contended on the class.
  bool ReferencesFirst = false; ///< One of the special classes up to JDK 14.
};

/// Result for one class.
struct PackedClass {
  struct Gap {
    uint64_t Offset;
    uint64_t Size;
  };
  llvm::SmallVector<Gap, 4> Gaps; ///< Ascending; usable by subclasses.
  uint64_t End = 0;               ///< End of the last field.
  uint64_t PaddedEnd = 0;         ///< End of the padding after it.
  bool HasFields = false;
  bool IsPadded = false; ///< This class or a superclass has @Contended.
};

class FieldPacker {
public:
  /// \p Release is the JDK whose rules apply.
  FieldPacker(const ObjectLayout &Layout, unsigned Release)
      : Layout(Layout), Release(Release) {}

  /// Places the fields of a class after those of \p Super, which is null for
  /// none.
  PackedClass pack(const PackedClass *Super, const FieldSet &Fields) const;
  /// Size in bytes that static fields add to the mirror of their class.
  uint64_t staticBytes(const FieldGroup &Statics) const;
  uint64_t instanceBytes(const PackedClass &C) const {
    return Layout.align(llvm::alignTo(C.PaddedEnd, Layout.WordBytes));
  }

private:
  PackedClass packBlocks(const PackedClass *Super, const FieldSet &F) const;
  PackedClass packClassic(const PackedClass *Super, const FieldSet &F) const;

  const ObjectLayout &Layout;
  unsigned Release;
};

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_FIELDPACKER_H
