//===- NativeMemory.cpp - Memory outside the heap -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/NativeMemory.h"
#include "hprof/Java/JavaNative.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

NativeMemory hprof::nativeMemory(const HeapContents &C,
                                 function_ref<bool(Node)> Counts) {
  const HeapGraph &G = C.graph();
  std::vector<NativePlan> Plans;
  for (const GraphClass &Class : G.classes())
    Plans.push_back(planNative(C.context(), Class.Id));
  NativeMemory Sum;
  if (none_of(Plans, [](const NativePlan &P) { return bool(P); }))
    return Sum;
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Type = G.types().get(N);
    if (Type >= Plans.size() || !Plans[Type] || G.asClass(N) != NoClass ||
        !Counts(N))
      continue;
    const std::optional<FoundObject> O = C.object(N);
    if (const uint64_t Bytes = O ? Plans[Type].allocated(O->Bytes) : 0) {
      ++Sum.Objects;
      Sum.Bytes += Bytes;
    }
  }
  return Sum;
}
