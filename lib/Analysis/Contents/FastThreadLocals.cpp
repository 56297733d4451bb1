//===- FastThreadLocals.cpp - Netty's thread-local variables --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Contents/FastThreadLocals.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Includes shaded copies of Netty in other packages.
static bool isNetty(StringRef Class, StringRef Name) {
  return Class.ends_with(Name) && Class.contains("netty");
}

/// Whether \p C or a superclass is a FastThreadLocal.
static bool isLocal(const HeapGraph &G, ClassNumber C) {
  constexpr unsigned MostSteps = 16;
  for (unsigned I = 0; C != NoClass && I != MostSteps; ++I) {
    if (isNetty(G.classes()[C].Name, ".util.concurrent.FastThreadLocal"))
      return true;
    C = G.classes()[C].Super;
  }
  return false;
}

FastThreadLocals::FastThreadLocals(const HeapContents &C) {
  const HeapGraph &G = C.graph();
  std::vector<bool> IsMap, IsLocal;
  for (auto [I, Class] : enumerate(G.classes())) {
    IsMap.push_back(
        isNetty(Class.Name, ".util.internal.InternalThreadLocalMap"));
    IsLocal.push_back(isLocal(G, ClassNumber(I)));
  }
  if (!is_contained(IsMap, true))
    return;
  DenseMap<Node, uint64_t> Locals;
  for (Node N = 0; N != G.size(); ++N) {
    const uint64_t Type = G.types().get(N);
    if (Type >= IsMap.size() || G.asClass(N) != NoClass)
      continue;
    if (IsMap[Type])
      if (const Node Array = C.follow(N, "indexedVariables"); Array != NoNode)
        Arrays.insert(Array);
    if (!IsLocal[Type])
      continue;
    const std::optional<FoundObject> O = C.object(N);
    const std::optional<Value> Index = O ? C.field(*O, "index") : std::nullopt;
    if (Index && Index->Type == BasicType::Int)
      Locals[N] = Index->Bits;
  }
  const DumpContext &Context = C.context();
  for (const ClassInfo *Class : Context.dumpedClasses())
    for (const StaticField &F : Class->Statics)
      if (const Node N =
              isReference(F.Value.Type) ? C.find(F.Value.Bits) : NoNode;
          N != NoNode)
        if (auto It = Locals.find(N); It != Locals.end())
          ByIndex.try_emplace(It->second,
                              Context.className(*Class) + "." +
                                  Context.string(F.Name).value_or("?").str());
  for (const auto &[N, Index] : Locals)
    ByIndex.try_emplace(Index, G.classOf(N).Name);
}

StringRef FastThreadLocals::variable(Node Array, uint64_t Index) const {
  const auto It = Arrays.contains(Array) ? ByIndex.find(Index) : ByIndex.end();
  return It == ByIndex.end() ? StringRef() : StringRef(It->second);
}
