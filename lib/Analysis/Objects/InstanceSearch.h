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
  uint64_t Length; ///< In bytes, or in elements; 0 for a class.
  bool IsArray = false;
};

/// The objects of a class or pattern.
struct Instances {
  std::string Class; ///< The name, pattern or id of the request.
  uint64_t Count = 0;
  LayoutFacts Layout;
  /// The first ones, in file order.
  std::vector<ListedObject> Objects;
  bool LackValues = false; ///< The format lacks the values of some objects.

  /// Finds the objects of \p Class.
  static llvm::Expected<Instances>
  find(const ObjectScope &S, llvm::StringRef Class, bool WithSubclasses);
};

} // namespace hprof

#endif // LIB_ANALYSIS_OBJECTS_INSTANCESEARCH_H
