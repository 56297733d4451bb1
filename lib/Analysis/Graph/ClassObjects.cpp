//===- ClassObjects.cpp - The objects of a class --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/ClassObjects.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static Error failure(const Twine &What) {
  return make_error<StringError>(What, inconvertibleErrorCode());
}

/// Returns all objects of the classes in \p Wanted.
static std::vector<Node> objectsOf(const HeapGraph &G,
                                   const std::vector<bool> &Wanted) {
  std::vector<uint8_t> ByType(Wanted.begin(), Wanted.end());
  bool WantsClasses = G.classClass() != NoClass && Wanted[G.classClass()];
  ByType.resize(2 * Wanted.size(), WantsClasses);
  std::vector<Node> Found;
  auto Look = [&](const auto *Types) {
    for (Node N = 0; N != G.size(); ++N)
      if (ByType[Types[N]])
        Found.push_back(N);
  };
  switch (G.types().width()) {
  case 2:
    Look(G.types().as<uint16_t>());
    break;
  case 4:
    Look(G.types().as<uint32_t>());
    break;
  default:
    Look(G.types().as<uint64_t>());
  }
  return Found;
}

/// Returns a hint for a class with only static fields; empty for others.
static std::string classHint(const HeapGraph &G,
                             const std::vector<bool> &Wanted) {
  if (count(Wanted, true) != 1)
    return "";
  uint64_t Id = G.classes()[size_t(find(Wanted, true) - Wanted.begin())].Id;
  return Id ? "; --object=0x" + utohexstr(Id, /*LowerCase=*/true) +
                  " selects the class itself"
            : "";
}

Expected<ClassObjects> hprof::objectsOfClass(const HeapGraph &G,
                                             StringRef Text) {
  ClassObjects Found;
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  Found.Name = Pattern->text().str();
  ClassSuggestion Near(*Pattern);
  std::vector<bool> IsWanted;
  for (auto [I, C] : enumerate(G.classes())) {
    IsWanted.push_back(Pattern->matches(C.Name, C.Id));
    if (IsWanted.back())
      Found.Classes.push_back(ClassNumber(I));
    Near.offer(C.Name);
  }
  if (Found.Classes.empty())
    return failure(
        (Pattern->isName() ? "no class is called '" : "no class matches '") +
        Found.Name + "'" + Near.text());
  Found.Objects = objectsOf(G, IsWanted);
  if (Found.Objects.empty())
    return failure("no objects of '" + Found.Name + "'" +
                   classHint(G, IsWanted));
  return Found;
}
