//===- Spool.h - Copies of inputs on disk -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_SPOOL_H
#define HPROF_CONVERT_SPOOL_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hprof {

/// Appends all of \p In to \p Out. A premature end of a container is reported
/// as damage, as in readers.
llvm::Error copyAll(Source &In, Sink &Out, const DamageHandler &OnDamage);

/// Copies \p In to an unnamed temporary file that can be read any number of
/// times. It is read through a window, so that its pages do not add to the
/// process's memory.
llvm::Expected<std::unique_ptr<Source>>
spool(Source &In, llvm::StringRef TempDir, const DamageHandler &OnDamage);

/// Same as above, but copies the output of \p Write and maps the file. Messages
/// refer to it as \p Name.
llvm::Expected<std::unique_ptr<Source>>
spoolMapped(llvm::StringRef Name, llvm::StringRef TempDir,
            llvm::function_ref<llvm::Error(Sink &)> Write);

/// Returns \p In if all of its bytes are addressable (Source::contents()),
/// otherwise a mapped copy.
llvm::Expected<std::unique_ptr<Source>> mapped(std::unique_ptr<Source> In,
                                               llvm::StringRef TempDir,
                                               const DamageHandler &OnDamage);

} // namespace hprof

#endif // HPROF_CONVERT_SPOOL_H
