//===- EdgeFilter.h - References that a search follows ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Hides references of a HeapGraph: the referents of some kinds of
/// java.lang.ref.Reference, and fields or elements excluded by name.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_EDGEFILTER_H
#define HPROF_ANALYSIS_CONTENTS_EDGEFILTER_H

#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseSet.h"

namespace hprof {

class EdgeFilter {
public:
  /// \p Excluded names fields, including static ones
  /// ("java.util.HashMap.table"), and elements of arrays
  /// ("java.lang.Object[]"). The class in the name is the class that declares
  /// the field or the class of the object, and may contain '*' and '?'. \p
  /// Contents may be null if \p Excluded is empty.
  static llvm::Expected<EdgeFilter>
  create(const HeapGraph &G, ReferenceKinds Ignored,
         const HeapContents *Contents = nullptr,
         llvm::ArrayRef<std::string> Excluded = {});

  /// Fails with the reason if \p Excluded cannot match in any graph.
  static llvm::Error check(llvm::StringRef Excluded);

  ReferenceKinds ignored() const { return Ignored; }
  /// Whether fields or elements are excluded, too.
  bool hasExclusions() const { return !Exclusions.empty(); }

  /// Calls \p F with the referent of each allowed reference from \p N.
  template <class Fn> void forEachReference(Node N, Fn &&F) const {
    if (LLVM_LIKELY(Special.empty() || !Special[G->types().get(N)]))
      return G->forEachReference(N, F, Ignored);
    Contents->forEachEdge(N, [&](const ReferenceLabel &L, Node To) {
      if (allows(N, L))
        F(To);
      return true;
    });
  }
  /// Whether any reference from \p From to \p To may be followed.
  bool allows(Node From, Node To) const;
  /// Whether the reference \p L of \p N may be followed.
  bool allows(Node N, const ReferenceLabel &L) const;

private:
  explicit EdgeFilter(const HeapGraph &G) : G(&G) {}
  /// A parsed pattern.
  struct Exclusion {
    std::string Field;             ///< Empty for the elements of arrays.
    llvm::DenseSet<IdKey> Classes; ///< Ids of the classes that match.
  };
  bool isDeclared(const Exclusion &E) const;
  void markClasses(size_t Pattern);

  const HeapGraph *G;
  const HeapContents *Contents = nullptr;
  ReferenceKinds Ignored;
  std::vector<Exclusion> Exclusions;
  std::vector<uint8_t> Special; ///< By type: 1 if it may have exclusions.
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_EDGEFILTER_H
