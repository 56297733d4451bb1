//===- StaticOffsets.h - Layout evidence in static fields -------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Classes that use sun.misc.Unsafe get the offsets of their fields from the VM
/// and keep them in static fields, which every dump with objects contains. So
/// even a dump whose ids are not addresses, such as the HPROF agent's, reveals
/// its layout.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_STATICOFFSETS_H
#define HPROF_LIB_LAYOUT_STATICOFFSETS_H

#include "hprof/Layout/LayoutEvidence.h"

namespace hprof {

/// Returns the layout implied by static fields; nullopt if they imply no
/// layout.
std::optional<LayoutChoice> layoutByStatics(const ClassIndex &Classes);

/// Returns the layout of a VM whose dump has 4-byte ids and real instance
/// sizes, with \p ObjectBytes for java.lang.Object. Classes declare which
/// fields hold references, so their sizes limit the width of references.
LayoutChoice layoutBySizes(const ClassIndex &Classes, uint64_t ObjectBytes);

/// Whether static fields imply that references precede other fields in every
/// class.
bool areReferencesFirstByStatics(const ClassIndex &Classes);

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_STATICOFFSETS_H
