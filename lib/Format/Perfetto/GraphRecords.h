//===- GraphRecords.h - Converts heap graphs to records ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_PERFETTO_GRAPHRECORDS_H
#define HPROF_LIB_FORMAT_PERFETTO_GRAPHRECORDS_H

#include "HeapGraph.h"
#include "hprof/Format/Records/RecordVisitor.h"

namespace hprof {
namespace perfetto {

/// Sends all records of \p Graph to \p V.
void sendGraph(const HeapGraph &Graph, const Mappings &Names, RecordVisitor &V,
               const DamageHandler &OnDamage);

} // namespace perfetto
} // namespace hprof

#endif // HPROF_LIB_FORMAT_PERFETTO_GRAPHRECORDS_H
