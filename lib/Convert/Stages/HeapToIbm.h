//===- HeapToIbm.h - HPROF's heap as IBM's formats tell it ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's heap dumps know objects by their sizes and references only, and have
/// the classes at the end:
///
///   INSTANCE DUMP         OBJECT SIZE, then REFERENCE OBJECT as
///                         InstancesToReferences.h makes it, without names
///   OBJECT ARRAY DUMP     OBJECT SIZE, for the classic format ARRAY CLASS,
///                         then REFERENCE ARRAY with the elements that are not
///                         null
///   PRIMITIVE ARRAY DUMP  OBJECT SIZE, then PRIMITIVE ARRAY NODATA
///   CLASS DUMP            at the end of the stream, for the classic format
///                         OBJECT SIZE, that of the class's object, then
///                         REFERENCE CLASS with the class loader, signers,
///                         protection domain, static fields and constants that
///                         are references and not null
///
/// Classes that objects have and no CLASS DUMP describes are told, too. Class
/// names take the internal form ("java/lang/String", "[I"). The element class
/// of an array is that of the array class's name, of the same class loader
/// where there are several; java.lang.Object when there is none.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_HEAPTOIBM_H
#define HPROF_LIB_CONVERT_STAGES_HEAPTOIBM_H

#include "hprof/Convert/Stage.h"

namespace hprof {

/// The stage between HPROF binary and \p To, one of IBM's formats. It surveys
/// the stream.
/// Sizes are those of \p Layout, one of layoutNames(), where the stream does
/// not tell them. With \p IsMadeUp the stream is ReferencesToHprof's: what has
/// no name there is not the input's. With \p KeepsNulls elements that are null
/// stay.
std::unique_ptr<Stage> makeHeapToIbm(Format To, std::string Layout = "auto",
                                     bool IsMadeUp = false,
                                     bool KeepsNulls = false);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_HEAPTOIBM_H
