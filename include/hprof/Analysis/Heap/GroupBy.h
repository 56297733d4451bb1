//===- GroupBy.h - Groups of objects ----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_GROUPBY_H
#define HPROF_ANALYSIS_HEAP_GROUPBY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// The key by which objects are grouped.
enum class GroupBy : uint8_t {
  Class,
  Name, ///< stableClassName() (ClassName.h), the same across loaders and runs.
  Loader,
  Package
};

/// Returns "class", "name", "loader" or "package".
llvm::StringRef groupName(GroupBy By);
std::optional<GroupBy> groupCalled(llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_GROUPBY_H
