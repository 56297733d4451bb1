//===- HeapWalkTags.h - Object tags in a heap walk -------------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file The tags by which a heap walk recognizes objects, in its own
/// environment. Classes use the tags from NumberedClasses. The tag of a visited
/// object is negative. If sites are recorded, an object with a site is
/// initially tagged LiveObjects::tagOf(), and the site is kept:
///
///     bits of the tag    63     62 .. 40      39 .. 0
///     without sites      1      0             number
///
///                               62 .. 32      31 .. 0
///     with sites         1      site + 1      number
///     not visited        0      site + 1      0
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H

#include "Agent/Records/NumberedClasses.h"
#include "HeapWalkNumbers.h"

namespace hprof::agent {

class WalkTags {
public:
  explicit WalkTags(bool HaveSites = false)
      : Mask(HaveSites ? UINT64_C(0xffffffff)
                       : (UINT64_C(1) << WalkNumbers::Bits) - 1) {}

  /// Returns the number of an object; 0 if the walk has not visited it.
  uint64_t numberOf(jlong Tag) const {
    if (Tag < 0)
      return uint64_t(Tag) & Mask;
    return NumberedClasses::isClass(Tag)
               ? WalkNumbers::ofClass(uint64_t(Tag) - 1)
               : 0;
  }
  /// Returns the site + 1 of a visited object; 0 without a site.
  uint32_t siteOf(jlong Tag) const {
    return uint32_t((uint64_t(Tag) & ~Mask) >> 32) & INT32_MAX;
  }
  uint64_t maxNumber() const { return Mask; }

  /// Numbers an unvisited object with the tag \p Tag.
  void give(jlong &Tag, uint64_t Number) const {
    Tag = jlong(UINT64_C(1) << 63 | (uint64_t(Tag) & ~Mask) | Number);
  }
  /// Numbers \p Object, unless it has a number. \return that number.
  llvm::Expected<uint64_t> give(jvmtiEnv &Ti, jobject Object,
                                uint64_t Number) const;

private:
  const uint64_t Mask; ///< Bits of the number.
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H
