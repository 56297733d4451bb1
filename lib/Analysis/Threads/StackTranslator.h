//===- StackTranslator.h - Stacks of records to those of threads *- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H
#define HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Thread/ThreadStacks.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace hprof {

/// Turns stack traces of records into stacks of a thread dump. Text becomes
/// UTF-8.
class StackTranslator {
public:
  /// Both must outlive it.
  StackTranslator(const DumpContext &Context, ThreadStacks &Stacks)
      : Context(Context), Stacks(Stacks) {}

  /// The number of the trace \p Serial in the stacks; without frames, if the
  /// dump does not have it.
  uint32_t stack(uint32_t Serial);
  std::string string(uint64_t Id) const;

private:
  uint32_t frame(uint64_t Id);

  const DumpContext &Context;
  ThreadStacks &Stacks;
  llvm::DenseMap<IdKey, uint32_t> Known; ///< Stacks by serial.
};

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_THREADS_STACKTRANSLATOR_H
