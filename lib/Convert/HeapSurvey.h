//===- HeapSurvey.h - What lowerings must know of a whole dump --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_HEAPSURVEY_H
#define HPROF_LIB_CONVERT_HEAPSURVEY_H

#include "hprof/Analysis/DumpSizes.h"
#include "hprof/Analysis/ObjectCounts.h"
#include "hprof/Convert/Pass.h"
#include "hprof/Format/DumpContext.h"
#include <memory>

namespace hprof {

/// Tells where heap dumps begin: with each HEAP DUMP, and with the first of a
/// run of HEAP DUMP SEGMENTs.
class DumpStarts {
public:
  bool begins(const Frame &F) {
    bool Begins =
        F.Tag == HeapDump::Tag || (F.Tag == HeapDumpSegment::Tag && !InRun);
    if (F.isHeap())
      InRun = F.Tag == HeapDumpSegment::Tag;
    return Begins;
  }
  void end() { InRun = false; }

private:
  bool InRun = false;
};

/// The first walk before HPROF's objects are lowered to references: names and
/// classes, how large objects are, and what each heap dump holds.
class HeapSurvey final : public Pass {
public:
  HeapSurvey() : Pass(Build), Build(Context) {}

  using Pass::visit;
  void beginFrame(const Frame &F) override;
  void visit(const InstanceDump &R) override;
  void visit(const ObjectArrayDump &R) override;
  void visit(const PrimitiveArrayDump &R) override;
  void visit(const PrimitiveArrayNoData &R) override;
  void visit(const ClassDump &R) override;
  void visit(const HeapDumpEnd &R) override;

  const DumpContext &context() const { return Context; }
  /// To be asked only when the walk is over.
  const DumpSizes &sizes() const;

  struct Totals {
    uint64_t Objects = 0;
    uint64_t Bytes = 0;
  };
  /// Of the dump that is number \p Index of the stream, classes included. Zero
  /// for those behind the first few dozen.
  Totals totals(size_t Index) const;

private:
  DumpContext Context;
  DumpContext::Builder Build;
  LayoutEvidence Evidence;
  mutable std::unique_ptr<DumpSizes> Sizes;
  /// Of the first dumps.
  std::vector<std::unique_ptr<ObjectCounts>> Counts;
  ObjectCounts *Current = nullptr; ///< Null when this dump is not counted.
  DumpStarts Starts;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_HEAPSURVEY_H
