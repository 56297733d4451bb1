//===- ReferenceKinds.h - Strengths of references ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_GRAPH_REFERENCEKINDS_H
#define HPROF_ANALYSIS_GRAPH_REFERENCEKINDS_H

#include <cstdint>
#include <initializer_list>

namespace hprof {

/// How the garbage collector treats the referent of a java.lang.ref.Reference.
enum class ReferenceKind : uint8_t { Strong, Soft, Weak, Final, Phantom };

/// A set of ReferenceKinds, for example those that a traversal ignores.
class ReferenceKinds {
public:
  void insert(ReferenceKind K) { Bits |= uint8_t(1U << unsigned(K)); }
  bool contains(ReferenceKind K) const { return Bits >> unsigned(K) & 1; }
  bool empty() const { return !Bits; }
  /// Returns the set as bits: 1 << K for each kind K.
  uint8_t bits() const { return Bits; }
  static ReferenceKinds fromBits(uint8_t Bits) {
    ReferenceKinds Kinds;
    Kinds.Bits = Bits;
    return Kinds;
  }
  bool operator==(const ReferenceKinds &Other) const {
    return Bits == Other.Bits;
  }

private:
  uint8_t Bits = 0;
};

/// Returns all kinds except Strong. Paths contain such references only if there
/// is no strong path.
inline ReferenceKinds weakReferences() {
  ReferenceKinds Weak;
  for (ReferenceKind K : {ReferenceKind::Soft, ReferenceKind::Weak,
                          ReferenceKind::Final, ReferenceKind::Phantom})
    Weak.insert(K);
  return Weak;
}

} // namespace hprof

#endif // HPROF_ANALYSIS_GRAPH_REFERENCEKINDS_H
