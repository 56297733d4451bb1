//===- InstanceSearch.h - Searches for objects of a class -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_OBJECTS_INSTANCESEARCH_H
#define LIB_ANALYSIS_OBJECTS_INSTANCESEARCH_H

#include "hprof/Analysis/Heap/LayoutTable.h"
#include "hprof/Analysis/Objects/ObjectScope.h"

namespace hprof {

/// An object in a list of instances, which may be an array or a class.
struct ListedObject {
  uint64_t Id;
  uint64_t Offset;
  uint64_t Shallow;
  /// Number of bytes, or of elements of an array; 0 for a class.
  uint64_t Length;
  bool IsArray = false;
};

/// The objects that match a class or pattern.
struct Instances {
  std::string Class; ///< The requested name, pattern or id.
  uint64_t Count = 0;
  LayoutFacts Layout;
  /// The first of these objects, in file order.
  std::vector<ListedObject> Objects;
  /// Whether the format lacks the values of some objects.
  bool LackValues = false;

  /// Finds the objects of \p Class.
  static llvm::Expected<Instances>
  find(const ObjectScope &S, llvm::StringRef Class, bool WithSubclasses);
};

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_INSTANCESEARCH_H
