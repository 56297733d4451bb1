//===- DominatorAnswers.h - What keeps memory alive -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What hprof-dominators says of a file: the objects, groups or drops that
/// retain most, those of a class, the tree, or leak suspects. A FilesAnswer
/// joins the parts of several files:
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
  enum class View : uint8_t {
    Objects,
    OfClass,
    Groups,
    Drops,
    Tree,
    ClassTree,
    Collapsed, ///< A tree of classes; for people, lines for flame graphs.
    Suspects
  };
  View What = View::Objects;
  GroupBy By = GroupBy::Class;     ///< For groups.
  std::string Class;               ///< A name, pattern or id, for OfClass.
  std::vector<std::string> Fields; ///< Columns for OfClass: "a", "b.c".
  std::vector<uint64_t> Objects;   ///< Roots of trees; all if empty.
  unsigned Depth = 64;             ///< Levels of trees.
  uint64_t Top = UINT64_MAX;       ///< In trees, below each object.
  /// The bytes that drops, suspects and what is in trees have at least, of
  /// those reachable. If empty, 10% for suspects, 0.1% if Collapsed, else 1%.
  std::function<uint64_t(uint64_t Reachable)> Least;
  /// Rows that a tree of classes has at most: what is left out retains least.
  uint64_t MostRows = UINT64_MAX;
  unsigned Dump = 1;        ///< Number of the heap dump in the file.
  bool IsVerbose = false;   ///< Details of the graph for people.
  bool AsksForKept = false; ///< The caller wants unreachable objects kept.
  /// Whether the answer may be presented; if not, what only people see is not
  /// computed.
  bool ForPeople = true;
  // What commands in the text repeat: the values of --min and
  // --ignore-references as given, and the options by which a dump is read.
  std::string AskedLeast;
  std::optional<std::string> AskedToIgnore;
  std::vector<std::string> Reading;

  bool isTree() const {
    return What == View::Tree || What == View::ClassTree ||
           What == View::Collapsed;
  }
  uint64_t least(uint64_t Reachable) const;
};

/// The part of the file of \p Store, which is computed now. Several parts may
/// share a store.
llvm::Expected<std::unique_ptr<FilePart>>
dominatorPart(std::shared_ptr<HeapStore> Store,
              const DominatorRequest &Request);

const AnswerInfo &dominatorAnswer(DominatorRequest::View What);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_ANSWERS_DOMINATORANSWERS_H
