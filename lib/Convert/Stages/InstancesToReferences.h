//===- InstancesToReferences.h - HPROF's objects as references --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HPROF binary gives objects as the bytes of their fields and elements; the
/// agent's text gives what they refer to. This stage makes one from the other:
///
///   INSTANCE DUMP         OBJECT SIZE, then REFERENCE OBJECT with the fields
///                         that are references and not null: those of the root
///                         superclass first, down to the class itself, those
///                         of one class in the order of CLASS DUMP
///   OBJECT ARRAY DUMP     OBJECT SIZE, then itself
///   PRIMITIVE ARRAY DUMP  PRIMITIVE ARRAY NODATA
///   a heap dump           HEAP DUMP TOTALS, then itself
///
/// Sizes are those of the VM's layout, as far as the dump gives it away (see
/// docs/Formats/ObjectLayout.md). Instances of a class that the dump does not
/// have, or that have fewer bytes than its fields take, get no references.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_INSTANCESTOREFERENCES_H
#define HPROF_LIB_CONVERT_STAGES_INSTANCESTOREFERENCES_H

#include "hprof/Convert/Stage.h"

namespace hprof {

/// The stage between HPROF binary and the agent's text. It surveys the stream.
/// Sizes are those of \p Layout, one of layoutNames(), where the stream does
/// not tell them. With \p IsMadeUp the stream is ReferencesToHprof's: its
/// declarations of fields are not the input's.
std::unique_ptr<Stage> makeInstancesToReferences(std::string Layout = "auto",
                                                 bool IsMadeUp = false);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_INSTANCESTOREFERENCES_H
