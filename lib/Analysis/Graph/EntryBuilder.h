//===- EntryBuilder.h - Second walk: what objects refer to ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_ENTRYBUILDER_H
#define HPROF_LIB_ANALYSIS_GRAPH_ENTRYBUILDER_H

#include "FastFind.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/Kit/ClassTable.h"
#include "hprof/Format/Kit/ReferenceOffsets.h"
#include <array>

namespace hprof {

/// How the instances of a class are read.
struct NodePlan {
  uint32_t Type = 0;      ///< Of its instances: the number of the class.
  uint32_t ArrayType = 0; ///< The same of arrays that state it as their class.
  uint64_t Size = 0;      ///< Bytes that an instance's values have.
  uint32_t Referent = NoField; ///< Offset of Reference.referent.
  /// Of the length of a stack, which stands before all references.
  std::optional<uint32_t> StackLength;
  bool IsThread = false;
  bool IsKnown = false; ///< All classes of the chain are described.
  /// Offsets of the other references, ascending.
  llvm::ArrayRef<uint32_t> Fields;
  /// Has these, and the referent, where they are too many for a list.
  const InstanceShape *Shape = nullptr;
  uint64_t NumFields = 0; ///< The other references.
  static constexpr uint32_t NoField = UINT32_MAX;
};

/// What all writers read.
struct NodePlans {
  explicit NodePlans(std::optional<size_t> MostOffsets)
      : Lists(MostOffsets.value_or(ReferenceOffsets::DefaultMost)) {}

  std::vector<NodePlan> Plans;           ///< By class number.
  ClassTable<uint32_t> ByClass;          ///< Class number + 1 by class id.
  std::array<uint32_t, 256> Primitive{}; ///< Class numbers by element type.
  uint32_t NumClasses = 0;
  /// Leave out what Memory Analyzer by default does not read of a class: its
  /// signers, protection domain and constant pool.
  bool LikeMat = false;
  ReferenceOffsets Lists; ///< The fields of the plans.
  /// What a thread's object refers to besides its fields, by its id.
  llvm::DenseMap<IdKey, std::vector<uint64_t>> Locals;
};

/// Writes types and entries of the objects of one part of a dump into the
/// columns, from \p Next of the entries on. References are gathered and
/// resolved many at a time, so that the memory they need is on its way.
template <class T> class EntryBuilder : public HeapVisitor {
public:
  EntryBuilder(NodePlans &Plans, const NodeIds &Ids, NumberArray &Types,
               T *Starts, T *Entries, uint64_t Next, NumberSet *Seen,
               unsigned IdSize)
      : Plans(Plans), Ids(Ids), Types(Types), Starts(Starts), Entries(Entries),
        Next(Next), Seen(Seen), IdSize(IdSize), Refs(MostRefs + Ahead) {
    Objects.reserve(MostObjects);
  }

  using HeapVisitor::visit;
  void visit(const InstanceDump &R);
  void visit(const ObjectArrayDump &R);
  void visit(const PrimitiveArrayDump &R) {
    begin(R.Object, Plans.Primitive[uint8_t(R.ElementType)], ArrayOf, R.Length);
  }
  void visit(const PrimitiveArrayNoData &R) {
    begin(R.Object, Plans.Primitive[uint8_t(R.ElementType)], ArrayOf, R.Length);
  }
  void visit(const ClassDump &R);
  void endFrame(const Frame &, uint64_t Length) {
    if (OnBytes)
      OnBytes(Length);
  }
  /// To be called last.
  void finish() { flush(/*IsOpen=*/false); }

  GraphCounts Counts;
  llvm::DenseMap<Node, uint64_t> LongArrays;
  std::vector<uint64_t> ThreadsSeen; ///< Ids of threads that got their locals.
  std::function<void(uint64_t)> OnBytes;

private:
  using Entry = HeapGraph::Entry<T>;
  enum HeadKind : uint8_t { NoHead, ArrayOf, StackOf, ReferentOf };
  static constexpr size_t MostRefs = 1024;
  static constexpr size_t MostObjects = 512;
  static constexpr size_t Ahead = 24;

  struct Pending {
    uint64_t Id;
    uint32_t Type;
    uint32_t Length;  ///< Of an array or a stack.
    uint32_t Begin;   ///< Of its references in Refs.
    HeadKind Head;    ///< The referent is the first of Refs.
    bool IsContinued; ///< Begun in an earlier batch.
    bool HasLocals;   ///< It is a thread with its locals.
  };

  void begin(uint64_t Id, uint32_t Type, HeadKind Head, uint32_t Length = 0) {
    if (LLVM_UNLIKELY(Objects.size() == MostObjects || NumRefs == MostRefs))
      flush(/*IsOpen=*/false);
    Objects.push_back(
        {Id, Type, Length, uint32_t(NumRefs), Head, false, false});
  }
  /// Adds a reference unless it is null.
  void add(uint64_t Id) {
    if (LLVM_UNLIKELY(NumRefs == MostRefs))
      goOn();
    Refs[NumRefs] = Id;
    NumRefs += Id != 0;
  }
  /// The same that keeps its place when it is null.
  void addReferent(uint64_t Id) {
    Refs[NumRefs] = Id;
    ++NumRefs;
  }
  uint64_t load(const uint8_t *P) const { return loadBE(P, IdSize); }
  void addFieldsOf(const NodePlan &P, const uint8_t *Values, size_t Size);
  void addLocals(uint64_t Thread);
  void goOn();
  /// Resolves and writes what was gathered. When \p IsOpen more will come of
  /// the last object.
  void flush(bool IsOpen);
  template <bool UseFast> void flushWith(bool IsOpen);
  template <bool UseFast> void write(const Pending &O, size_t End, bool IsOpen);

  NodePlans &Plans;
  const NodeIds &Ids;
  NumberArray &Types;
  T *Starts;
  T *Entries;
  uint64_t Next;
  uint64_t Start = 0; ///< Of the object being written.
  bool Skip = false;  ///< It is a duplicate.
  NumberSet *Seen;
  unsigned IdSize;
  bool IsFast = hasFastFind();
  std::vector<uint64_t> Refs; ///< NumRefs, then zeros or what was there.
  size_t NumRefs = 0;
  std::vector<Pending> Objects;
};

extern template class EntryBuilder<uint32_t>;
extern template class EntryBuilder<uint64_t>;

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_ENTRYBUILDER_H
