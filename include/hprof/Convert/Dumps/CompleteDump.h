//===- CompleteDump.h - Completes an incomplete dump ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// If the end of a dump is missing, or the VM was stopped before it had written
/// the names of the classes, records refer to others that are missing. The
/// stage adds the records that a valid file needs, before the first heap dump
/// and at its beginning:
///
/// - UTF8 for missing strings that records refer to: "unknown-string-0x...".
/// - LOAD CLASS for classes that lack one. A few classes of the JDK are
///   recognized by their fields; others are called "unknown-class-0x...", or
///   "[Lunknown-class-0x...;" if they are classes of object arrays. Classes of
///   primitive arrays are added if there are such arrays.
/// - CLASS DUMP for classes that lack one, with fields called "unknown" whose
///   total size is that of the values of an instance. Which fields are
///   references is unknown.
/// - An empty STACK TRACE for serials that objects, roots and classes refer to.
///
/// Another dump of the same program can supply the lost data: names of classes
/// and fields, and the fields of classes without a CLASS DUMP, if the match of
/// the classes is reliable enough (lib/Convert/Names/ClassMatch.h).
///
/// The stage is for streams with one file header. Only the first heap dump is
/// completed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPS_COMPLETEDUMP_H
#define HPROF_CONVERT_DUMPS_COMPLETEDUMP_H

#include "hprof/Convert/Names/NameLender.h"
#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// \p From has no Walk if no dump supplies names.
std::unique_ptr<Stage> makeCompleteDump(NameLender From = {});

} // namespace hprof

#endif // HPROF_CONVERT_DUMPS_COMPLETEDUMP_H
