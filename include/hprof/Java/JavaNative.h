//===- JavaNative.h - Native memory of Java objects -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Direct byte buffers record the size of their memory. The object that frees
/// the memory of a java.lang.foreign arena (JDK 19 to 25) has the size in a
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
  Mapped,  ///< A file mapped through a buffer.
  Foreign, ///< A buffer over memory that others free.
  View,    ///< A buffer over another object's memory.
};

/// Plan for reading the instances of a class; see planNative().
struct NativePlan {
  bool IsBuffer = false;
  FieldPlace Size;
  FieldPlace Cleaner, File;   ///< Unset for memory that others free.
  FieldPlace Attached, Shown; ///< The buffer or segment of which it is a view.

  explicit operator bool() const { return bool(Size); }
  NativeKind kind(llvm::ArrayRef<uint8_t> Values) const;
  /// Returns the size of the memory in bytes; negative values count as 0.
  uint64_t bytes(llvm::ArrayRef<uint8_t> Values) const {
    return uint64_t(std::max<int64_t>(Size.getSigned(Values), 0));
  }
  /// Same as above, for memory allocated by the object itself, otherwise 0.
  uint64_t allocated(llvm::ArrayRef<uint8_t> Values) const {
    return kind(Values) <= NativeKind::Arena ? bytes(Values) : 0;
  }
};

/// Returns a plan without Size if instances of \p Class have no native memory.
NativePlan planNative(const DumpContext &Context, uint64_t Class);

} // namespace hprof

#endif // HPROF_JAVA_JAVANATIVE_H
