//===- HeapCounts.h - Counts of a heap dump for comparisons -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data that a comparison keeps from an input: numbers by name, independent
/// of addresses. It is small, so that only one graph is in memory at a time.
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
  uint64_t Loaders = 0; ///< By loader: number of loaders with this key.
};

/// A leak suspect, described independently of addresses.
struct CountedSuspect {
  std::string Signature; ///< 16 hexadecimal digits; see LeakSuspects.h.
  std::string Text;      ///< "app.Registry.sessions: HashMap$Node[] of ...".
  /// The suspect's holder and accumulated objects, without the path between
  /// them; empty if nothing accumulates.
  std::string Place;
  uint64_t Objects = 0; ///< Accumulated objects, directly below the points.
  uint64_t Retained = 0;
  uint64_t Own = 0; ///< The part of Retained that is not in other suspects.
  /// For a smaller suspect: signature of the suspect whose Own includes it, if
  /// any.
  std::string Around;
};

struct HeapCounts {
  std::string Name; ///< Name of the file, for display.
  /// Whether the counts come from the output of hprof-histo.
  bool IsSummary = false;
  /// The grouping of a summary's retained sizes if they are not for the rows:
  /// "class". The retained sizes of several classes cannot be added up.
  std::string RetainedBy;
  bool IsDamaged = false;
  uint64_t Millis = 0; ///< Time of writing, since 1970; 0 when unknown.
  uint32_t IdSize = 0; ///< 0 when unknown.
  std::string Layout;  ///< A name of layoutNames(), empty when unknown.
  std::string LayoutText;
  bool IsLayoutCertain = true;
  uint64_t Objects = 0, Bytes = 0;
  std::optional<uint64_t> Reachable; ///< Reachable bytes, with a graph.
  /// Largest first, with a graph.
  std::optional<std::vector<CountedSuspect>> Suspects;
  /// Objects with half of a suspect's minimum bytes, which may be suspects in
  /// another input.
  std::vector<CountedSuspect> Smaller;
  std::vector<CountedKey> Keys; ///< A key may occur more than once.
};

/// Options of countHeap().
struct CountOptions {
  GroupBy By = GroupBy::Name;
  /// Build the graph, for retained sizes and suspects. Data missing from a
  /// summary is omitted.
  bool Graph = false;
  /// Minimum bytes of a suspect. Signatures agree between dumps only if the
  /// minimum is the same for all. By default leastSuspect() of the reachable
  /// bytes.
  std::optional<uint64_t> LeastSuspect;
  /// Signatures in the other inputs, if all are known: smaller suspects are
  /// searched for only if one of these signatures is not found.
  std::optional<llvm::StringSet<>> Others;
};

/// Returns the \p Name of a loader, as from groupRows(), without its address:
/// 'app.Loader@0x7f00 "plugin"' is 'app.Loader "plugin"'.
std::string stableLoaderName(llvm::StringRef Name);

/// Returns 1% of \p Reachable, since leaks start small; at least 1 KiB.
uint64_t leastSuspect(uint64_t Reachable);

/// The grouping of a summary, and whether it has retained sizes.
struct SummaryGroup {
  GroupBy By = GroupBy::Name;
  bool HasRetained = false;
};

/// An open input: a dump in any format that contains objects, or a summary, the
/// JSON output of hprof-histo.
struct HeapInput {
  /// Takes ownership of \p In. Reads a summary.
  static llvm::Expected<HeapInput> of(KnownInput In);

  std::string Path;             ///< As given by the user.
  std::unique_ptr<Source> From; ///< A dump; null for a summary.
  std::string Name;             ///< For display.
  std::string Summary;          ///< Text of a summary.

  /// The grouping of a summary; none if it cannot be determined.
  std::optional<SummaryGroup> summaryGroup() const;
  /// Whether the graph takes only seconds to build or need not be built: the
  /// input has an index, or is a summary or a small file.
  bool isCheap() const;
};

llvm::Expected<HeapCounts> countHeap(HeapInput In, const CountOptions &Wanted,
                                     const StoreOptions &Options,
                                     const StoreEvents &Events);

/// The measures of compareSuspects().
constexpr size_t SuspectObjects = 0, SuspectRetained = 1, SuspectOwn = 2;

/// The table of suspects, by signature, or by place if the path differs between
/// inputs, for example because of another release of Java or a library:
/// objects, retained and own bytes. A suspect of one input that is smaller in
/// another also has its numbers there. Sorted by own bytes, so that a leak is
/// attributed to the innermost suspect that contains it. Inputs without suspect
/// data are treated as having no suspects.
ChangeTable compareSuspects(llvm::ArrayRef<HeapCounts> Inputs);

/// The table of \p Inputs: instances, shallow size, retained size if all inputs
/// have it, and the number of loaders if the keys are loaders. Not sorted.
ChangeTable compareHeaps(llvm::ArrayRef<HeapCounts> Inputs);

/// Sorts the table of compareHeaps(). By retained size, java.lang.Class and
/// arrays come after their owners, which retain the same bytes.
void sortHeaps(ChangeTable &Table, size_t Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_HEAPCOUNTS_H
