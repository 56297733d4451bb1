//===- RecordIndex.h - Offsets of the records of a dump ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_OBJECTS_RECORDINDEX_H
#define HPROF_LIB_PASSES_OBJECTS_RECORDINDEX_H

#include "SortRecords.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <vector>

namespace hprof {

/// Records the offsets of the records in a mapped dump, to be read in any
/// order, and determines their order.
class RecordIndex final : public RecordVisitor {
public:
  /// A record with an id, at an offset in the file.
  struct Place {
    uint64_t Id, Offset;
    bool operator<(const Place &O) const {
      return std::pair(Id, Offset) < std::pair(O.Id, O.Offset);
    }
  };
  struct Trace {
    StackTrace Record; ///< Without frames.
    std::vector<uint64_t> Frames;
  };
  /// An Android heap, or the only heap.
  struct Heap {
    uint64_t Info = 0; ///< Offset of its first HEAP DUMP INFO, if it has one.
    std::vector<Place> Classes, Objects;
  };

#define HPROF_ANY_BEGIN(NAME) void visit(const NAME &R) override;
#include "hprof/Format/Records/Records.def"

  /// Sorts everything except roots; \p New receives the new numbers.
  void sort(CanonicalNumbers &New);

  std::vector<std::pair<std::string, uint64_t>> Strings; ///< String and id.
  std::vector<LoadClass> Classes;
  std::vector<StackFrame> Frames;
  std::vector<Trace> Traces;
  std::vector<StartThread> Threads;
  std::vector<uint64_t> Others; ///< Offsets of other records, outside heaps.
  std::vector<uint64_t> Roots;  ///< Offsets of the roots.
  std::map<uint32_t, Heap> Heaps;

private:
  using Used = llvm::DenseSet<IdKey>;
  struct Uses;

  template <class R> void record(const R &Rec);
  template <class R> void keep(const R &Rec);
  void keep(const Utf8 &R);
  void keep(const LoadClass &R) { Classes.push_back(R); }
  void keep(const StackFrame &R) { Frames.push_back(R); }
  void keep(const StackTrace &R);
  void keep(const StartThread &R);
  void keep(const HeapDumpInfo &R);
  void keep(const HeapDump &) {}
  void keep(const HeapDumpSegment &) {}
  void keep(const HeapDumpEnd &) {}
  template <class Record, class Less, class Number>
  void number(std::vector<Record> &Of, FieldType T, IdMap &New, Less IsLess,
              Number Old);

  Used UsedNumbers[NumFieldTypes];
  llvm::DenseMap<IdKey, uint64_t> ThreadObjects; ///< By serial.
  Heap *Current = nullptr;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_OBJECTS_RECORDINDEX_H
