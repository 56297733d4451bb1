//===- ObjectPart.h - Objects and classes, for output -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_OBJECTS_OBJECTPART_H
#define HPROF_ANALYSIS_OBJECTS_OBJECTPART_H

#include "hprof/Analysis/Objects/ObjectScope.h"
#include "hprof/Answer/AnswerPart.h"

namespace hprof {

/// An object or a class to show; the other member is null.
struct ShownObject {
  const FoundObject *Object = nullptr;
  const ClassInfo *Class = nullptr;
};

/// Objects and classes with their fields.
class ObjectPart final : public AnswerPart {
public:
  explicit ObjectPart(const ObjectScope &Scope) : List{Scope, {}, false} {}

  /// Adds the objects and classes with \p Ids. Fails if one of them does not
  /// exist; all others are shown nevertheless.
  llvm::Error add(llvm::ArrayRef<uint64_t> Ids);
  /// Adds all classes.
  llvm::Error addClasses();

  std::unique_ptr<Rows> facts() const override;
  void present(Presenter &To) const override;

  /// Objects and classes to show.
  struct Shown {
    ObjectScope Scope;
    std::vector<ShownObject> Objects;
    bool AreClasses; ///< Whether Objects are all classes in the dump.
  };

private:
  Shown List;
};

/// Whether the format of the dump lacks the values of \p O.
bool lacksValues(const ObjectScope &S, const FoundObject &O);

} // namespace hprof

#endif // HPROF_ANALYSIS_OBJECTS_OBJECTPART_H
