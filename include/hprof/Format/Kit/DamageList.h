//===- DamageList.h - Damage for later reporting ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_KIT_DAMAGELIST_H
#define HPROF_FORMAT_KIT_DAMAGELIST_H

#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace hprof {

/// Damage that a worker keeps until the others have finished, so that it is
/// reported in file order. The number kept is bounded for adversarial files;
/// further damage is only counted.
///
///     Own.OnDamage = [&](const Damage &D) { Found[W].add(D); };
///     ...
///     for (const DamageList &List : Found)
///       List.tell(Options.OnDamage);
class DamageList {
public:
  void add(const Damage &D);
  /// Calls \p Handler, which must not be null, with each item.
  void tell(const DamageHandler &Handler) const;
  /// Same as above, for the items of all \p Lists, sorted by offset.
  static void tellSorted(llvm::ArrayRef<DamageList> Lists,
                         const DamageHandler &Handler);

private:
  static constexpr size_t Max = 1 << 14;
  std::vector<Damage> List;
  uint64_t NumMore = 0;
  uint64_t LastOffset = 0;
};

} // namespace hprof

#endif // HPROF_FORMAT_KIT_DAMAGELIST_H
