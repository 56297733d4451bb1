//===- CompleteDump.h - Makes up what a dump lacks --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dump whose end is missing, or whose VM was stopped before it had written
/// the classes' names, has records that refer to others that are not there. The
/// stage adds what a valid file needs, before the first heap dump and at its
/// beginning:
///
/// - UTF8 for strings that records name: "unknown-string-0x...".
/// - LOAD CLASS for classes without one. A few classes of the JDK are
///   recognized by their fields; others are called "unknown-class-0x...", and
///   "[Lunknown-class-0x...;" if arrays of objects are of that class. Classes
///   of primitive arrays are added if there are such arrays.
/// - CLASS DUMP for classes without one, with as many bytes in fields called
///   "unknown" as an instance has. Which of them are references is not known.
/// - An empty STACK TRACE for serials that objects, roots and classes name.
///
/// Another dump of the same program can lend what is lost: names of classes and
/// fields, and the fields of classes without a CLASS DUMP, where it is certain
/// enough that a class is the same (lib/Convert/Names/ClassMatch.h).
///
/// For streams with one file header. All of it is for the first heap dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_DUMPS_COMPLETEDUMP_H
#define HPROF_CONVERT_DUMPS_COMPLETEDUMP_H

#include "hprof/Convert/Names/NameLender.h"
#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// \p From has no Walk if nothing lends names.
std::unique_ptr<Stage> makeCompleteDump(NameLender From = {});

} // namespace hprof

#endif // HPROF_CONVERT_DUMPS_COMPLETEDUMP_H
