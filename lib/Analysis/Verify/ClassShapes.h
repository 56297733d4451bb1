//===- ClassShapes.h - Field layouts for many instances ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_VERIFY_CLASSSHAPES_H
#define HPROF_LIB_ANALYSIS_VERIFY_CLASSSHAPES_H

#include "hprof/Format/DumpContext.h"
#include "hprof/Format/Hprof/RecordCodec.h"

namespace hprof {

enum class ChainState : uint8_t { Good, MissingSuper, Ring };

/// What an instance of a class looks like. Its own fields come first, those of
/// java.lang.Object last, so that the fields of a superclass always lie at the
/// same distance from the end.
struct ClassShape {
  const ClassInfo *Class = nullptr;
  uint64_t Size = 0; ///< Bytes of all fields, inherited ones too.
  ChainState State = ChainState::Good; ///< Size holds for Good only.
  /// The closest superclass, itself included, that declares references.
  const ClassShape *WithReferences = nullptr;
  const ClassShape *Super = nullptr;
};

/// The shapes of all classes of a context. Building takes time and memory in
/// proportion to the classes, however deep or circular their hierarchy is.
class ClassShapes {
public:
  explicit ClassShapes(const DumpContext &Context);

  /// Null for a class without CLASS DUMP.
  const ClassShape *find(uint64_t Class) const;
  const std::deque<ClassShape> &all() const { return Shapes; }

  /// Calls \p F(Declaring, Field, Id) for each reference in \p Values, which
  /// has the size of \p Shape. Takes time in proportion to \p Values.
  template <class Fn>
  void forEachReference(const ClassShape &Shape, const uint8_t *Values,
                        Fn &&F) const;

  unsigned idSize() const { return IdSize; }

private:
  unsigned widthOfFields(const ClassInfo &C) const;
  bool hasReferences(const ClassInfo &C) const;
  void complete(ClassShape &Leaf);

  unsigned IdSize;
  std::deque<ClassShape> Shapes;
  llvm::DenseMap<const ClassInfo *, ClassShape *> ByClass;
  const DumpContext &Context;
};

} // namespace hprof

template <class Fn>
void hprof::ClassShapes::forEachReference(const ClassShape &Shape,
                                          const uint8_t *Values, Fn &&F) const {
  const uint8_t *End = Values + Shape.Size;
  const ClassShape *S = Shape.WithReferences;
  for (; S; S = S->Super ? S->Super->WithReferences : nullptr) {
    const uint8_t *P = End - S->Size;
    for (const InstanceField &Field : S->Class->Fields) {
      if (isReference(Field.Type))
        F(*S->Class, Field, loadBE(P, IdSize));
      P += widthOf(Field.Type, IdSize);
    }
  }
}

#endif // HPROF_LIB_ANALYSIS_VERIFY_CLASSSHAPES_H
