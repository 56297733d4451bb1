//===- ResolveClasses.h - Class names to addresses --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's classic dumps name an object's class, PHD gives its address. A first
/// walk finds the addresses. Classes without a record are made up as in
/// ReferencesToHprof: they come last, the size of their instances is that of
/// the first one, and their superclass is java.lang.Object.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H
#define HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

std::unique_ptr<Stage> makeResolveClasses();

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H
