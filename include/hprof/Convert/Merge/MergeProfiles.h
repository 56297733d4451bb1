//===- MergeProfiles.h - Merges profiles into one ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Adds the profiles of several runs, in HPROF binary, text or YAML:
///
///     ProfileMerger Merger;
///     for (...)
///       if (Error E = Merger.add(*In, /*Weight=*/1, OnDamage, Losses))
///         ...
///     if (Error E = Merger.write(*Out, Format::HprofText, Losses))
///
/// Inputs are read one after the other; memory grows with the distinct traces.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_MERGE_MERGEPROFILES_H
#define HPROF_CONVERT_MERGE_MERGEPROFILES_H

#include "hprof/Convert/Formats.h"
#include "hprof/Convert/Pipeline/LossAccount.h"
#include "hprof/Format/Profile/Profile.h"
#include <set>

namespace hprof {

class ProfileMerger {
public:
  /// Adds all counts in \p In, multiplied by \p Weight. \p Losses receives what
  /// a profile cannot hold. Fails, and adds nothing, if \p In cannot be read or
  /// contains no profile; errors include its name.
  llvm::Error add(Source &In, uint64_t Weight, const DamageHandler &OnDamage,
                  LossAccount &Losses);
  /// Writes the sum in a profile format. The caller must call Sink::finish().
  /// \p Losses receives a note for each header value in which the inputs
  /// differ, with the value used.
  llvm::Error write(Sink &Out, Format To, LossAccount &Losses);
  const Profile &profile() const { return All; }

private:
  void noteFacts(const Profile &P, Format From);

  Profile All;
  // Values in the inputs, to report differences.
  std::set<unsigned> IdSizes;
  std::set<float> Cutoffs;
  std::set<uint16_t> SiteFlags;
  std::set<uint16_t> Depths;
};

} // namespace hprof

#endif // HPROF_CONVERT_MERGE_MERGEPROFILES_H
