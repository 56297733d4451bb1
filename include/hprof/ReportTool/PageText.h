//===- PageText.h - The page that shows a report ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORTTOOL_PAGETEXT_H
#define HPROF_REPORTTOOL_PAGETEXT_H

#include "llvm/ADT/StringRef.h"

namespace hprof {

/// The HTML built by page/build.mjs, with the PageMark that writePage() needs.
llvm::StringRef pageText();
/// Same as above, for livePage().
llvm::StringRef livePageText();

} // namespace hprof

#endif // HPROF_REPORTTOOL_PAGETEXT_H
