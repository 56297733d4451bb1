//===- ObjectText.cpp - Objects as people recognise them ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/Json.h"

using namespace hprof;
using namespace llvm;

std::string hprof::loaderText(const HeapContents &C, Node N, EscapeMode Mode) {
  const HeapGraph &G = C.graph();
  if (!isLoader(G, N))
    return "";
  std::optional<std::string> Name = objectContent(C, N);
  return Name ? " \"" + escapeQuoted(*Name, '"', Mode) + '"' : "";
}

std::string hprof::objectText(const HeapContents &C, Node N, EscapeMode Mode) {
  std::string Text = escape(objectKind(C.graph(), N), Mode);
  if (std::optional<std::string> Content = objectContent(C, N))
    Text += " \"" + escapeQuoted(*Content, '"', Mode) + "\"";
  return Text + " " + jsonId(C.graph().id(N));
}
