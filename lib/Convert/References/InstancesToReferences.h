//===- InstancesToReferences.h - HPROF's objects as references --*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HPROF binary represents objects as the bytes of their fields and elements;
/// the agent's text lists their references. This stage converts the former into
/// the latter:
///
///   INSTANCE DUMP         OBJECT SIZE, then REFERENCE OBJECT with the fields
///                         that are references and not null: those of the root
///                         superclass first, down to the class itself, those
///                         of one class in the order of CLASS DUMP
///   OBJECT ARRAY DUMP     OBJECT SIZE, then itself
///   PRIMITIVE ARRAY DUMP  PRIMITIVE ARRAY NODATA
///   a heap dump           HEAP DUMP TOTALS, then itself
///
/// Sizes follow the VM's layout, as far as it can be inferred from the dump
/// (see docs/Formats/ObjectLayout.md). Instances of a class missing from the
/// dump, or with fewer bytes than its fields take, get no references.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_INSTANCESTOREFERENCES_H
#define HPROF_LIB_CONVERT_REFERENCES_INSTANCESTOREFERENCES_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// Creates the stage between HPROF binary and the agent's text. It reads the
/// stream once before the last walk. Sizes missing from the stream are computed
/// for \p Layout, one of layoutNames(). With \p IsMadeUp, the stream comes from
/// ReferencesToHprof: its field declarations are synthetic.
std::unique_ptr<Stage> makeInstancesToReferences(std::string Layout = "auto",
                                                 bool IsMadeUp = false);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_INSTANCESTOREFERENCES_H
