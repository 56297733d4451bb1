//===- Verifier.h - Looks for structural faults -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a dump and checks whether its records are consistent. Findings are
/// counted by kind (Findings.def), with the first examples of each.
///
/// The input is read twice: first to check records, names, classes and ids,
/// then, if it can be rewound, to check references to objects. Memory is used
/// for the names and classes (DumpContext) and, up to a limit, for one bit per
/// possible object id (IdSet). The report lists what could not be checked.
///
/// If a file contains several dumps, each has its own objects. A dump is a HEAP
/// DUMP record, or the HEAP DUMP SEGMENTs up to a HEAP DUMP END. Names,
/// classes, traces and threads belong to all dumps of a file.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_VERIFY_VERIFIER_H
#define HPROF_ANALYSIS_VERIFY_VERIFIER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <string>
#include <vector>

namespace hprof {

enum class FindingKind : uint8_t {
#define HPROF_FINDING(NAME, TEXT, SEVERITY, MEANING) NAME,
#include "hprof/Analysis/Verify/Findings.def"
};

enum class Severity : uint8_t {
  Fault, ///< The file is invalid.
  Note   ///< Odd, but legal.
};

struct FindingInfo {
  const char *Name;
  Severity Level;
  const char *Meaning;
};
/// Returns the descriptions of all kinds, by FindingKind.
llvm::ArrayRef<FindingInfo> findingInfos();

class VerifyReport {
public:
  /// One occurrence of a finding, described by What.
  struct Example {
    uint64_t Offset; ///< Bytes from the start, after decompression.
    std::string What;
  };
  struct Group {
    uint64_t Count = 0;
    std::vector<Example> Examples; ///< The first ones.
  };

  explicit VerifyReport(unsigned MaxExamples) : MaxExamples(MaxExamples) {}

  const Group &operator[](FindingKind K) const { return Groups[unsigned(K)]; }
  /// Returns the number of findings of one severity.
  uint64_t count(Severity S) const;
  uint64_t faults() const { return count(Severity::Fault); }
  uint64_t notes() const { return count(Severity::Note); }

  /// Returns the skipped checks, each with the reason.
  const std::vector<std::string> &unchecked() const { return Unchecked; }
  /// Whether the reader found damage, which may have caused later findings.
  bool damaged() const { return Damaged; }

  /// Whether another example of \p K would be kept.
  bool wantsExample(FindingKind K) const {
    return Groups[unsigned(K)].Examples.size() < MaxExamples;
  }
  void add(FindingKind K, uint64_t Offset, const llvm::Twine &What,
           uint64_t Count = 1);
  void addDamage(const Damage &D);
  void addUnchecked(const llvm::Twine &What);

  /// Number of classes, instances and arrays in all dumps.
  uint64_t Objects = 0;
  uint64_t Dumps = 0; ///< Number of heap dumps in the file.

private:
  static constexpr unsigned NumKinds = 0
#define HPROF_FINDING(NAME, TEXT, SEVERITY, MEANING) +1
#include "hprof/Analysis/Verify/Findings.def"
      ;
  std::array<Group, NumKinds> Groups;
  std::vector<std::string> Unchecked;
  unsigned MaxExamples;
  bool Damaged = false;
};

struct VerifyOptions {
  unsigned MaxExamples = 5; ///< Number of examples kept per kind.
  /// Memory limit for object ids, in bytes; they are not checked above it.
  uint64_t MaxIdBytes = uint64_t(4) << 30;
  /// Called for damage, which the caller may also report elsewhere.
  DamageHandler OnDamage;
  /// Called for each top-level record with the pass (1 or 2) and its offset.
  std::function<void(unsigned Pass, uint64_t Offset)> OnProgress;
};

/// Checks \p In, which must be at its start. Fails only when \p In is not HPROF
/// binary or cannot be read.
llvm::Expected<VerifyReport> verify(Source &In, const VerifyOptions &Options);

/// Checks the file written to \p Fd. If it has faults, fails with an error that
/// contains an example of each kind.
llvm::Error verifyWritten(int Fd, llvm::StringRef Name);

} // namespace hprof

#endif // HPROF_ANALYSIS_VERIFY_VERIFIER_H
