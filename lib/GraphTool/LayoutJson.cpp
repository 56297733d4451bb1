//===- LayoutJson.cpp - The layout of a graph in JSON ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/LayoutJson.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

void hprof::layoutJson(json::OStream &J, const HeapGraph &G) {
  J.attribute("layout", G.layout().Name);
  J.attribute("layout_certain", G.isLayoutCertain());
  J.attribute("layout_evidence", G.layoutEvidence());
}
