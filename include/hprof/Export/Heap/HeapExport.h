//===- HeapExport.h - Selection of exported objects -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_EXPORT_HEAP_HEAPEXPORT_H
#define HPROF_EXPORT_HEAP_HEAPEXPORT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <vector>

namespace hprof {

struct HeapExportRequest {
  /// Ids of the objects to export, along with all objects that they dominate.
  /// Empty for all objects.
  std::vector<uint64_t> Below;
  /// Maximum number of objects in the output; 0 for the limit of the format's
  /// viewers.
  uint64_t MaxObjects = 0;
  /// Called with notes on omissions.
  llvm::function_ref<void(const llvm::Twine &)> OnNote;
};

} // namespace hprof

#endif // HPROF_EXPORT_HEAP_HEAPEXPORT_H
