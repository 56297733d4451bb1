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

void hprof::layoutJson(json::OStream &J, StringRef Name, StringRef Text,
                       bool IsCertain, StringRef Evidence) {
  J.attributeObject("layout", [&] {
    J.attribute("name", Name);
    J.attribute("text", Text);
    J.attribute("certain", IsCertain);
    J.attribute("evidence", Evidence);
  });
}

void hprof::layoutJson(json::OStream &J, const HeapGraph &G) {
  layoutJson(J, G.layout().Name, G.layout().Text, G.isLayoutCertain(),
             G.layoutEvidence());
}
