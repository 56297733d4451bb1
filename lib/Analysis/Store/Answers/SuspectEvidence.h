//===- SuspectEvidence.h - Evidence for leak suspects -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_SUSPECTEVIDENCE_H
#define LIB_ANALYSIS_STORE_ANSWERS_SUSPECTEVIDENCE_H

#include "SuspectPart.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

/// Computes evidence that only text output shows, such as the referrers of
/// suspects.
class SuspectEvidence {
public:
  /// \p Report must be the last report from \p Store.
  SuspectEvidence(HeapStore &Store, const HeapContents &Contents,
                  const LeakReport &Report, const SuspectWords &Words)
      : Store(Store), G(Store.graph()), Contents(Contents), Report(Report),
        Words(Words) {}

  /// Returns lines about \p S. Call this once for each suspect, in order.
  llvm::Expected<std::vector<Prose>> of(const LeakSuspect &S);

private:
  llvm::Error addReferrers(const LeakSuspect &S);
  llvm::Error addReferrers(const Prose &Title, llvm::ArrayRef<Node> Of);
  llvm::Error addPaths(const LeakSuspect &S);
  using TypeAndLabel = std::pair<uint64_t, std::string>;
  using AddFn =
      llvm::function_ref<void(Node From, std::string Label, uint64_t Times)>;
  void forEachReferrer(const InboundReferences &Inbound,
                       llvm::ArrayRef<Node> Of, AddFn Add) const;
  const char *commonLabel(Node From, Node To, uint64_t References) const;
  void forEachLabel(Node From, llvm::function_ref<bool(Node)> IsWanted,
                    llvm::function_ref<void(std::string)> F) const;

  /// This number of objects is enough to show the pattern.
  static constexpr unsigned MostReferred = 1000;
  HeapStore &Store;
  const HeapGraph &G;
  const HeapContents &Contents;
  const LeakReport &Report;
  const SuspectWords &Words;
  llvm::DenseSet<Node> IsReferrerShown;
  std::vector<Prose> Lines;
};

/// Returns the most common stack of \p S if it is a thread group; nullopt
/// otherwise.
std::optional<SharedStack> sharedStack(const HeapContents &Contents,
                                       const LeakSuspect &S);

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_SUSPECTEVIDENCE_H
