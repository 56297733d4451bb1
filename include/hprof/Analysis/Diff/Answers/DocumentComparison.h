//===- DocumentComparison.h - Compares profiles, thread dumps ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_ANSWERS_DOCUMENTCOMPARISON_H
#define HPROF_ANALYSIS_DIFF_ANSWERS_DOCUMENTCOMPARISON_H

#include "hprof/Analysis/Diff/Answers/SectionChanges.h"
#include "hprof/Analysis/Diff/ProfileTables.h"
#include "hprof/Format/Base/Error.h"
#include <functional>

namespace hprof {

struct DocumentRequest {
  ProfileKey By = ProfileKey::Method; ///< Kind of rows for profiles.
  std::string Section; ///< The only section to compare; empty for all.
  uint64_t Top = UINT64_MAX;
  /// Maps the name of a thread before its numbers are removed. May be null.
  std::function<std::string(std::string)> ThreadName = nullptr;
};

struct DocumentEvents {
  std::function<void(const llvm::Twine &Text)> OnNote;
  /// Returns the damage handler for the input called \p Name.
  std::function<DamageHandler(llvm::StringRef Name)> DamageOf;
};

/// Compares the profiles in two or more dumps. Fails if an input fails.
llvm::Expected<SectionChanges> compareProfiles(std::vector<KnownInput> Inputs,
                                               const DocumentRequest &Request,
                                               const DocumentEvents &Events);
/// Same as above, for each of \p Requests, but reads the inputs only once.
llvm::Expected<std::vector<SectionChanges>>
compareProfiles(std::vector<KnownInput> Inputs,
                llvm::ArrayRef<DocumentRequest> Requests,
                const DocumentEvents &Events);
/// Same as above, for thread dumps.
llvm::Expected<SectionChanges> compareThreads(std::vector<KnownInput> Inputs,
                                              const DocumentRequest &Request,
                                              const DocumentEvents &Events);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_ANSWERS_DOCUMENTCOMPARISON_H
