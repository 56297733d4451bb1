//===- RepeatedNames.h - Counts repeated names of a dump --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// HPROF binary has a record for each string and each loading of a class. There
/// may be several UTF8 records for the same name, as with "java/lang/String"
/// and "java.lang.String", and several LOAD CLASS records with the same class
/// and name, as HotSpot writes them. The text format and IBM's formats contain
/// a name wherever it is used, which becomes one record when the file is read
/// back. This stage counts all such records of a dump except the first of each.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_REPEATEDNAMES_H
#define HPROF_LIB_CONVERT_CARRIERS_REPEATEDNAMES_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

/// For HPROF binary, with a target format without UTF8 and LOAD CLASS records.
std::unique_ptr<Stage> makeRepeatedNames();

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_REPEATEDNAMES_H
