//===- IbmClasses.h - The classes of a dump for IBM's formats ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_IBMCLASSES_H
#define HPROF_LIB_CONVERT_REFERENCES_IBMCLASSES_H

#include "HeapSurvey.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace hprof {

/// A class as REFERENCE CLASS describes it.
struct IbmClass {
  uint64_t Id;
  uint64_t NameId;
  bool IsNamed; ///< Whether the dump contains the name.
};

/// A class of object arrays.
struct IbmArrayClass {
  uint64_t NameId = 0;
  uint64_t ElementClass = 0;
  bool IsKnown = false; ///< If false, ElementClass is a substitute.
};

/// The names of the surveyed classes in IBM's formats. Names that have another
/// form in the dump get new string ids, also in the survey's context.
class IbmClasses {
public:
  /// \p Survey must be complete.
  explicit IbmClasses(HeapSurvey &Survey);

  /// Returns all classes with objects or a description, in the survey's order.
  const std::vector<IbmClass> &all() const { return All; }
  const IbmArrayClass &arrayClass(uint64_t Class);

  /// Returns the strings that are not in the stream, by id.
  const std::vector<std::pair<uint64_t, std::string>> &strings() const {
    return Strings;
  }
  /// Returns the new name of \p Class; 0 if it keeps its own.
  uint64_t newName(uint64_t Class) const;

private:
  void add(uint64_t Class);
  uint64_t makeString(std::string Text);

  HeapSurvey &Survey;
  std::vector<IbmClass> All;
  std::vector<std::pair<uint64_t, std::string>> Strings;
  llvm::StringMap<uint64_t> StringIds; ///< Ids of Strings.
  uint64_t NextString;
  llvm::DenseMap<IdKey, uint64_t> NewNames;
  llvm::StringMap<std::vector<uint64_t>> ByName; ///< Classes by name.
  llvm::DenseMap<IdKey, IbmArrayClass> ArrayClasses;
  uint64_t ObjectClass = 0;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_IBMCLASSES_H
