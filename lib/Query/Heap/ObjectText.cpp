//===- ObjectText.cpp - What an object says -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/ObjectText.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"

using namespace hprof;

std::optional<std::string> hprof::objectText(const HeapContents &C, Node N) {
  const HeapGraph &G = C.graph();
  if (N == NoNode)
    return std::nullopt;
  if (const ClassNumber As = G.asClass(N); As != NoClass)
    return G.classes()[As].Name;
  if (std::optional<std::string> Name =
          objectContent(C, N, /*MaxLength=*/SIZE_MAX))
    return Name;
  if (std::optional<ObjectContents> Value = objectValue(C, N))
    if (!Value->isCollection())
      return std::move(Value->Text);
  if (std::optional<JavaString> S = C.string(N))
    return std::move(S->Text);
  return std::nullopt;
}
