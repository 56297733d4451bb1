//===- HeapToIbm.h - HPROF's heap for IBM's formats -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's heap dumps describe objects by their sizes and references only, and
/// have the classes at the end:
///
///   INSTANCE DUMP         OBJECT SIZE, then REFERENCE OBJECT as
///                         in InstancesToReferences.h, without names
///   OBJECT ARRAY DUMP     OBJECT SIZE, for the classic format ARRAY CLASS,
///                         then REFERENCE ARRAY with the non-null elements
///   PRIMITIVE ARRAY DUMP  OBJECT SIZE, then PRIMITIVE ARRAY NODATA
///   CLASS DUMP            at the end of the stream, for the classic format
///                         OBJECT SIZE, that of the class's object, then
///                         REFERENCE CLASS with the class loader, signers,
///                         protection domain, static fields and constants that
///                         are references and not null
///
/// Classes of objects without a CLASS DUMP are included. Class names have the
/// internal form ("java/lang/String", "[I"). The element class of an array
/// follows from the array class's name; among several classes with that name,
/// it is the one with the same class loader; java.lang.Object if there is none.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_HEAPTOIBM_H
#define HPROF_LIB_CONVERT_REFERENCES_HEAPTOIBM_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// Creates the stage between HPROF binary and \p To, one of IBM's formats. It
/// reads the stream once before the last walk. Sizes missing from the stream
/// are computed for \p Layout, one of layoutNames(). With \p IsMadeUp, the
/// stream comes from ReferencesToHprof: unnamed classes in it are synthetic.
/// With \p KeepsNulls, null elements stay.
std::unique_ptr<Stage> makeHeapToIbm(Format To, std::string Layout = "auto",
                                     bool IsMadeUp = false,
                                     bool KeepsNulls = false);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_HEAPTOIBM_H
