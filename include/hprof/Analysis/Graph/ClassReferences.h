//===- ClassReferences.h - What holds a reference ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_CLASSREFERENCES_H
#define HPROF_ANALYSIS_GRAPH_CLASSREFERENCES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Format/Hprof/RecordCodec.h"
#include "hprof/Format/Kit/InstanceReferences.h"

namespace hprof {

/// What holds a reference.
enum class LabelKind : uint8_t {
  Class,    ///< The class of the object.
  Field,    ///< Of an instance.
  Element,  ///< Of an array.
  Super,    ///< Of a class, as are the following.
  Loader,   ///<
  Signers,  ///<
  Domain,   ///<
  Constant, ///< In the constant pool.
  Static,   ///< A static field.
  Local     ///< Of a thread: a root that hangs off its object.
};

/// In which order the graph's entries have the references of instances of
/// \p C. One that is no strong Reference keeps its referent's entry when that
/// is null, so it must be known which entry it is.
inline FieldOrder entryOrder(const GraphClass &C) {
  return C.Kind == ReferenceKind::Strong ? FieldOrder::OwnFirst
                                         : FieldOrder::ReferentFirst;
}

/// Calls \p F with what the object of a class refers to, in the order of the
/// graph's entries: what holds it, which of these (the number in the constant
/// pool, or the id of the field's name), and an id, which may be 0.
template <class Fn>
void forEachClassReference(const ClassDump &R, bool LikeMat, Fn &&F) {
  F(LabelKind::Super, 0, R.Super);
  F(LabelKind::Loader, 0, R.Loader);
  if (!LikeMat) {
    F(LabelKind::Signers, 0, R.Signers);
    F(LabelKind::Domain, 0, R.Domain);
    forEach(R.Pool, [&](const PoolEntry &E) {
      if (isReference(E.Value.Type))
        F(LabelKind::Constant, E.Index, E.Value.Bits);
    });
  }
  forEach(R.Statics, [&](const StaticField &S) {
    if (isReference(S.Value.Type))
      F(LabelKind::Static, S.Name, S.Value.Bits);
  });
}

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_CLASSREFERENCES_H
