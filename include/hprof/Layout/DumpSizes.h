//===- DumpSizes.h - Bytes of all objects of a dump -------------*- C++ -*-===//
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

/// What sizes need to know of the classes of \p Context, in their order. Views
/// of its strings.
std::vector<ClassModel> classModels(const DumpContext &Context);
/// The same of some of its classes.
std::vector<ClassModel> classModels(const DumpContext &Context,
                                    llvm::ArrayRef<const ClassInfo *> Classes);

/// The bytes that objects take in the VM's heap, as far as the dump tells: the
/// sizes that a histogram sums up.
class DumpSizes {
public:
  /// \p Context is that of the whole dump; it must outlive this. \p Layout is
  /// one of layoutNames().
  DumpSizes(const DumpContext &Context, const LayoutEvidence &Evidence,
            llvm::StringRef Layout = "auto");

  const LayoutChoice &layout() const { return Choice; }
  /// An instance of \p Class, which may be unknown. Instances of
  /// java.lang.Class stand for no class of the dump.
  uint64_t instance(uint64_t Class) const;
  /// The instance of \p Class that has these \p Values: the first bytes of them
  /// do, where there are more.
  uint64_t instance(uint64_t Class, llvm::ArrayRef<uint8_t> Values) const {
    if (LLVM_UNLIKELY(isStackChunk(Class)))
      return stackChunk(Values);
    return instance(Class);
  }
  /// Whether each instance of \p Class has a size of its own.
  bool isStackChunk(uint64_t Class) const {
    return StackOffset && Class == StackClass;
  }
  /// The instance of such a class.
  uint64_t stackChunk(llvm::ArrayRef<uint8_t> Values) const;
  /// Bytes of what \p Counts has counted beyond those of instance(Class).
  uint64_t beyond(const StackCounts &Counts) const;
  /// The object that stands for \p Class itself.
  uint64_t classObject(uint64_t Class) const;
  uint64_t array(BasicType Element, uint64_t Length) const {
    return Choice.Layout.arrayBytes(Element, Length);
  }

private:
  std::optional<size_t> find(uint64_t Class) const;

  const DumpContext &Context;
  std::vector<ClassModel> Models;
  ClassIndex Index;
  LayoutChoice Choice;
  std::unique_ptr<ShallowSizes> Sizes; ///< Set by the constructor.
  uint64_t StackClass = 0;             ///< With StackOffset:
  std::optional<uint32_t> StackOffset; ///< See stackLengthOffset().
};

} // namespace hprof

#endif // HPROF_LAYOUT_DUMPSIZES_H
