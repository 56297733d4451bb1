//===- ClassInfo.h - A class as described by a dump -------------*- C++ -*-===//
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
/// CLASS, in any order.
struct ClassInfo {
  uint64_t Id = 0;     ///< 0 if only the name is known.
  uint64_t NameId = 0; ///< String id; 0 without LOAD CLASS.
  uint64_t Super = 0;
  uint64_t Loader = 0;
  uint64_t Signers = 0;
  uint64_t Domain = 0;
  uint64_t DumpOffset = 0; ///< Offset of the CLASS DUMP.
  uint32_t HeapDump = 0;   ///< Number of the heap dump with this class, from 1.
  uint32_t Serial = 0;
  uint32_t InstanceSize = 0; ///< As declared; writers disagree on its meaning.
  bool IsLoaded = false;     ///< Whether there is a LOAD CLASS.
  bool IsDumped = false;     ///< Whether there is a CLASS DUMP.
  llvm::ArrayRef<InstanceField> Fields; ///< Without superclass fields.
  llvm::ArrayRef<StaticField> Statics;

private:
  friend class InstanceReferences;
  mutable std::atomic<const InstanceShape *> Shape{nullptr};
};

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_CLASSINFO_H
