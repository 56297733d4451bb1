//===- Route.h - Which stages lie between two formats -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_ROUTE_H
#define HPROF_LIB_CONVERT_ROUTE_H

#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Stage.h"
#include <vector>

namespace hprof {

/// How records come from a source to a writer.
struct Route {
  std::vector<std::unique_ptr<Stage>> Stages;
  /// The writer must know the names of the whole stream before it begins.
  bool NeedsNames = false;
  /// The writer looks up names, at least those that came before.
  bool UsesNames = false;
  /// Records that the target cannot carry may reach it.
  bool NeedsFilter = false;
  /// There is a place where ids can change.
  bool MayChangeIds = false;
  /// Ids become what the options want.
  bool ChangesIds = false;
  /// The source's frames mean nothing to the target.
  bool OwnFraming = false;
};

/// \p Source is what the input begins with.
Route findRoute(const FileHeader &Source, const FormatInfo &To,
                const ConvertOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_ROUTE_H
