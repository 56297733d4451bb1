//===- StaticOffsets.h - What classes know of the layout --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Classes that use sun.misc.Unsafe ask the VM where their fields are, and keep
/// the answers in static fields, which every dump of objects has. So a dump
/// whose ids are no addresses, as those of the HPROF agent, tells its layout.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_LAYOUT_STATICOFFSETS_H
#define HPROF_LIB_LAYOUT_STATICOFFSETS_H

#include "hprof/Layout/LayoutEvidence.h"

namespace hprof {

/// The layout that static fields tell, if they do.
std::optional<LayoutChoice> layoutByStatics(const ClassIndex &Classes);

/// The layout of a VM whose dump has ids of 4 bytes and real sizes of
/// instances, in which java.lang.Object has \p ObjectBytes. Which fields hold
/// references is known of classes, so they tell how wide these can be at most.
LayoutChoice layoutBySizes(const ClassIndex &Classes, uint64_t ObjectBytes);

/// Whether they tell that references precede other fields in every class.
bool areReferencesFirstByStatics(const ClassIndex &Classes);

} // namespace hprof

#endif // HPROF_LIB_LAYOUT_STATICOFFSETS_H
