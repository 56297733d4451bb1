//===- DominatorAnswers.h - Output of hprof-dominators ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Output of hprof-dominators for a file: the largest objects, groups or drops,
/// the objects of a class, the tree, or leak suspects. A FilesAnswer combines
/// the parts of several files:
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
struct JfrObjects;

struct DominatorRequest {
  enum class View : uint8_t {
    Objects,
    OfClass,
    Groups,
    Drops,
    Tree,
    ClassTree,
    Collapsed, ///< A tree of classes; in text output, lines for flame graphs.
    Suspects
  };
  View What = View::Objects;
  GroupBy By = GroupBy::Class; ///< Grouping for Groups.
  std::string Class; ///< For OfClass: name, pattern or id of the class.
  std::vector<std::string> Fields; ///< For OfClass: columns, "a" or "b.c".
  std::vector<uint64_t> Objects;   ///< Roots of trees; all if empty.
  unsigned Depth = 64;             ///< Maximum number of levels in trees.
  uint64_t Top = UINT64_MAX;       ///< Limit on rows; in trees, per object.
  /// Returns the minimum size of drops, suspects and rows of trees. If empty,
  /// the minimum is 10% of the reachable bytes for suspects, 0.1% for
  /// Collapsed, and 1% for all other views.
  std::function<uint64_t(uint64_t Reachable)> Least;
  /// Maximum number of rows in a tree of classes; the rows that retain the
  /// least are omitted.
  uint64_t MostRows = UINT64_MAX;
  unsigned Dump = 1;        ///< Number of the heap dump in the file.
  bool IsVerbose = false;   ///< Print details of the graph.
  bool AsksForKept = false; ///< The user asked to keep unreachable objects.
  /// Whether present() may be called; if not, results that only text output
  /// shows are not computed.
  bool ForPeople = true;
  // Options that are repeated in suggested commands: the values of --min and
  // --ignore-references as given, and the options for reading the dump.
  std::string AskedLeast;
  std::optional<std::string> AskedToIgnore;
  std::vector<std::string> Reading;
  /// For Suspects: sampled objects of a recording of the VM, and the name of
  /// its file. May be null.
  std::shared_ptr<const JfrObjects> Samples;
  std::string SamplesFile;

  bool isTree() const {
    return What == View::Tree || What == View::ClassTree ||
           What == View::Collapsed;
  }
  uint64_t least(uint64_t Reachable) const;
};

/// Computes the part of the answer for the file of \p Store. Several parts may
/// share a store.
llvm::Expected<std::unique_ptr<FilePart>>
dominatorPart(std::shared_ptr<HeapStore> Store,
              const DominatorRequest &Request);

const AnswerInfo &dominatorAnswer(DominatorRequest::View What);

} // namespace hprof

#endif // HPROF_ANALYSIS_STORE_ANSWERS_DOMINATORANSWERS_H
