//===- HeapWalkSites.h - Sites of the objects of a walk ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For a heap walk whose objects are to have the traces of the sites that
/// allocated them: heap=sites knows the site of each object that is alive.
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

  /// Gives each object that is alive the tag of its site in \p Ti, where no
  /// object has a tag, and each that is allocated before endTags().
  llvm::Error tagAll(jvmtiEnv &Ti, JNIEnv &Jni);
  void endTags() { Alive.setTagged(nullptr); }

  /// By site + 1, the serials of the traces, which are written if they were
  /// not. The first one is that of objects without a site.
  std::vector<uint32_t> traceSerials(TraceTable &Traces) const;

private:
  const SiteTable &Sites;
  LiveObjects &Alive;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H
