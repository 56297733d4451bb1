//===- ContendedClasses.h - Classes with padding ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file A dump does not record @Contended, for which the VM pads fields
/// (-XX:-RestrictContended), but the distances between objects show it: for
/// nearly all instances of the class, the distance to the next object is the
/// same and equals the instance size with padding.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_CONTENDEDCLASSES_H
#define HPROF_LIB_LAYOUT_CONTENDEDCLASSES_H

#include "hprof/Layout/ShallowSizes.h"

namespace hprof {

class NeighbourDistances;

ContendedClasses findContended(const NeighbourDistances &Distances,
                               const ClassIndex &Classes,
                               const ObjectLayout &Layout,
                               const JavaRelease &Release);

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_CONTENDEDCLASSES_H
