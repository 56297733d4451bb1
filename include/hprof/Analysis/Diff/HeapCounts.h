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
/// of addresses. Because only this data is kept, only one graph is in memory at
/// a time.
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
  uint64_t Loaders = 0; ///< If by loader: number of loaders with this key.
};

/// A leak suspect, described independently of addresses.
struct CountedSuspect {
  std::string Signature; ///< 16 hexadecimal digits; see LeakSuspects.h.
  std::string Text;      ///< "app.Registry.sessions: HashMap$Node[] of ...".
  /// Names the holder and the accumulated objects, but not the path between
  /// them; empty if there are no accumulated objects.
  std::string Place;
  uint64_t Objects = 0; ///< Accumulated objects, directly below the points.
  uint64_t Retained = 0;
  uint64_t Own = 0; ///< The part of Retained that is not in other suspects.
  /// For a smaller suspect, the signature of the suspect whose Own includes
  /// this one, if any.
  std::string Around;
};

struct HeapCounts {
  std::string Name; ///< Name of the file, for display.
  /// Whether the counts come from the output of hprof-histo.
  bool IsSummary = false;
  /// The grouping of the retained sizes in a summary, such as "class", if it
  /// differs from that of the rows. Retained sizes of several classes cannot be
  /// added up.
  std::string RetainedBy;
  bool IsDamaged = false;
  /// Time of writing, in milliseconds since 1970; 0 when unknown.
  uint64_t Millis = 0;
  uint32_t IdSize = 0; ///< 0 when unknown.
  std::string Layout;  ///< A name of layoutNames(), empty when unknown.
  std::string LayoutText;
  bool IsLayoutCertain = true;
  uint64_t Objects = 0, Bytes = 0;
  /// Number of reachable bytes; set if there is a graph.
  std::optional<uint64_t> Reachable;
  /// Leak suspects, largest first; set if there is a graph.
  std::optional<std::vector<CountedSuspect>> Suspects;
  /// Objects that retain at least half of the minimum bytes of a suspect. They
  /// may be suspects in another input.
  std::vector<CountedSuspect> Smaller;
  std::vector<CountedKey> Keys; ///< A key may occur more than once.
};

/// Options of countHeap().
struct CountOptions {
  GroupBy By = GroupBy::Name;
  /// Build the graph to compute retained sizes and suspects. For a summary,
  /// data that it does not contain is omitted.
  bool Graph = false;
  /// Minimum bytes of a suspect. Signatures agree between dumps only if the
  /// minimum is the same for all. The default is leastSuspect() of the
  /// reachable bytes.
  std::optional<uint64_t> LeastSuspect;
  /// Signatures of the suspects in the other inputs, if all are known. Smaller
  /// suspects are searched for only if one of these signatures is not found.
  std::optional<llvm::StringSet<>> Others;
};

/// Returns \p Name, the name of a loader from groupRows(), without the address:
/// 'app.Loader@0x7f00 "plugin"' is 'app.Loader "plugin"'.
std::string stableLoaderName(llvm::StringRef Name);

/// Returns 1% of \p Reachable, but at least 1 KiB. The percentage is low
/// because leaks start small.
uint64_t leastSuspect(uint64_t Reachable);

/// The grouping of a summary, and whether it has retained sizes.
struct SummaryGroup {
  GroupBy By = GroupBy::Name;
  bool HasRetained = false;
};

/// An open input: a dump in any format that contains objects, or a summary, the
/// JSON output of hprof-histo.
struct HeapInput {
  /// Takes ownership of \p In. If it is a summary, reads it.
  static llvm::Expected<HeapInput> of(KnownInput In);

  std::string Path;             ///< As given by the user.
  std::unique_ptr<Source> From; ///< A dump; null for a summary.
  std::string Name;             ///< For display.
  std::string Summary;          ///< Text of a summary.

  /// Returns the grouping of a summary; nullopt if it cannot be determined.
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

/// Returns the table of suspects, with objects, retained bytes and own bytes.
/// Rows are identified by Signature, or by Place if the path differs between
/// inputs, for example because of another release of Java or a library. If a
/// suspect of one input is among the Smaller ones of another, its numbers in
/// that input are included. Sorted by own bytes, so that a leak is attributed
/// to the innermost suspect that contains it. Inputs without suspect data are
/// treated as having no suspects.
ChangeTable compareSuspects(llvm::ArrayRef<HeapCounts> Inputs);

/// Returns the unsorted table of \p Inputs: instances, shallow size, retained
/// size if all inputs have it, and the number of loaders if the keys are
/// loaders.
ChangeTable compareHeaps(llvm::ArrayRef<HeapCounts> Inputs);

/// Sorts the table of compareHeaps(). If sorted by retained size,
/// java.lang.Class and arrays come after their owners, which retain the same
/// bytes.
void sortHeaps(ChangeTable &Table, size_t Measure);

} // namespace hprof

#endif // HPROF_ANALYSIS_DIFF_HEAPCOUNTS_H
