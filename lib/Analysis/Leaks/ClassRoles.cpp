//===- ClassRoles.cpp - Roles of classes ----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassRoles.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Java/CollectionRows.h"
#include "hprof/Java/JavaPackages.h"
#include "hprof/Java/JavaValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

ClassRoles::ClassRoles(const HeapGraph &G, const DominatorTree &T,
                       const ClassPattern *Program)
    : G(G), Program(Program) {
  const size_t Classes = G.classes().size();
  Roles.resize(2 * Classes);
  for (ClassNumber C = 0; C != Classes; ++C) {
    Roles[C] = byName(C);
    const StringRef Name = G.classes()[C].Name;
    if (Roles[C] == ClassRole::Container && Name.starts_with("java.util.") &&
        !G.classes()[C].isArray() &&
        (isCollectionClass(Name) || Name == "java.util.BitSet"))
      Collections.insert(C);
    Roles[Classes + C] = G.classes()[C].isArray()
                             ? ClassRole::Container
                             : std::max(Roles[C], ClassRole::Platform);
  }
  findShapes(T);
}

bool ClassRoles::isChosen(ClassNumber C) const {
  return Program && !G.classes()[C].isArray() &&
         Program->matches(G.classes()[C].Name);
}

ClassRole ClassRoles::byName(ClassNumber C) const {
  const GraphClass &Class = G.classes()[C];
  StringRef Name = Class.Name;
  if (Class.isArray())
    return *Class.Element == BasicType::Object ? ClassRole::Container
                                               : ClassRole::Value;
  if (isChosen(C))
    return ClassRole::Program;
  if (textKind(Name) || findBox(Name))
    return ClassRole::Value;
  if (isOfPackage(Name, Jdk | Android))
    return isCollectionClass(Name) || findEntry(Name) ||
                   (isOfPackage(Name, Container) && !isOfPackage(Name, Purpose))
               ? ClassRole::Container
               : ClassRole::Platform;
  if (isOfPackage(Name, Library))
    return ClassRole::Container;
  return isOfPackage(Name, ThirdParty) ? ClassRole::Library
                                       : ClassRole::Program;
}

/// Finds classes with a single object. Lambda classes, and classes of several
/// loaders, are combined by name. \p Objects has a count by type; 2 means more.
void ClassRoles::findSingle(ArrayRef<uint8_t> Objects) {
  StringMap<uint64_t> Named;
  std::vector<const uint64_t *> Sums(Roles.size());
  for (size_t Type = 0; Type != Roles.size(); ++Type)
    if (Objects[Type]) {
      uint64_t &Sum = Named[stableClassName(typeName(G, Type))];
      Sum += Objects[Type];
      Sums[Type] = &Sum;
    }
  Single.resize(Roles.size());
  for (size_t Type = 0; Type != Roles.size(); ++Type)
    Single[Type] = Sums[Type] && *Sums[Type] == 1;
}

/// Determines which classes are nodes from the first objects of each class.
void ClassRoles::findShapes(const DominatorTree &T) {
  constexpr size_t Wanted = 64;
  std::vector<uint8_t> Objects(Roles.size());
  std::vector<SmallVector<Node, 0>> Samples(G.classes().size());
  for (Node N = 0; N != G.size(); ++N) {
    uint64_t Type = G.types().get(N);
    const bool IsSample = Roles[Type] >= ClassRole::Library &&
                          Type < Samples.size() &&
                          Samples[Type].size() < Wanted;
    if (!(IsSample ||
          (Roles[Type] >= ClassRole::Platform && Objects[Type] < 2)) ||
        !T.isReachable(N))
      continue;
    if (Objects[Type] < 2)
      ++Objects[Type];
    if (IsSample)
      Samples[Type].push_back(N);
  }
  findSingle(Objects);
  SmallVector<size_t> Found;
  for (auto [Type, Sample] : enumerate(Samples)) {
    if (Sample.size() != Wanted)
      continue;
    const Shape S = shapeOf(T, Sample);
    if (S.IsLinked)
      Linked.insert(Type);
    if (S.IsNode && !isChosen(Type))
      Found.push_back(Type);
  }
  for (size_t Type : Found)
    Roles[Type] = ClassRole::Container;
}

/// Objects are nodes if most of them refer to an object of their own class, and
/// each exclusively holds one or two other objects besides strings and numbers.
ClassRoles::Shape ClassRoles::shapeOf(const DominatorTree &T,
                                      ArrayRef<Node> Sample) const {
  constexpr size_t TooMany = 3;
  size_t Links = 0, Holding = 0;
  for (Node N : Sample) {
    bool IsLinked = false;
    size_t Held = 0;
    Node Class = G.classNodes()[G.types().get(N)];
    G.forEachReference(N, [&](Node To) {
      if (To == Class)
        return;
      if (G.types().get(To) == G.types().get(N))
        IsLinked = true;
      else if (Roles[G.types().get(To)] >= ClassRole::Library)
        Held += T.parent(To) == N ? 1 : TooMany;
      else if (Roles[G.types().get(To)] == ClassRole::Container)
        Held += TooMany;
    });
    Links += IsLinked;
    Holding += Held && Held < TooMany;
  }
  const bool IsLinked = Links >= Sample.size() / 2;
  return {IsLinked, IsLinked && Holding >= Sample.size() / 10 * 9};
}
