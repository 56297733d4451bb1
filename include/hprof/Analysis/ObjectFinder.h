//===- ObjectFinder.h - Finds objects by their ids --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random access to a dump by ids. Without a graph the ids wanted are looked
/// for in one walk over the input, and what is found is copied and kept; with
/// the HeapContents of a graph only the objects asked for are read.
///
///     ObjectFinder Finder(*In, Context, Threads);
///     if (Error E = Finder.fetch({Id}))
///       ...
///     if (const FoundObject *O = Finder.get(Id))
///       ...
///
/// Ask for many ids at once: without a graph each fetch() costs a walk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_OBJECTFINDER_H
#define HPROF_ANALYSIS_OBJECTFINDER_H

#include "hprof/Format/Hprof/ParallelWalk.h"
#include "hprof/Format/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <memory>
#include <vector>

namespace hprof {

class DumpContext;
class HeapContents;
class LayoutEvidence;

/// An object's record.
struct FoundObject {
  RecordKind Kind = RecordKind::InstanceDump;
  BasicType ElementType = BasicType::Object; ///< Of arrays.
  uint64_t Id = 0;
  uint64_t Offset = 0;
  uint64_t Class = 0; ///< 0 for arrays of primitives.
  uint32_t TraceSerial = 0;
  uint32_t Length = 0; ///< Bytes of an instance, elements of an array.
  uint64_t Size = 0;   ///< Bytes of the payload in the file.
  /// Objects with the same id that came later, when a walk found this one.
  uint64_t Repeats = 0;
  /// The first of them: a view of Copy or of a mapped input.
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<uint8_t> Copy;

  bool isArray() const { return Kind != RecordKind::InstanceDump; }
  bool isWhole() const { return Bytes.size() == Size; }

  FoundObject() = default;
  FoundObject(FoundObject &&) = default; ///< Bytes stay where they are.
  FoundObject &operator=(FoundObject &&) = default;
};

class ObjectFinder {
public:
  /// Bytes of an object that fetch() keeps unless told otherwise.
  static constexpr size_t DefaultBytes = 64 << 10;

  /// \p In must be rewindable; it and \p Context must outlive this. Damage is
  /// told again by each walk, if \p Reading has a handler for it.
  ObjectFinder(Source &In, const DumpContext &Context, unsigned Threads,
               ReaderOptions Reading = {})
      : In(In), Context(Context), Threads(Threads),
        Reading(std::move(Reading)) {}
  explicit ObjectFinder(const HeapContents &Contents);

  /// Makes get() know those of \p Ids that are in the dump, with up to
  /// \p MaxBytes of their payload. Ids that are known already cost nothing. Of
  /// objects with the same id the first one counts, as in a HeapGraph.
  llvm::Error fetch(llvm::ArrayRef<uint64_t> Ids,
                    size_t MaxBytes = DefaultBytes);
  /// The object, or null when it is not in the dump or was not fetched. Valid
  /// until the object is fetched again.
  const FoundObject *get(uint64_t Id) const;

  /// Keeps the first \p Max objects in file order that \p Wanted says yes to,
  /// and counts all of them. \p Wanted is called from several threads, with no
  /// payload. \p Evidence takes what tells the layout, of all objects.
  llvm::Expected<std::vector<FoundObject>>
  select(const std::function<bool(const FoundObject &)> &Wanted, uint64_t Max,
         uint64_t &Count, LayoutEvidence *Evidence = nullptr);

  const DumpContext &context() const { return Context; }

  /// Walks the input once more, with workers as for walkParallel().
  template <class Visitor>
  llvm::Error walk(llvm::MutableArrayRef<Visitor> Workers) {
    if (llvm::Error E = In.rewind())
      return E;
    HeapVisitor Top;
    return walkParallel(In, Reading, Top, Workers);
  }
  /// How many workers are of use.
  unsigned workers() const { return In.contents() && Threads ? Threads : 1; }

private:
  Source &In;
  const DumpContext &Context;
  unsigned Threads;
  ReaderOptions Reading;
  const HeapContents *Contents = nullptr;
  /// Null for what was looked for and is not there.
  llvm::DenseMap<IdKey, std::unique_ptr<FoundObject>> Known;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTFINDER_H
