//===- LintTesting.h - Helpers for tests of waste and smells ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_LINT_LINTTESTING_H
#define HPROF_UNITTESTS_ANALYSIS_LINT_LINTTESTING_H

#include "Analysis/Graph/GraphTesting.h"
#include "hprof/Analysis/Contents/ContentsHeap.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Lint/Lint.h"

namespace hprof {

/// A dump, with everything that lint() needs.
struct OpenDump {
  explicit OpenDump(std::vector<uint8_t> Dump, bool KeepUnreachable = false)
      : Bytes(std::move(Dump)), In(HeapFile::fromMemory(Bytes, "test")),
        G(cantFail(HeapGraph::build(*In, options()))),
        T(cantFail(DominatorTree::compute(G, keeping(KeepUnreachable)))),
        Contents(cantFail(HeapContents::open(*In, G))) {}

  static GraphOptions options() {
    GraphOptions Options;
    Options.Layout = "compressed";
    return Options;
  }
  static DominatorOptions keeping(bool KeepUnreachable) {
    DominatorOptions Options;
    Options.KeepUnreachable = KeepUnreachable;
    return Options;
  }
  LintReport lint(const LintOptions &Options = {}) {
    return cantFail(hprof::lint(*Contents, T, Options));
  }
  LintFinding find(LintId Id, LintOptions Options = {}) {
    Options.Checks.reset();
    Options.Checks.set(unsigned(Id));
    LintReport Report = lint(Options);
    EXPECT_EQ(Report.Findings.size(), 1U);
    return Report.Findings.front();
  }
  std::optional<CollectionSize> size(uint64_t Id) {
    return collectionSize(*Contents, G.find(Id));
  }

  std::vector<uint8_t> Bytes;
  std::unique_ptr<HeapFile> In;
  HeapGraph G;
  DominatorTree T;
  std::unique_ptr<HeapContents> Contents;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_LINT_LINTTESTING_H
