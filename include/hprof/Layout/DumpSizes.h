//===- DumpSizes.h - Sizes of all objects in a dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_DUMPSIZES_H
#define HPROF_LAYOUT_DUMPSIZES_H

#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/LayoutEvidence.h"
#include "hprof/Layout/ShallowSizes.h"
#include <memory>

namespace hprof {

class DumpContext;
class StackCounts;
struct ClassInfo;

/// Returns models of the classes of \p Context, in the same order. They refer
/// to its strings.
std::vector<ClassModel> classModels(const DumpContext &Context);
/// Same as above, for some of its classes.
std::vector<ClassModel> classModels(const DumpContext &Context,
                                    llvm::ArrayRef<const ClassInfo *> Classes);

/// The sizes of objects in the VM's heap, as far as the dump determines them; a
/// histogram adds them up.
class DumpSizes {
public:
  /// \p Context must be filled from the whole dump and outlive this. \p Layout
  /// is one of layoutNames().
  DumpSizes(const DumpContext &Context, const LayoutEvidence &Evidence,
            llvm::StringRef Layout = "auto");

  const LayoutChoice &layout() const { return Choice; }
  /// Size of an instance of \p Class, which may be unknown. Instances of
  /// java.lang.Class are treated as mirrors of classes missing from the dump.
  uint64_t instance(uint64_t Class) const;
  /// Returns the flattened values, which have no size of their own.
  const FlattenedValues &flattened() const { return Flattened; }
  /// Size of the instance of \p Class with these \p Values, or with values that
  /// begin with them.
  uint64_t instance(uint64_t Class, llvm::ArrayRef<uint8_t> Values) const {
    if (LLVM_UNLIKELY(isStackChunk(Class)))
      return stackChunk(Values);
    return instance(Class);
  }
  /// Whether the size of an instance of \p Class depends on its values.
  bool isStackChunk(uint64_t Class) const {
    return StackOffset && Class == StackClass;
  }
  /// Size of an instance of StackChunk.
  uint64_t stackChunk(llvm::ArrayRef<uint8_t> Values) const;
  /// Returns the number of bytes that the objects in \p Counts take in addition
  /// to their instance(Class).
  uint64_t beyond(const StackCounts &Counts) const;
  /// Size of the object that represents \p Class itself.
  uint64_t classObject(uint64_t Class) const;
  uint64_t array(BasicType Element, uint64_t Length) const {
    return Choice.Layout.arrayBytes(Element, Length);
  }
  /// Size of an array of objects.
  uint64_t objectArray(uint64_t Class, uint64_t Length) const {
    if (uint32_t Bytes = flatElement(Class))
      return Choice.Layout.flatArrayBytes(Bytes, Length);
    return array(BasicType::Object, Length);
  }
  /// Size of the elements of arrays of \p Class if they are flattened, else 0.
  uint32_t flatElement(uint64_t Class) const { return Elements.lookup(Class); }

private:
  std::optional<size_t> find(uint64_t Class) const;

  const DumpContext &Context;
  std::vector<ClassModel> Models;
  ClassIndex Index;
  LayoutChoice Choice;
  FlattenedValues Flattened;
  FlatElements Elements;
  std::unique_ptr<ShallowSizes> Sizes; ///< Set by the constructor.
  uint64_t StackClass = 0;             ///< Valid if StackOffset is set.
  std::optional<uint32_t> StackOffset; ///< See stackLengthOffset().
};

} // namespace hprof

#endif // HPROF_LAYOUT_DUMPSIZES_H
