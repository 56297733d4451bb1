//===- EntryBuilder.h - Second walk: references -----------------*- C++ -*-===//
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
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/ReferenceOffsets.h"
#include "hprof/Format/Kit/ClassTable.h"
#include "hprof/Format/Records/RecordCodec.h"
#include <array>

namespace hprof {

/// Plan for reading the instances of a class.
struct NodePlan {
  uint32_t Type = 0;           ///< Type of its instances: the class number.
  uint32_t ArrayType = 0;      ///< Type of arrays with this class.
  uint64_t Size = 0;           ///< Size of an instance's values in bytes.
  uint32_t Referent = NoField; ///< Offset of Reference.referent.
  /// Offset of the length of a stack, which precedes all references.
  std::optional<uint32_t> StackLength;
  bool IsThread = false;
  bool IsKnown = false; ///< All superclasses are known.
  /// Offsets of the other references, ascending.
  llvm::ArrayRef<uint32_t> Fields;
  /// Provides these offsets and the referent if a list would be too long.
  const InstanceShape *Shape = nullptr;
  uint64_t NumFields = 0; ///< Number of the other references.
  static constexpr uint32_t NoField = UINT32_MAX;
};

/// Input of all writers.
struct NodePlans {
  explicit NodePlans(std::optional<size_t> MostOffsets)
      : Lists(MostOffsets.value_or(ReferenceOffsets::DefaultMost)) {}

  std::vector<NodePlan> Plans;           ///< By class number.
  ClassTable<uint32_t> ByClass;          ///< Class number + 1 by class id.
  std::array<uint32_t, 256> Primitive{}; ///< Class numbers by element type.
  uint32_t NumClasses = 0;
  /// Whether to skip the references that Memory Analyzer does not read by
  /// default: the signers, protection domain and constant pool of a class.
  bool LikeMat = false;
  /// The synthetic object of the bootstrap loader, to which its classes refer.
  Node BootLoader = NoNode;
  ReferenceOffsets Lists; ///< Memory of Fields in the plans.
  /// Referents of a thread object besides those of its fields, by object id.
  llvm::DenseMap<IdKey, std::vector<uint64_t>> Locals;
};

/// Writes types and entries of the objects in one part of a dump into the
/// columns, starting at entry \p Next. References are gathered and resolved in
/// batches, so that the memory they need can be prefetched.
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
  /// Must be called last.
  void finish() { flush(/*IsOpen=*/false); }

  GraphCounts Counts;
  llvm::DenseMap<Node, uint64_t> LongArrays;
  std::vector<uint64_t> ThreadsSeen; ///< Threads whose locals were added.
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
    uint32_t Length;  ///< Length of an array or a stack.
    uint32_t Begin;   ///< Index in Refs of its first reference.
    HeadKind Head;    ///< Meaning of the first entry.
    bool IsContinued; ///< Whether it started in an earlier batch.
    bool HasLocals;   ///< Whether it is a thread with locals.
    bool HasBoot;     ///< Whether the bootstrap loader is its last reference.
  };

  void begin(uint64_t Id, uint32_t Type, HeadKind Head, uint32_t Length = 0) {
    if (LLVM_UNLIKELY(Objects.size() == MostObjects || NumRefs == MostRefs))
      flush(/*IsOpen=*/false);
    Objects.push_back(
        {Id, Type, Length, uint32_t(NumRefs), Head, false, false, false});
  }
  /// Adds a reference unless it is null.
  void add(uint64_t Id) {
    if (LLVM_UNLIKELY(NumRefs == MostRefs))
      goOn();
    Refs[NumRefs] = Id;
    NumRefs += Id != 0;
  }
  /// Adds a referent. Its entry is kept even if it is null.
  void addReferent(uint64_t Id) {
    Refs[NumRefs] = Id;
    ++NumRefs;
  }
  uint64_t load(const uint8_t *P) const { return loadBE(P, IdSize); }
  void addFieldsOf(const NodePlan &P, const uint8_t *Values, size_t Size);
  void addLocals(uint64_t Thread);
  void goOn();
  /// Resolves and writes the gathered references. If \p IsOpen, more references
  /// of the last object follow.
  void flush(bool IsOpen);
  template <bool UseFast> void flushWith(bool IsOpen);
  template <bool UseFast> void write(const Pending &O, size_t End, bool IsOpen);

  NodePlans &Plans;
  const NodeIds &Ids;
  NumberArray &Types;
  T *Starts;
  T *Entries;
  uint64_t Next;
  uint64_t Start = 0; ///< Index of the current object's first entry.
  bool Skip = false;  ///< Whether the current object is a duplicate.
  NumberSet *Seen;
  unsigned IdSize;
  bool IsFast = hasFastFind();
  std::vector<uint64_t> Refs; ///< The first NumRefs elements are valid.
  size_t NumRefs = 0;
  std::vector<Pending> Objects;
};

extern template class EntryBuilder<uint32_t>;
extern template class EntryBuilder<uint64_t>;

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_ENTRYBUILDER_H
