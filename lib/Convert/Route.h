//===- Route.h - Chooses the stages between formats -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_ROUTE_H
#define HPROF_LIB_CONVERT_ROUTE_H

#include "hprof/Convert/Convert.h"
#include "hprof/Convert/Pipeline/Stage.h"
#include <vector>

namespace hprof {

/// Route of records from a source to a writer.
struct Route {
  std::vector<std::unique_ptr<Stage>> Stages;
  /// Whether the writer needs the names of the whole stream in advance.
  bool NeedsNames = false;
  /// Whether the writer looks up names, at least those of earlier records.
  bool UsesNames = false;
  /// Whether the target may receive records that it cannot represent.
  bool NeedsFilter = false;
  /// Whether ids can be changed along the route.
  bool MayChangeIds = false;
  /// Whether ids are changed as the options request.
  bool ChangesIds = false;
  /// Whether the source's frames are meaningless for the target.
  bool OwnFraming = false;
};

/// \p Source is the input's first file header.
Route findRoute(const FileHeader &Source, const FormatInfo &To,
                const ConvertOptions &Options);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_ROUTE_H
