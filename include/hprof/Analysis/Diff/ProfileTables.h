//===- ProfileTables.h - Changes between profiles ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_PROFILETABLES_H
#define HPROF_ANALYSIS_DIFF_PROFILETABLES_H

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "hprof/Format/Profile/Profile.h"

namespace hprof {

/// The keys of rows. Line numbers are omitted, because they differ between
/// versions of a program.
enum class ProfileKey : uint8_t {
  Method, ///< The innermost frame; for sites and monitors, with the class.
  Trace   ///< All frames, the innermost first.
};

struct ProfileSection {
  const char *Name; ///< "sites", "samples", "times", "monitors" or "calls".
  const char *Text; ///< For display: "CPU samples".
  ChangeTable Table;
  size_t Main; ///< The measure that matters most; the table is sorted by it.
};

/// Returns the names of the sections in \p P: "sites, samples".
std::string sectionNames(const Profile &P);

/// Compares the sections that are in all \p Inputs. Sections that some inputs
/// lack are omitted, because all of their rows would look new or gone.
std::vector<ProfileSection> compareProfiles(llvm::ArrayRef<Profile> Inputs,
                                            ProfileKey By);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_PROFILETABLES_H
