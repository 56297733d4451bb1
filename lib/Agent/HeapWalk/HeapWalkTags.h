//===- HeapWalkTags.h - Tags of objects in a heap walk ---------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tags by which a heap walk recognises objects. Classes have those of
/// NumberedClasses. What else the walk has met has a negative one:
///
///     bits of the tag    63     62 .. 40      39 .. 0
///     its own            1      0             number
///
///                               62 .. 32      31 .. 0
///     shared             1      site + 1      number
///
/// Tags are the walk's own in an environment that nobody else uses. In that of
/// a session they are shared with ObjectTag, whose site they keep.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H

#include "Agent/Records/NumberedClasses.h"
#include "HeapWalkNumbers.h"
#include "HeapWalkSites.h"

namespace hprof::agent {

class WalkTags {
public:
  /// Tags of the walk's own; or shared ones, whose sites are \p Sites.
  explicit WalkTags(HeapWalkSites *Sites = nullptr)
      : Sites(Sites), Mask(Sites ? UINT64_C(0xffffffff)
                                 : (UINT64_C(1) << WalkNumbers::Bits) - 1) {}

  /// 0 if the walk has not met it.
  uint64_t numberOf(jlong Tag) const {
    if (Tag < 0)
      return uint64_t(Tag) & Mask;
    return NumberedClasses::isClass(Tag)
               ? WalkNumbers::ofClass(uint64_t(Tag) - 1)
               : 0;
  }
  /// The site + 1 of what the walk has met; 0 without a site.
  uint32_t siteOf(jlong Tag) const {
    return uint32_t((uint64_t(Tag) & ~Mask) >> 32) & INT32_MAX;
  }
  uint64_t maxNumber() const { return Mask; }
  bool areShared() const { return Sites; }

  /// Numbers an object with the tag \p Tag that the walk has not met. \return
  /// false without memory. Makes no call into the VM.
  bool give(jlong &Tag, uint64_t Number) const;
  /// Numbers \p Object, unless it has a number. \return that number.
  llvm::Expected<uint64_t> give(jvmtiEnv &Ti, jobject Object,
                                uint64_t Number) const;

private:
  HeapWalkSites *const Sites;
  const uint64_t Mask; ///< Bits of the number.
};

inline bool WalkTags::give(jlong &Tag, uint64_t Number) const {
  uint64_t Site = 0;
  if (Sites) {
    const ObjectTag Was(Tag);
    if (Was.hasSite() && !Sites->take(Was))
      return false;
    Site = uint64_t(Tag) & ~Mask;
  }
  Tag = jlong(UINT64_C(1) << 63 | Site | Number);
  return true;
}

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKTAGS_H
