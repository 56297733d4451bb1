//===- ClassInfo.h - What a dump says about a class -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_CLASSINFO_H
#define HPROF_FORMAT_CONTEXT_CLASSINFO_H

#include "hprof/Format/Records/Records.h"
#include <atomic>

namespace hprof {

class InstanceReferences;
class InstanceShape;

/// A class as described by its LOAD CLASS and CLASS DUMP, or by its REFERENCE
/// CLASS, in whichever order they come.
struct ClassInfo {
  uint64_t Id = 0;     ///< 0 when only its name is known.
  uint64_t NameId = 0; ///< String id; 0 when no LOAD CLASS named it.
  uint64_t Super = 0;
  uint64_t Loader = 0;
  uint64_t Signers = 0;
  uint64_t Domain = 0;
  uint64_t DumpOffset = 0; ///< Offset of its CLASS DUMP.
  uint32_t HeapDump = 0;   ///< Number of the heap dump that has it, from 1.
  uint32_t Serial = 0;
  uint32_t InstanceSize = 0; ///< As declared; writers disagree on its meaning.
  bool IsLoaded = false;     ///< A LOAD CLASS was seen.
  bool IsDumped = false;     ///< A CLASS DUMP was seen.
  llvm::ArrayRef<InstanceField> Fields; ///< Its own, without its superclasses'.
  llvm::ArrayRef<StaticField> Statics;

private:
  friend class InstanceReferences;
  mutable std::atomic<const InstanceShape *> Shape{nullptr};
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_CLASSINFO_H
