//===- GraphBuilder.h - Builds a heap graph from a dump ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_GRAPH_GRAPHBUILDER_H
#define HPROF_LIB_ANALYSIS_GRAPH_GRAPHBUILDER_H

#include "EntryBuilder.h"
#include "IdCollector.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/HeapSegments.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Layout/ClassModel.h"
#include <atomic>

namespace hprof {

/// Builds a graph in two walks: the first assigns numbers to objects, the
/// second resolves their references.
class GraphBuilder {
public:
  explicit GraphBuilder(const GraphOptions &Options)
      : Options(Options), Plans(Options.MostOffsets) {}
  llvm::Expected<HeapGraph> build(HeapFile &File);

private:
  /// A synthetic class refers to its superclass and loader.
  static constexpr uint64_t MostMadeUpEntries = 2;

  MemoryBudget *memory() const { return Options.Memory.get(); }
  llvm::Error buildColumns(HeapFile &File);
  llvm::Error collect();
  llvm::Error addClasses();
  void addClass(const ClassInfo &C, const ClassModel &Model);
  void addMissingClasses(uint64_t InstanceBytes);
  void addPrimitiveArrays();
  void separateArrays();
  void planStacks();
  ObjectLayout analyzerLayout(const ObjectLayout &Base) const;
  void makeUp(uint64_t InstanceBytes);
  template <class T> void writeMadeUp(uint64_t Begin);
  bool isSystemClass(const GraphClass &C) const;
  void findLocals();
  void countEntries();
  uint64_t rootBytes() const;
  bool isWide() const;
  llvm::Error plan();
  llvm::Error write();
  template <class T> llvm::Error writeAs();
  void addRoots();
  void begin(const char *Phase);
  std::function<void(uint64_t)> counting(const char *Phase);
  /// Fails if GraphOptions::ShouldEnd returned true.
  llvm::Error checkEnd();

  const GraphOptions &Options;
  HeapGraph::Columns G;
  DumpContext Context;
  HeapSegments *Segments = nullptr; ///< The segments of the dump.
  IdCollector Objects{3};
  /// Parts of the segments for the second walk. Their entry counts include
  /// those of instances after countEntries().
  std::vector<IdCollector::Part> Parts;
  uint64_t ContextBytes = 0; ///< Memory outside columns.
  NodePlans Plans;
  ClassNumber LoaderClass = NoClass;   ///< Class of the bootstrap loader.
  std::optional<uint32_t> StackLength; ///< See NodePlan.
  /// By thread: whether its locals are attached to the thread object.
  llvm::DenseMap<IdKey, bool> ThreadIsOwner;
  std::atomic<uint64_t> Done{0};
  std::atomic<bool> IsEnded{false}; ///< Whether the current walk is cancelled.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_GRAPH_GRAPHBUILDER_H
