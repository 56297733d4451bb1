//===- ObjectNames.cpp - Names of objects in the application --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/ObjectNames.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Java/CollectionRows.h"
#include "hprof/Java/JavaNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace llvm;

/// Returns the string at the end of the field path \p Path.
static std::string textAt(const HeapContents &Contents, Node N,
                          StringRef Path) {
  SmallVector<StringRef, 4> Fields;
  Path.split(Fields, '.', -1, /*KeepEmpty=*/false);
  for (StringRef Field : Fields)
    if (N = Contents.follow(N, Field); N == NoNode)
      return "";
  if (std::optional<JavaString> S = Contents.string(N))
    return Contents.masked(std::move(S->Text));
  return Contents.threadName(N).value_or("");
}

std::optional<std::string> hprof::objectName(const HeapContents &Contents,
                                             Node N) {
  const HeapGraph &G = Contents.graph();
  if (G.asClass(N) != NoClass)
    return std::nullopt;
  if (Contents.threadOf(N))
    return Contents.threadName(N);
  // A damaged dump may contain a cyclic chain of superclasses.
  ClassNumber C = G.classNumber(N);
  for (size_t I = 0; C != NoClass && I != G.classes().size(); ++I) {
    if (const NamePlace *P = findNamePlace(G.classes()[C].Name)) {
      std::string Name = textAt(Contents, N, P->Name);
      if (Name.empty())
        return std::nullopt;
      std::string Scope;
      if (!P->Scope.empty())
        Scope = textAt(Contents, N, P->Scope);
      if (!Scope.empty())
        Scope += '/';
      return Scope += Name;
    }
    C = G.classes()[C].Super;
  }
  return std::nullopt;
}

std::optional<std::string> hprof::entryKey(const HeapContents &Contents,
                                           Node Entry, Node Value) {
  const HeapGraph &G = Contents.graph();
  if (G.asClass(Entry) != NoClass)
    return std::nullopt;
  // Subclasses such as LinkedHashMap$Entry inherit these fields.
  ClassNumber C = G.classNumber(Entry);
  Node Key = NoNode;
  for (size_t I = 0; Key == NoNode && C != NoClass && I != G.classes().size();
       ++I) {
    for (const EntryRow &R : entryRows())
      if (R.Class == G.classes()[C].Name && !R.Holds[1].empty() &&
          Contents.follow(Entry, R.Holds[1]) == Value)
        Key = Contents.follow(Entry, R.Holds[0]);
    C = G.classes()[C].Super;
  }
  if (Key == NoNode)
    return std::nullopt;
  if (ClassNumber Of = G.asClass(Key); Of != NoClass)
    return G.classes()[Of].Name;
  std::optional<JavaString> S = Contents.string(Key);
  return S ? std::optional(std::move(S->Text)) : std::nullopt;
}
