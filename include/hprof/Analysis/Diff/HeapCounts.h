//===- HeapCounts.h - What is compared of a heap dump -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a comparison keeps of an input: numbers by name, in which nothing
/// depends on addresses. It is small, so that inputs can be read one after the
/// other, each with the memory for its graph.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_DIFF_HEAPCOUNTS_H
#define HPROF_ANALYSIS_DIFF_HEAPCOUNTS_H

#include "hprof/Analysis/Diff/ChangeTable.h"
#include "hprof/Analysis/Histogram/Histogram.h"
#include "hprof/Convert/KnownInput.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace hprof {

struct StoreEvents;
struct StoreOptions;

/// The objects of a class, package or loader.
struct CountedKey {
  std::string Key;
  uint64_t Instances = 0, Shallow = 0;
  std::optional<uint64_t> Retained;
  uint64_t Loaders = 0; ///< By loader: how many have this key.
};

/// A leak suspect, in words that do not depend on addresses.
struct CountedSuspect {
  std::string Signature; ///< 16 hexadecimal digits; see LeakSuspects.h.
  std::string Text;      ///< "app.Registry.sessions: HashMap$Node[] of ...".
  /// What holds it and what accumulates, without what is between; empty if
  /// nothing does.
  std::string Place;
  uint64_t Objects = 0; ///< Accumulated ones, directly below the points.
  uint64_t Retained = 0;
  uint64_t Own = 0; ///< The part of Retained that is not in other suspects.
  /// The signature of the suspect in whose Own a smaller one is, if any.
  std::string Around;
};

struct HeapCounts {
  std::string Name; ///< Name of the file, for people.
  /// Read from the output of hprof-histo, not from a dump.
  bool IsSummary = false;
  /// What a summary has retained sizes of, if not of the rows: "class". Those
  /// of several classes are no sum of theirs.
  std::string RetainedBy;
  bool IsDamaged = false;
  uint64_t Millis = 0; ///< When it was written, since 1970; 0 when unknown.
  uint32_t IdSize = 0; ///< 0 when unknown.
  std::string Layout;  ///< A name of layoutNames(), empty when unknown.
  std::string LayoutText;
  bool IsLayoutCertain = true;
  uint64_t Objects = 0, Bytes = 0;
  std::optional<uint64_t> Reachable; ///< Bytes that roots reach, with a graph.
  /// Largest first, with a graph.
  std::optional<std::vector<CountedSuspect>> Suspects;
  /// Those with half of the bytes that make a suspect, which may be suspects of
  /// another input.
  std::vector<CountedSuspect> Smaller;
  std::vector<CountedKey> Keys; ///< A key may occur more than once.
};

/// What else is wanted of a dump.
struct CountOptions {
  GroupBy By = GroupBy::Name;
  /// Build the graph, for retained sizes and suspects. What a summary lacks is
  /// left out.
  bool Graph = false;
  /// Bytes that make a suspect. Signatures agree between dumps only if it is
  /// the same for all. By default leastSuspect() of the reachable bytes.
  std::optional<uint64_t> LeastSuspect;
  /// Signatures in the other inputs, if all are known: smaller suspects are
  /// found only if one of these is no suspect.
  std::optional<llvm::StringSet<>> Others;
};

/// \p Name of a loader, as from groupRows(), without its address:
/// 'app.Loader@0x7f00 "plugin"' is 'app.Loader "plugin"'.
std::string stableLoaderName(llvm::StringRef Name);

/// A hundredth, since what grows begins small; at least 1 KiB.
uint64_t leastSuspect(uint64_t Reachable);

/// What a summary counts by, and whether it has retained sizes of that.
struct SummaryGroup {
  GroupBy By = GroupBy::Name;
  bool HasRetained = false;
};

/// An open input: a dump of any format that has objects, or a summary, the JSON
/// of hprof-histo.
struct HeapInput {
  /// Takes \p In. A summary is read here.
  static llvm::Expected<HeapInput> of(KnownInput In);

  std::string Path;             ///< As the user named it.
  std::unique_ptr<Source> From; ///< A dump; null for a summary.
  std::string Name;             ///< For people.
  std::string Summary;          ///< Its text.

  /// What a summary counts by; none if that cannot be said.
  std::optional<SummaryGroup> summaryGroup() const;
  /// Whether a graph of it takes seconds or is not built: it has an index, is a
  /// summary or a small file.
  bool isCheap() const;
};

/// Counts the objects of \p In.
llvm::Expected<HeapCounts> countHeap(HeapInput In, const CountOptions &Wanted,
                                     const StoreOptions &Options,
                                     const StoreEvents &Events);

/// The measures of compareSuspects().
constexpr size_t SuspectObjects = 0, SuspectRetained = 1, SuspectOwn = 2;

/// The same for suspects, by signature, or by place if the way there is another
/// in each input, as with another release of Java or of a library: objects,
/// retained and own bytes. What is a suspect in one input and smaller in
/// another has its numbers there, too. Sorted by own bytes, so that a leak
/// counts for the suspect in which it is, not for those around it. Inputs
/// without suspects are as if they had none.
ChangeTable compareSuspects(llvm::ArrayRef<HeapCounts> Inputs);

/// The table of \p Inputs: instances, shallow, retained if all have it, and the
/// number of loaders if the keys are loaders. Not sorted.
ChangeTable compareHeaps(llvm::ArrayRef<HeapCounts> Inputs);

/// Sorts the table of compareHeaps(). By retained sizes, java.lang.Class and
/// arrays come after their owners, which retain the same.
void sortHeaps(ChangeTable &Table, size_t Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_HEAPCOUNTS_H
