//===- MadeUpObjects.cpp - Synthetic objects ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Objects that Eclipse Memory Analyzer 1.16.1 adds to a dump: see "Synthetic
// objects" in docs/Formats/MemoryAnalyzer.md.
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace hprof;
using namespace llvm;

/// Returns the greatest common divisor of the distances between objects,
/// limited to the range from 8 to 256.
static uint64_t distances(const NodeIds &Ids) {
  uint64_t All = 0;
  for (Node N = 1; N < Ids.size() && (!All || All > 8); ++N)
    if (uint64_t Before = Ids.id(N - 1))
      All = std::gcd(All, Ids.id(N) - Before);
  return std::clamp<uint64_t>(All, 8, 256);
}

/// Returns \p Base with the values that Memory Analyzer would find: it treats
/// references as compressed only if arrays would otherwise overlap.
ObjectLayout GraphBuilder::analyzerLayout(const ObjectLayout &Base) const {
  ObjectLayout L = Base;
  const bool IsSmall = G.Header.IdSize == 8 && Objects.Overlap.isFound();
  L.WordBytes = uint8_t(G.Header.IdSize);
  L.ReferenceBytes = uint8_t(IsSmall ? 4 : G.Header.IdSize);
  L.HeaderBytes = uint8_t(L.WordBytes + L.ReferenceBytes);
  L.Alignment = uint16_t(distances(G.Ids));
  L.Rule = SizeRule::MAT;
  return L;
}

/// Adds the bootstrap loader and the class objects of classes without one,
/// and assigns their ids: the id of the class if it has one; otherwise the
/// lowest free id.
void GraphBuilder::makeUp(uint64_t InstanceBytes) {
  if (GraphClass &C = G.Classes[G.ClassClass]; !C.IsDumped)
    C.InstanceBytes = InstanceBytes;
  auto IsLoaderClass = [](const GraphClass &C) {
    return C.Name == "java.lang.ClassLoader";
  };
  auto It = find_if(G.Classes, IsLoaderClass);
  LoaderClass = ClassNumber(It - G.Classes.begin());
  if (It == G.Classes.end()) {
    GraphClass &New = G.Classes.emplace_back();
    New.Name = "java.lang.ClassLoader";
    New.InstanceBytes = InstanceBytes;
  }
  Plans.BootLoader = G.Ids.size();
  G.MadeUp.push_back(0);

  std::set<uint64_t> Taken;
  auto Add = [&](GraphClass &C, uint64_t Id) {
    C.Object = G.Ids.size() + G.MadeUp.size();
    G.MadeUp.push_back(Id);
    Taken.insert(Id);
  };
  for (GraphClass &C : G.Classes)
    if (C.Object == NoNode && C.Id && G.Ids.find(C.Id) == NoNode)
      Add(C, C.Id);
  const uint64_t Step = G.Layout.Alignment;
  uint64_t Free = 0;
  auto AddFree = [&](GraphClass &C) {
    if (C.Object != NoNode)
      return;
    do
      Free += Step;
    while (G.Ids.find(Free) != NoNode || Taken.count(Free));
    Add(C, Free);
  };
  AddFree(G.Classes[G.ClassClass]);
  AddFree(G.Classes[LoaderClass]);
  for_each(G.Classes, AddFree);
}

/// Writes the references of synthetic objects, starting at entry \p Next.
template <class T> void GraphBuilder::writeMadeUp(uint64_t Next) {
  using Entry = HeapGraph::Entry<T>;
  if (G.MadeUp.empty())
    return;
  T *Starts = G.Starts.as<T>(), *Entries = G.Entries.as<T>();
  G.Types.set(Plans.BootLoader, LoaderClass);
  Starts[Plans.BootLoader] = Entry::None;
  auto Object = find_if(G.Classes, [](const GraphClass &C) {
    return C.IsDumped && C.Name == "java.lang.Object";
  });
  // Classes that were split from one class share a class object.
  std::vector<bool> IsWritten(G.MadeUp.size());
  for (auto [I, C] : enumerate(G.Classes)) {
    if (C.Object < G.Ids.size() || IsWritten[C.Object - G.Ids.size()])
      continue;
    IsWritten[C.Object - G.Ids.size()] = true;
    G.Types.set(C.Object, G.Classes.size() + I);
    Starts[C.Object] = T(Next);
    if (Object != G.Classes.end())
      Entries[Next++] = T(Object->Object);
    Entries[Next++] = T(Plans.BootLoader) | Entry::Last;
  }
}

template void GraphBuilder::writeMadeUp<uint32_t>(uint64_t Next);
template void GraphBuilder::writeMadeUp<uint64_t>(uint64_t Next);

/// Whether a class is a root if the dump does not mark system classes.
bool GraphBuilder::isSystemClass(const GraphClass &C) const {
  if (C.isArray())
    return false;
  if (!Options.MakeUp)
    return C.IsDumped && !C.Loader;
  const bool IsBoot = !C.Loader || G.Ids.find(C.Loader) == NoNode;
  return IsBoot && (C.IsDumped || C.Object >= G.Ids.size());
}
