//===- ResolveClasses.h - Resolves class names to addresses -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's classic dumps contain the name of an object's class, while PHD
/// contains its address. A first walk finds the addresses. Classes without a
/// record are synthesized as in ReferencesToHprof: they are sent last, their
/// instance size is that of the first instance, and their superclass is
/// java.lang.Object.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H
#define HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H

#include "hprof/Convert/Pipeline/Stage.h"

namespace hprof {

std::unique_ptr<Stage> makeResolveClasses();

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_RESOLVECLASSES_H
