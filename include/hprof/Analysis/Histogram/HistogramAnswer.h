//===- HistogramAnswer.h - Histograms as answers ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The histogram of one dump, or the sum of several:
///
///     HistogramRequest Request;
///     Request.Top = 30;
///     HistogramAnswer Answer({{"heap.hprof", 0, std::move(Histogram)}},
///                            Request);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HISTOGRAM_HISTOGRAMANSWER_H
#define HPROF_ANALYSIS_HISTOGRAM_HISTOGRAMANSWER_H

#include "hprof/Analysis/Heap/LayoutTable.h"
#include "hprof/Analysis/Histogram/Histogram.h"
#include "hprof/Answer/Answer.h"
#include "hprof/Format/Base/ClassPattern.h"
#include <memory>

namespace hprof {

struct HistogramRequest {
  GroupBy By = GroupBy::Class;
  HistogramColumn Sort = HistogramColumn::Shallow;
  /// Selects rows by name; null selects all.
  std::shared_ptr<const ClassPattern> Filter;
  bool JoinNames = false;   ///< Merge rows with the same name.
  bool Retained = false;    ///< Rows have retained sizes.
  bool Unreachable = false; ///< Count only unreachable objects.
  uint64_t Top = UINT64_MAX;
};

/// The histogram of a file.
struct CountedFile {
  std::string Name;  ///< Name of the file, for display.
  unsigned Dump = 0; ///< The heap dump that was counted; 0 for all.
  Histogram Data;    ///< The rows; if requested, of unreachable objects only.
  uint64_t Objects = 0; ///< Objects in the whole heap.
  uint64_t Bytes = 0;   ///< Bytes of all objects in the heap.
  /// Returns the retained size of a row's objects; empty if not requested.
  std::function<uint64_t(const HistogramRow &)> RetainedOf;
  uint64_t Reachable = 0;            ///< Reachable bytes, if RetainedOf is set.
  std::shared_ptr<const void> Owner; ///< Owner of the strings in Data, if any.
};

/// Returns the rows of \p Heap that the request selects, with retained sizes if
/// requested.
std::vector<HistogramRow> selectRows(const CountedFile &Heap,
                                     const HistogramRequest &Request);
/// Adds up \p Rows with the same name. The result lacks ids, which vary between
/// files, and the number of classes.
std::vector<HistogramRow> joinByName(std::vector<HistogramRow> Rows);

/// Returns the text to show after a name that several classes share: " (35
/// classes, 20 loaders, such as 0x7f00)". Empty for one class.
Prose joinedProse(uint64_t Classes, uint64_t Loaders, uint64_t Example);

const TableInfo &countedFileTable();
std::unique_ptr<Rows> countedFileRows(llvm::ArrayRef<CountedFile> Heaps,
                                      const HistogramRequest &Request);
/// Presents the totals and the layout, preceded by \p Label.
void presentHeap(Presenter &To, const CountedFile &Heap, llvm::StringRef Label,
                 const HistogramRequest &Request);
void presentNoMatch(Presenter &To, const ClassPattern &Filter);

class HistogramAnswer final : public Answer {
public:
  HistogramAnswer(std::vector<CountedFile> Heaps, HistogramRequest Request);

  static const AnswerInfo &kind();

  /// Returns all rows, including those after the first Top.
  llvm::ArrayRef<HistogramRow> all() const { return Found; }

  const AnswerInfo &info() const override { return kind(); }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

private:
  std::vector<CountedFile> Heaps;
  HistogramRequest Request;
  std::vector<HistogramRow> Found;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HISTOGRAM_HISTOGRAMANSWER_H
