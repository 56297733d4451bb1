//===- InstancePart.h - Objects of classes, for output ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_OBJECTS_INSTANCEPART_H
#define HPROF_ANALYSIS_OBJECTS_INSTANCEPART_H

#include "hprof/Analysis/Objects/ObjectScope.h"
#include "hprof/Answer/AnswerPart.h"

namespace hprof {

/// The objects of some classes, by class. The search runs when the objects are
/// shown.
class InstancePart final : public AnswerPart {
public:
  /// \p Classes are names, patterns (ClassPattern.h) or ids.
  InstancePart(const ObjectScope &Scope, llvm::ArrayRef<std::string> Classes,
               bool WithSubclasses)
      : Scope(Scope), Classes(Classes), WithSubclasses(WithSubclasses) {}

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;
  /// Returns the errors because of which classes are missing from the output.
  llvm::Error takeError() const { return std::move(Failed); }

private:
  const ObjectScope Scope;
  const llvm::ArrayRef<std::string> Classes;
  const bool WithSubclasses;
  mutable llvm::Error Failed = llvm::Error::success();
};

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTS_INSTANCEPART_H
