//===- ObjectSearch.h - Finds objects by walks over a dump ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An ObjectFinder that needs no graph: it searches for ids in one walk over
/// the input and copies the objects found.
///
///     ObjectSearch Finder(*In, Context, Threads);
///     if (Error E = Finder.fetch({Id}))
///       ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_OBJECTSEARCH_H
#define HPROF_ANALYSIS_HEAP_OBJECTSEARCH_H

#include "hprof/Analysis/Heap/ObjectFinder.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include <functional>

namespace hprof {

class HeapFile;
class LayoutEvidence;
struct WalkOptions;

class ObjectSearch final : public ObjectFinder {
public:
  /// The source of \p File must be rewindable; \p File and \p Context must
  /// outlive this. If \p Reading has a damage handler, each walk reports the
  /// damage again. \p Dump is the number of the heap dump to search, from 1; 0
  /// for all dumps in the file.
  ObjectSearch(HeapFile &File, const DumpContext &Context, unsigned Threads,
               ReaderOptions Reading = {}, unsigned Dump = 0)
      : ObjectFinder(Context), File(File), Threads(Threads),
        Reading(std::move(Reading)), Dump(Dump) {}

  /// Returns the first \p Max objects, in file order, for which \p Wanted
  /// returns true, and sets \p Count to the number of all such objects. \p
  /// Wanted is called from several threads, with objects without payload. \p
  /// Evidence, if not null, collects hints about the layout from all objects.
  llvm::Expected<std::vector<FoundObject>>
  select(const std::function<bool(const FoundObject &)> &Wanted, uint64_t Max,
         uint64_t &Count, LayoutEvidence *Evidence = nullptr);

  HeapFile &file() const { return File; }
  bool hasValues() const override;
  /// Returns the options for walks like those of this class.
  WalkOptions walkOptions() const;
  unsigned workers() const { return Threads ? Threads : 1; }

private:
  llvm::Error find(const IdsToFind &Ids, size_t MaxBytes) override;
  llvm::Error findTypes(const IdsToFind &Ids) override;

  HeapFile &File;
  unsigned Threads;
  ReaderOptions Reading;
  unsigned Dump;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OBJECTSEARCH_H
