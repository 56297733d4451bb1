//===- ReferencesToHprof.h - References to instances ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lowering from the objects of IBM's dumps and the agent's text to HPROF
/// binary's records, for streams of those formats:
///
/// - ReferenceObject becomes INSTANCE DUMP of a class with synthetic fields,
///   see MadeUpClasses.h; ReferenceArray becomes OBJECT ARRAY DUMP with the
///   non-null elements first; PrimitiveArrayNoData an array of zeros.
/// - All classes are loaded first, with names in HotSpot's internal form.
///   ReferenceClass becomes CLASS DUMP with its references as static fields.
/// - If the source has no roots (IBM), classes become sticky and unreferenced
///   objects become unknown roots.
/// - Ids become 4 bytes wide if the source is text and all of them fit.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_REFERENCESTOHPROF_H
#define HPROF_LIB_CONVERT_REFERENCES_REFERENCESTOHPROF_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// If \p To is not HPROF binary, the records are for the next stage: arrays
/// without data stay unchanged, OBJECT SIZE records are passed on, and
/// synthetic data that \p To cannot represent is not counted.
std::unique_ptr<Stage> makeReferencesToHprof(Format To = Format::Hprof);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_REFERENCESTOHPROF_H
