//===- JavaNative.cpp - Native memory of Java objects ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaNative.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/SizeFields.h"

using namespace hprof;
using namespace llvm;

NativeKind NativePlan::kind(ArrayRef<uint8_t> Values) const {
  if (!IsBuffer)
    return NativeKind::Arena;
  if (Attached.get(Values) || Shown.get(Values))
    return NativeKind::View;
  if (!Cleaner.get(Values))
    return NativeKind::Foreign;
  return File.get(Values) ? NativeKind::Mapped : NativeKind::Owned;
}

static NativePlan planBuffer(const DumpContext &Context, uint64_t Class) {
  NativePlan Plan;
  Plan.IsBuffer = true;
  Plan.Size = findField(Context, Class, sizes::BufferCapacity.Field);
  Plan.Cleaner = findField(Context, Class, "cleaner");
  Plan.File = findField(Context, Class, "fd");
  Plan.Attached = findField(Context, Class, "att");
  if (!Plan.Attached)
    Plan.Attached = findField(Context, Class, "viewedBuffer"); // Up to JDK 6.
  Plan.Shown = findField(Context, Class, "segment");
  return Plan;
}

static NativePlan planArena(const DumpContext &Context, uint64_t Class) {
  NativePlan Plan;
  Plan.Size = findField(Context, Class, "val$allocationSize");
  if (!Plan.Size)
    Plan.Size = findField(Context, Class, "val$alignedSize"); // Up to JDK 23.
  return Plan;
}

NativePlan hprof::planNative(const DumpContext &Context, uint64_t Class) {
  constexpr unsigned MostSteps = 16; // Real classes have fewer.
  const ClassInfo *C = Context.findClass(Class);
  for (unsigned I = 0; C && I != MostSteps; ++I) {
    const std::string Name = Context.className(*C);
    if (Name == "java.nio.DirectByteBuffer")
      return planBuffer(Context, Class);
    if (Name == "jdk.internal.foreign.MemorySessionImpl$ResourceList$"
                "ResourceCleanup")
      return planArena(Context, Class);
    C = Context.findClass(C->Super);
  }
  return {};
}
