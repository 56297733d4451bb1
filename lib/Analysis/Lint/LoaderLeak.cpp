//===- LoaderLeak.cpp - What keeps class loaders alive --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoaderLeak.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Java/JavaPackages.h"

using namespace hprof;
using namespace llvm;

bool hprof::isLoaderOfVM(const LintState &S, Node Loader) {
  StringRef Name = S.G.classOf(Loader).Name;
  return isOfPackage(Name, Internal) ||
         Name.ends_with(".DelegatingClassLoader");
}

Node hprof::pinOf(const LintState &S, Node N, Node Loader) {
  // A long list may dominate the loader, and there may be many loaders.
  constexpr unsigned MostSteps = 4096;
  const uint64_t Id = S.G.id(Loader);
  Node Pin = N;
  for (unsigned I = 0; I != MostSteps && N != NoNode; ++I, N = S.T.parent(N)) {
    ClassNumber C = S.G.asClass(N);
    if (N == Loader ||
        S.G.classes()[C == NoClass ? S.G.classNumber(N) : C].Loader == Id)
      Pin = N;
  }
  return Pin;
}

void LoaderLeak::Range::add(uint64_t N) {
  Least = std::min(Least, N);
  Most = std::max(Most, N);
}

std::string LoaderLeak::Range::text() const {
  return (Least == Most ? "" : std::to_string(Least) + " to ") +
         std::to_string(Most);
}

void LoaderLeak::add(const LintState &S, Node Loader, uint64_t NewClasses,
                     uint64_t Bytes) {
  const Node Pin = pinOf(S, Loader, Loader);
  Sum.add(S, Loader, Bytes, Bytes, Pin);
  Classes.add(NewClasses);
  Retained.add(S.T.retained(Loader));
  agree(Holder, S.holderOf(Pin).Holder, NoNode);
  agree(Through,
        Pin == Loader ? std::string() : stableClassName(S.G.describe(Pin)),
        std::string());
}

/// Describes the thread if the holder is a thread.
std::string LoaderLeak::threadText(const LintState &S) const {
  if (!Holder || *Holder == NoNode)
    return "";
  std::optional<std::string> Name = S.Contents.threadName(*Holder);
  return Name ? "thread '" + *Name + "'" : "";
}

std::string LoaderLeak::detail(const LintState &S) const {
  std::string Text =
      Classes.text() + (Classes.Most == 1 ? " class" : " classes");
  if (Sum.Count > 1)
    Text += " each; each retains " + Retained.text() +
            (Retained.Most == 1 ? " byte" : " bytes");
  else if (Retained.Most != Sum.Bytes)
    // Sum excludes bytes that other checks and nested loaders already report.
    Text += "; retains " + counted(Retained.Most, "byte") + " in total";
  std::string Thread = threadText(S), Own = Through.value_or("");
  if (!Thread.empty() || !Own.empty())
    Text += "; held" + (Thread.empty() ? "" : " by " + Thread) +
            (Own.empty() ? "" : " through " + Own);
  return Text;
}
