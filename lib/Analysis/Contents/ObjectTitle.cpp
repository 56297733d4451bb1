//===- ObjectTitle.cpp - Descriptions of objects --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ObjectTitle.h"

using namespace hprof;
using namespace llvm;

std::string hprof::objectKind(const HeapGraph &G, Node N) {
  std::string Text = G.describe(N);
  if (G.asClass(N) != NoClass || !G.classOf(N).isArray())
    return Text;
  // The length goes into the first pair of brackets: int[3][].
  size_t At = Text.size();
  while (StringRef(Text).take_front(At).ends_with("[]"))
    At -= 2;
  std::string Length = std::to_string(G.arrayLength(N));
  return At == Text.size() ? Text + " of " + Length
                           : Text.insert(At + 1, Length);
}

/// Whether \p Class or one of its superclasses is called \p Name.
static bool extends(const HeapGraph &G, ClassNumber Class, StringRef Name) {
  // A chain longer than the number of classes is a cycle.
  for (size_t Left = G.classes().size(); Left && Class != NoClass; --Left) {
    if (G.classes()[Class].Name == Name)
      return true;
    Class = G.classes()[Class].Super;
  }
  return false;
}

std::optional<std::string> hprof::wholeContent(const HeapContents &C, Node N) {
  const HeapGraph &G = C.graph();
  if (G.asClass(N) != NoClass)
    return std::nullopt;
  if (G.classOf(N).Name == "java.lang.String") {
    if (std::optional<JavaString> S = C.string(N))
      return std::move(S->Text);
    return std::nullopt;
  }
  if (C.threadOf(N))
    return C.threadName(N);
  return isLoader(G, N) ? C.loaderName(N) : std::nullopt;
}

std::optional<std::string> hprof::objectContent(const HeapContents &C, Node N) {
  constexpr size_t Most = 60;
  std::optional<std::string> Whole = wholeContent(C, N);
  if (!Whole)
    return std::nullopt;
  auto [Text, HasMore] = C.start(std::move(*Whole), Most);
  return HasMore ? Text + "..." : Text;
}

bool hprof::isLoader(const HeapGraph &G, Node N) {
  return N != NoNode && G.asClass(N) == NoClass &&
         extends(G, G.classNumber(N), "java.lang.ClassLoader");
}

Prose hprof::objectProse(const HeapContents &C, Node N) {
  Prose Text;
  Text.name(objectKind(C.graph(), N));
  if (std::optional<std::string> Content = objectContent(C, N))
    (Text << " ").quoted(*Content);
  Text << " ";
  return Text.id(C.graph().id(N));
}
