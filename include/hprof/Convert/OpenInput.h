//===- OpenInput.h - Opens inputs and archives ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_CONVERT_OPENINPUT_H
#define HPROF_CONVERT_OPENINPUT_H

#include "hprof/Format/Stream/Source.h"

namespace hprof {

/// Like Source::open(), but also opens the only dump in an archive. A javacore
/// is opened only if there is no heap dump. See Archive.h.
llvm::Expected<std::unique_ptr<Source>>
openInput(llvm::StringRef Path, const SourceOptions &Options = {});

} // namespace hprof

#endif // HPROF_CONVERT_OPENINPUT_H
