//===- ShallowSizes.h - Sizes of instances and class objects ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sizes of the objects of each class, computed from the fields in CLASS
/// DUMP, the layout, and a table of fields that no dump records. Arrays need no
/// class: see ObjectLayout::arrayBytes and ArrayLengths.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_SHALLOWSIZES_H
#define HPROF_LAYOUT_SHALLOWSIZES_H

#include "hprof/Layout/ClassModel.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/ObjectLayout.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace hprof {

/// The types of the @Contended fields of a class, each of which is a group of
/// its own; empty if the class is @Contended as a whole.
using ContendedTypes = llvm::SmallVector<BasicType, 2>;
/// By class id. Excludes classes of the JDK, which are known in advance.
using ContendedClasses = std::map<uint64_t, ContendedTypes>;

/// Sizes in bytes of the objects of every class of a dump. Classes are
/// identified by their position in the array given to ClassIndex.
class ShallowSizes {
public:
  ShallowSizes(const ClassIndex &Classes, const ObjectLayout &Layout,
               const JavaRelease &Release,
               const ContendedClasses &Contended = {});

  /// Size of an instance of class \p I; for stackChunks(), without the stack's
  /// words. Meaningless for an array class.
  uint64_t instance(size_t I) const { return Sizes[I].Instance; }
  /// Size of the java.lang.Class object that represents class \p I.
  uint64_t mirror(size_t I) const { return Sizes[I].Mirror; }
  /// Size of an instance of java.lang.Class whose class is missing from the
  /// dump, such as int.class.
  uint64_t plainMirror() const { return PlainMirror; }
  /// Size of an instance of a class missing from the dump.
  uint64_t unknownInstance() const {
    return Layout.declaredBytes(Layout.HeaderBytes);
  }

  /// The class whose instances differ in size (StackChunks.h). Nullopt if the
  /// dump has no such class, or sizes do not follow the VM's rule.
  std::optional<size_t> stackChunks() const { return StackChunks; }

private:
  struct Entry {
    uint64_t Instance = 0;
    uint64_t Mirror = 0;
  };
  void packInstances(const ClassIndex &Classes, const JavaRelease &Release,
                     const ContendedClasses &Contended);
  void sumInstances(const ClassIndex &Classes);
  void addMirrors(const ClassIndex &Classes, const JavaRelease &Release);

  std::vector<Entry> Sizes;
  ObjectLayout Layout;
  uint64_t PlainMirror = 0;
  std::optional<size_t> StackChunks;
};

} // namespace hprof

#endif // HPROF_LAYOUT_SHALLOWSIZES_H
