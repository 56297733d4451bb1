//===- ContextRecords.h - Dump records besides objects ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dump without its objects: an HPROF file with its strings, classes and
/// threads, and one HEAP DUMP that contains only the CLASS DUMPs. An index
/// contains it, so that names can be read without the dump. Stacks are stored
/// separately, as a StackTable, which takes a tenth of the space.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_CONTEXTRECORDS_H
#define HPROF_ANALYSIS_CONTENTS_CONTEXTRECORDS_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <string>

namespace hprof {

/// A dump without its objects, in pieces. All pieces except the headers are
/// views of the dump.
class ContextRecords {
public:
  /// Selects the records of \p File, from which \p G was built; the file must
  /// stay open. Returns nullopt if records outside the heap dumps are damaged,
  /// because a copy might be read differently.
  static llvm::Expected<std::optional<ContextRecords>> of(HeapFile &File,
                                                          const HeapGraph &G);

  /// Calls \p F with each piece of the file, in order.
  template <class Fn> void forEachPiece(Fn &&F) const {
    if (!Header.empty())
      F(llvm::arrayRefFromStringRef(Header));
    for (llvm::ArrayRef<uint8_t> Piece : Before)
      F(Piece);
    F(llvm::ArrayRef(Head));
    for (llvm::ArrayRef<uint8_t> Piece : Classes)
      F(Piece);
  }

private:
  ContextRecords() = default;

  std::string Header; ///< For a merged dump, which has no file header.
  std::vector<llvm::ArrayRef<uint8_t>> Before;
  std::array<uint8_t, 9> Head = {}; ///< Header of the HEAP DUMP record.
  std::vector<llvm::ArrayRef<uint8_t>> Classes;
};

/// Passes all records in the file \p Bytes to \p Build, and the id and offset
/// of each CLASS DUMP to \p OnClass. \p IdSize is the id size of CLASS DUMPs.
/// Strings are read on demand, so \p Bytes must outlive the context.
llvm::Error
readContextRecords(llvm::ArrayRef<uint8_t> Bytes, unsigned IdSize,
                   DumpContext::Builder &Build,
                   llvm::function_ref<void(uint64_t, uint64_t)> OnClass);

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_CONTEXTRECORDS_H
