//===- JfrFile.h - The chunks of a recording --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRFILE_H
#define HPROF_LIB_FORMAT_JFR_JFRFILE_H

#include "JfrChunk.h"
#include "hprof/Format/Jfr/JfrReader.h"

namespace hprof::jfr {

/// Calls \p F with each chunk of \p In. Returns an error if the input failed or
/// is not a recording. Damaged chunks are omitted.
llvm::Error forEachChunk(Source &In, const JfrReaderOptions &Options,
                         llvm::function_ref<void(JfrChunk)> F);

/// Options that report damage to \p OnDamage, if set, and set \p IsDamaged.
/// Both must outlive the options.
JfrReaderOptions noteDamage(const DamageHandler &OnDamage, bool &IsDamaged);

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRFILE_H
