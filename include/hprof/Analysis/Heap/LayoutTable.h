//===- LayoutTable.h - The layout of objects in answers ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_LAYOUTTABLE_H
#define HPROF_ANALYSIS_HEAP_LAYOUTTABLE_H

#include "hprof/Answer/Rows.h"
#include <string>

namespace hprof {

struct JavaRelease;
struct LayoutChoice;

/// Data for answers about the object layout, which determines all sizes.
struct LayoutFacts {
  std::string Name, Text;
  bool IsCertain = false;
  std::string Evidence;
  unsigned Release = 0; ///< Minimum Java release; 0 when unknown.

  static LayoutFacts of(const LayoutChoice &Choice, const JavaRelease &Release);
};

const TableInfo &layoutTable();
/// Returns one record.
std::unique_ptr<Rows> layoutRows(LayoutFacts Facts);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_LAYOUTTABLE_H
