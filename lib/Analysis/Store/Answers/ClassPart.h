//===- ClassPart.h - The objects of a class as an answer --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_ANALYSIS_STORE_ANSWERS_CLASSPART_H
#define LIB_ANALYSIS_STORE_ANSWERS_CLASSPART_H

#include "FieldValues.h"
#include "GraphFacts.h"
#include "hprof/Analysis/Graph/ClassObjects.h"

namespace hprof {

/// The objects of a class, largest retained size first.
class ClassPart final : public GraphFacts, public FilePart {
public:
  static llvm::Expected<std::unique_ptr<ClassPart>>
  create(GraphFacts Facts, const DominatorRequest &Request);
  static const AnswerInfo &kind();

  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;

  ClassObjects Of; ///< Includes the objects to show.
  FieldValues Fields;
  uint64_t InAll = 0;       ///< Number of reachable objects of the class.
  uint64_t Unreachable = 0; ///< Number of other objects of the class.

private:
  ClassPart(GraphFacts Facts, ClassObjects Of, FieldValues Fields)
      : GraphFacts(std::move(Facts)), Of(std::move(Of)),
        Fields(std::move(Fields)) {}
  llvm::Error checkFields(const HeapContents &Contents) const;
  void sortFirst(uint64_t Count);
};

} // namespace hprof

#endif // LIB_ANALYSIS_STORE_ANSWERS_CLASSPART_H
