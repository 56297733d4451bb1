//===- HeapWalkSites.h - Sites of objects in a heap walk -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While a heap walk lasts, the tags of objects with a site state numbers in
/// place of their sizes, and the VM reports nothing else of an object that dies
/// meanwhile. So what the walk takes from each site is counted, and so is what
/// the site gets back afterwards; the difference has died.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H

#include "Agent/Sites/ObjectTag.h"
#include "Agent/Sites/SiteTable.h"
#include "Agent/Vm/JvmTi.h"
#include "llvm/Support/Error.h"

namespace hprof::agent {

class TraceTable;

/// Not thread-safe. Counts are exact only if all allocations are.
class HeapWalkSites {
public:
  /// Both must outlive this.
  HeapWalkSites(SiteTable &Sites, TableMemory &Budget)
      : Sites(Sites), Taken(Budget) {}

  /// To be called before a walk. Fails if the tags of the last one are still
  /// there and cannot be restored.
  llvm::Error begin(jvmtiEnv &Ti);
  /// The tag \p Was, which has a site, is replaced. \return false without
  /// memory to count it. Makes no call into the VM.
  bool take(ObjectTag Was) {
    Amount *A = Taken.get(Was.site());
    if (LLVM_UNLIKELY(!A))
      return false;
    ++A->Objects;
    A->Bytes += Was.size();
    return true;
  }
  /// The tag \p Is stands again, if it has a site.
  void giveBack(ObjectTag Is);

  /// To be called after a walk, whatever came of it: gives all objects in \p Ti
  /// that it has met the tags that they had before.
  llvm::Error restore(jvmtiEnv &Ti);

  /// As far as is known: objects that are not yet collected count, too.
  uint64_t numLive() const;
  /// By site + 1, the serials of the traces, which are written if they were
  /// not. The first one is that of objects without a site.
  std::vector<uint32_t> traceSerials(TraceTable &Traces) const;

private:
  static jint JNICALL onObject(jlong, jlong Size, jlong *Tag, jint, void *This);

  SiteTable &Sites;
  StableVector<Amount> Taken; ///< By site.
  bool IsOpen = false;        ///< There may be tags to restore.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKSITES_H
