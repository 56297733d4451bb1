//===- RecordNames.h - The names for records in file order ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_RECORDNAMES_H
#define HPROF_ANALYSIS_HEAP_RECORDNAMES_H

#include "hprof/Format/Context/DumpContext.h"

namespace hprof {

class HeapFile;

/// Fills a context with the names that are valid at the position of a walk:
/// those in the current one of concatenated files, and the classes of the
/// current heap dump. In a Tee, it must precede the record printer.
class RecordNames final : public RecordVisitor {
public:
  /// \p File must be mapped, because its records are read ahead.
  RecordNames(HeapFile &File, DumpContext &Context);

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override;

private:
  HeapFile &File;
  DumpContext::Builder Build;
  DumpCounter Counter;
};

/// Collects the names in all records, and counts concatenated files.
class FileCounter final : public DumpContext::Builder {
public:
  using Builder::Builder;
  using Builder::visit;
  void visit(const FileHeader &H) override {
    ++Files;
    Builder::visit(H);
  }
  unsigned files() const { return Files; }

private:
  unsigned Files = 0;
};

/// Same as RecordNames, for input that cannot be read ahead: contains only the
/// names that precede the position of the walk.
class NamesSoFar final : public DumpContext::Builder {
public:
  using Builder::Builder;
  using Builder::visit;
  void visit(const FileHeader &H) override {
    forget();
    Builder::visit(H);
  }
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_RECORDNAMES_H
