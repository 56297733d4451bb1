//===- HeapWalkSites.h - Allocation sites in a heap walk --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds the traces of allocation sites to objects in a heap walk: heap=sites
/// records the site of each live object.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H

#include "Agent/Sites/LiveObjects.h"
#include "Agent/Sites/SiteTable.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class TraceTable;

class HeapWalkSites {
public:
  /// Both must outlive this.
  HeapWalkSites(const SiteTable &Sites, LiveObjects &Alive)
      : Sites(Sites), Alive(Alive) {}

  /// Tags each live object, and each one allocated before endTags(), with its
  /// site in \p Ti, which contains no tags yet.
  llvm::Error tagAll(jvmtiEnv &Ti, JNIEnv &Jni);
  void endTags() { Alive.setTagged(nullptr); }

  /// Returns the trace serials by site + 1, and writes traces not yet written.
  /// The first serial is for objects without a site.
  std::vector<uint32_t> traceSerials(TraceTable &Traces) const;

private:
  const SiteTable &Sites;
  LiveObjects &Alive;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H
