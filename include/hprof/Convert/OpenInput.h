//===- OpenInput.h - Opens what a user names --------------------*- C++ -*-===//
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

/// Source::open(), and if that is an archive, the one dump in it: a javacore
/// only when there is no heap dump. See Archive.h.
llvm::Expected<std::unique_ptr<Source>>
openInput(llvm::StringRef Path, const SourceOptions &Options = {});

} // namespace hprof

#endif // HPROF_CONVERT_OPENINPUT_H
