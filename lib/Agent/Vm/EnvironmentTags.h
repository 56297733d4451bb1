//===- EnvironmentTags.h - Tags of a session --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Sessions use an environment one after another (Jvm::lease()), and
/// objects may still have tags of an earlier session. Therefore, a tag contains
/// a use number:
///
///     bits of the tag    62 .. 40    39 .. 0
///                        use         value
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_VM_ENVIRONMENTTAGS_H
#define HPROF_LIB_AGENT_VM_ENVIRONMENTTAGS_H

#include "JvmTi.h"

namespace hprof::agent {

class EnvironmentTags {
public:
  static constexpr unsigned ValueBits = 40;
  static constexpr uint32_t EndOfUses = 1 << 23;

  /// \p Use is less than EndOfUses.
  EnvironmentTags(jvmtiEnv &Ti, uint32_t Use)
      : Ti(Ti), Base(jlong(Use) << ValueBits) {}

  /// Sets \p Value to 0 if the object has no tag of this use.
  jvmtiError get(jobject Object, jlong &Value) const {
    Value = 0;
    jlong Tag = 0;
    const jvmtiError E = Ti.GetTag(Object, &Tag);
    if (E == JVMTI_ERROR_NONE && (Tag & ~Mask) == Base)
      Value = Tag & Mask;
    return E;
  }
  /// \p Value is at most ValueBits bits wide.
  jvmtiError set(jobject Object, jlong Value) const {
    return Ti.SetTag(Object, Base | Value);
  }

private:
  static constexpr jlong Mask = (jlong(1) << ValueBits) - 1;

  jvmtiEnv &Ti;
  const jlong Base;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_VM_ENVIRONMENTTAGS_H
