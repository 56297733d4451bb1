//===- HeapInput.h - Any heap dump as mapped HPROF --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What works on the object graph reads one format: HPROF binary, mapped, so
/// that it can be walked on several threads and read again where it matters.
/// Everything else becomes that first: pipes and compressed files are copied to
/// a temporary file, other formats are converted into one.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_HEAPINPUT_H
#define HPROF_ANALYSIS_HEAP_HEAPINPUT_H

#include "hprof/Format/Error.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/Twine.h"
#include <functional>

namespace hprof {

struct HeapInputOptions {
  unsigned Threads = 0; ///< For decompression; 0 is one per core.
  std::string TempDir;
  DamageHandler OnDamage;
  /// Told when a copy has to be made, and why.
  std::function<void(llvm::StringRef)> OnCopy;
  /// Told of the javacore beside an IBM VM's dump, from which threads and class
  /// loaders are taken, or why they are not.
  std::function<void(const llvm::Twine &)> OnJavacore;
};

/// Opens \p Path, "-" for standard input. The temporary file has no name any
/// more when this returns, and goes with the source.
llvm::Expected<std::unique_ptr<Source>>
openAsHprof(llvm::StringRef Path, const HeapInputOptions &Options);

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_HEAPINPUT_H
