//===- ClassReferences.h - Kinds and order of references --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_CLASSREFERENCES_H
#define HPROF_ANALYSIS_GRAPH_CLASSREFERENCES_H

#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/RecordCodec.h"

namespace hprof {

/// Kind of field that contains a reference.
enum class LabelKind : uint8_t {
  Class,    ///< The reference of an object to its class.
  Field,    ///< A field of an instance.
  Element,  ///< An element of an array.
  Super,    ///< Superclass of a class; the next five are of classes, too.
  Loader,   ///<
  Signers,  ///<
  Domain,   ///<
  Constant, ///< An entry of the constant pool.
  Static,   ///< A static field.
  Local     ///< A root attached to a thread object.
};

/// Returns the order of references in the graph's entries for instances of \p
/// C. A java.lang.ref.Reference always has an entry for its referent, even if
/// that is null, so the entry must be at a known position.
inline FieldOrder entryOrder(const GraphClass &C) {
  return C.Kind == ReferenceKind::Strong ? FieldOrder::OwnFirst
                                         : FieldOrder::ReferentFirst;
}

/// Calls \p F with each reference of a class object, in the order of the
/// graph's entries: the kind, the constant pool index or the id of the field
/// name, and an object id, which may be 0.
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
