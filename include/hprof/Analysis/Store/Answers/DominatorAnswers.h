//===- DominatorAnswers.h - What keeps memory alive -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What hprof-dominators says of a file in tables: the objects, groups or drops
/// that retain most. A FilesAnswer joins the parts of several files:
///
///     DominatorRequest Request;
///     auto Part = dominatorPart(std::move(Store), Request);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_STORE_ANSWERS_DOMINATORANSWERS_H
#define HPROF_ANALYSIS_STORE_ANSWERS_DOMINATORANSWERS_H

#include "hprof/Analysis/Graph/NodeGroups.h"
#include "hprof/Answer/FilesAnswer.h"
#include "llvm/Support/Error.h"

namespace hprof {

class HeapStore;

struct DominatorRequest {
  enum class Table : uint8_t { Objects, Groups, Drops };
  Table What = Table::Objects;
  GroupBy By = GroupBy::Class; ///< For groups.
  uint64_t Top = UINT64_MAX;
  /// For drops: the bytes that they must have at least, of those reachable.
  std::function<uint64_t(uint64_t Reachable)> Least;
  unsigned Dump = 1;        ///< Number of the heap dump in the file.
  bool IsVerbose = false;   ///< Details of the graph for people.
  bool AsksForKept = false; ///< The caller wants unreachable objects kept.
};

llvm::StringRef groupName(GroupBy By);

/// The part of the file of \p Store, which is computed now.
llvm::Expected<std::unique_ptr<FilePart>>
dominatorPart(std::unique_ptr<HeapStore> Store,
              const DominatorRequest &Request);

const AnswerInfo &dominatorAnswer(DominatorRequest::Table What);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_ANSWERS_DOMINATORANSWERS_H
