//===- JavaNative.h - Memory that Java objects have outside -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Direct byte buffers state the size of their memory, and what frees the
/// memory of an arena of java.lang.foreign (JDK 19 to 25) has its size in a
/// captured variable.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_JAVA_JAVANATIVE_H
#define HPROF_JAVA_JAVANATIVE_H

#include "hprof/Java/JavaFields.h"

namespace hprof {

enum class NativeKind : uint8_t {
  Owned,   ///< Allocated by a direct buffer, which frees it.
  Arena,   ///< Allocated in an arena.
  Mapped,  ///< A file mapped by a buffer.
  Foreign, ///< A buffer over memory that somebody else frees.
  View,    ///< A buffer over memory of another object.
};

/// How to read the instances of a class; see planNative().
struct NativePlan {
  bool IsBuffer = false;
  FieldPlace Size;
  FieldPlace Cleaner, File;   ///< Null for memory of others.
  FieldPlace Attached, Shown; ///< The buffer or segment that it is a view of.

  explicit operator bool() const { return bool(Size); }
  NativeKind kind(llvm::ArrayRef<uint8_t> Values) const;
  /// 0 for what is negative.
  uint64_t bytes(llvm::ArrayRef<uint8_t> Values) const {
    return uint64_t(std::max<int64_t>(Size.getSigned(Values), 0));
  }
  /// The same for what the object itself has allocated, else 0.
  uint64_t allocated(llvm::ArrayRef<uint8_t> Values) const {
    return kind(Values) <= NativeKind::Arena ? bytes(Values) : 0;
  }
};

/// False for a class whose instances have no such memory.
NativePlan planNative(const DumpContext &Context, uint64_t Class);

} // namespace hprof

#endif // HPROF_JAVA_JAVANATIVE_H
