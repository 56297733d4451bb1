//===- Histogram.h - Objects and bytes by class -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The class histogram of a dump, from one walk in bounded memory:
///
///     Expected<Histogram> H = Histogram::read(*In, Options);
///     for (const HistogramRow &R : H->rows()) ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HISTOGRAM_HISTOGRAM_H
#define HPROF_ANALYSIS_HISTOGRAM_HISTOGRAM_H

#include "hprof/Analysis/Heap/GroupBy.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Layout/JavaRelease.h"
#include "hprof/Layout/LayoutEvidence.h"
#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace hprof {

/// A row for one class, or for all classes of one loader or package.
struct HistogramRow {
  std::string Name; ///< Class name as in Java source, or the name of the group.
  uint64_t Class = 0;  ///< Class id; 0 for a group and for primitive arrays.
  uint64_t Loader = 0; ///< Id of the class loader; 0 for the bootstrap loader.
  uint64_t Instances = 0;
  uint64_t Shallow = 0;  ///< Bytes in the VM's heap.
  uint64_t Largest = 0;  ///< Bytes of the largest object.
  uint64_t Elements = 0; ///< Sum of the lengths of arrays.
  /// Retained size, set only by callers that compute it; see RetainedSets.
  uint64_t Retained = 0;
  // For a group by name:
  uint64_t Classes = 0; ///< Number of merged classes.
  uint64_t Loaders = 0; ///< Number of different loaders of these classes.
  uint64_t Example = 0; ///< Id of the class with the most bytes.

  /// Adds \p Other to this row, which keeps its names.
  void add(const HistogramRow &Other);
};

enum class HistogramColumn {
  Name,
  Instances,
  Shallow,
  Largest,
  Elements,
  Retained
};

struct HistogramOptions {
  unsigned Threads = 1;
  /// Number of the dump to count, from 1; 0 for all dumps in the file.
  unsigned Dump = 0;
  /// A name of layoutNames().
  std::string Layout = "auto";
  DamageHandler OnDamage;
  /// Called with the number of bytes walked, from any thread.
  std::function<void(uint64_t)> OnBytes;
  /// When true, counting fails with std::errc::operation_canceled.
  const std::atomic<bool> *Cancel = nullptr;
  /// Find the class of each loader. This requires a second walk, and thus input
  /// that can be read twice.
  bool NameLoaders = false;
};

class HeapFile;

class Histogram {
public:
  Histogram() = default;

  /// A heap in an Android dump; any other dump has one unnamed heap.
  struct Heap {
    uint32_t Id;
    std::string Name;
    uint64_t Instances, Shallow;
  };

  /// The data of a histogram, for code that builds or stores one.
  struct Parts {
    FileHeader Header;
    std::vector<HistogramRow> Rows;
    std::vector<Heap> Heaps;
    std::vector<std::pair<uint64_t, std::string>> LoaderNames; ///< By id.
    LayoutChoice Layout;
    JavaRelease Release;
    uint64_t Unexplained = 0;
    unsigned Dumps = 0;
    /// Number of instances that are values inside their holders
    /// (FlattenedValues.h); their bytes are counted for the holders.
    uint64_t Flattened = 0;
    bool WasParallel = false;
    /// Not stored in an index file, because for mapped input, all names are
    /// known before the walk.
    uint64_t UncountedStacks = 0;
  };
  const Parts &parts() const { return Data; }
  static Histogram fromParts(Parts P);

  /// Walks \p File once, or twice to name loaders. Errors do not include the
  /// file name.
  static llvm::Expected<Histogram> read(HeapFile &File,
                                        const HistogramOptions &Options);

  const std::vector<HistogramRow> &rows() const { return Data.Rows; }
  const std::vector<Heap> &heaps() const { return Data.Heaps; }
  const FileHeader &header() const { return Data.Header; }
  const LayoutChoice &layout() const { return Data.Layout; }
  const JavaRelease &release() const { return Data.Release; }
  uint64_t objects() const { return Total.Instances; }
  uint64_t bytes() const { return Total.Shallow; }
  /// Returns the number of objects whose class has no CLASS DUMP, except arrays
  /// of primitives.
  uint64_t unexplained() const { return Data.Unexplained; }
  uint64_t flattened() const { return Data.Flattened; }
  /// Returns the number of heap dumps (HEAP DUMPs, or sequences of HEAP DUMP
  /// SEGMENTs) in the file. The objects of each dump are counted separately,
  /// with its own classes and layout; rows with the same class id, name and
  /// loader are then added up.
  unsigned dumps() const { return Data.Dumps; }
  bool wasParallel() const { return Data.WasParallel; }
  /// Returns a note that sizes of stack chunks are too small, because too many
  /// classes were unknown when the walk reached their objects; empty if the
  /// sizes are correct.
  std::string stacksNote() const;

private:
  Parts Data;
  HistogramRow Total; ///< Sum of all rows.
};

/// Returns the rows of \p H, grouped by \p By.
std::vector<HistogramRow> groupRows(const Histogram &H, GroupBy By);

/// Whether \p A precedes \p B when sorted by \p Column: numbers descending,
/// names ascending. Ties are broken by bytes, name and id, so that the order
/// depends only on the content.
bool rowBefore(const HistogramRow &A, const HistogramRow &B,
               HistogramColumn Column);

} // namespace hprof

#endif // HPROF_ANALYSIS_HISTOGRAM_HISTOGRAM_H
