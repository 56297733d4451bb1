//===- ObjectTag.h - Tags of objects whose site is known --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tag of an object states the site where it was allocated, and its size:
/// when it is freed, the VM reports nothing but the tag. These tags lie above
/// those of classes; see NumberedClasses::EndOfTags.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_SITES_OBJECTTAG_H
#define HPROF_LIB_AGENT_SITES_OBJECTTAG_H

#include <algorithm>
#include <cstdint>

namespace hprof::agent {

class ObjectTag {
public:
  /// Sites have numbers below this.
  static constexpr uint32_t EndOfSites = INT32_MAX;

  /// \p Size is in bytes. VMs align objects to 8 bytes or more; a size that is
  /// not aligned is rounded up, and one of 32 GiB or more is cut.
  ObjectTag(uint32_t Site, uint64_t Size)
      : Bits(uint64_t(Site + 1) << 32 |
             std::min<uint64_t>((Size + 7) / 8, UINT32_MAX)) {}
  /// A tag from the VM.
  explicit ObjectTag(int64_t Tag) : Bits(uint64_t(Tag)) {}

  /// Whether it is the tag of an object with a site.
  bool hasSite() const { return int64_t(Bits) >= int64_t(1) << 32; }
  uint32_t site() const { return uint32_t(Bits >> 32) - 1; }
  uint64_t size() const { return (Bits & UINT32_MAX) * 8; }
  int64_t get() const { return int64_t(Bits); }

private:
  uint64_t Bits;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_SITES_OBJECTTAG_H
