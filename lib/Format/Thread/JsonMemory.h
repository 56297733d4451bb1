//===- JsonMemory.h - Memory for rapidjson ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An allocator for rapidjson. RapidJSON's default allocator returns null when
/// out of memory, which no caller checks.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_JSONMEMORY_H
#define HPROF_LIB_FORMAT_THREAD_JSONMEMORY_H

#include "llvm/Support/MemAlloc.h"
#include <cstdlib>
#include <rapidjson/stringbuffer.h>

namespace hprof {

// RapidJSON defines these names. NOLINTBEGIN(readability-identifier-naming)
class JsonMemory {
public:
  static const bool kNeedFree = true;
  void *Malloc(size_t Size) { return Size ? llvm::safe_malloc(Size) : nullptr; }
  void *Realloc(void *Old, size_t, size_t Size) {
    if (Size)
      return llvm::safe_realloc(Old, Size);
    std::free(Old);
    return nullptr;
  }
  static void Free(void *Old) { std::free(Old); }
};
// NOLINTEND(readability-identifier-naming)

using JsonBuffer =
    rapidjson::GenericStringBuffer<rapidjson::UTF8<>, JsonMemory>;

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREAD_JSONMEMORY_H
