//===- CollapsedStacks.cpp - Stacks on one line each ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Threads/CollapsedStacks.h"
#include "StackGroups.h"
#include "hprof/Analysis/Threads/ThreadFilter.h"
#include "hprof/Format/Base/CollapsedName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace llvm;

static std::string collapsedFrame(const ThreadFrame &F) {
  return collapsedName(F.ClassName.empty() ? F.Method
                                           : F.ClassName + "." + F.Method);
}

std::vector<CollapsedStack>
hprof::collapseStacks(ArrayRef<const ThreadDump *> Dumps,
                      const ThreadFilter &Filter, uint64_t Ignore) {
  std::vector<CollapsedStack> All;
  StringMap<size_t> Places;
  for (const ThreadDump *Dump : Dumps)
    for (const StackGroup &G :
         groupStacks(*Dump, Filter.select(*Dump), Ignore)) {
      const ArrayRef<uint32_t> Frames =
          Dump->frames(Dump->Threads[G.Threads.front()]);
      std::string Line;
      ListSeparator Semicolon(";");
      for (uint32_t F : reverse(
               Frames.drop_front(std::min<uint64_t>(Ignore, Frames.size())))) {
        Line += StringRef(Semicolon);
        Line += collapsedFrame(Dump->Stacks.frame(F));
      }
      if (Line.empty())
        continue;
      auto [It, IsNew] = Places.try_emplace(Line, All.size());
      if (IsNew)
        All.push_back({Line});
      All[It->second].Threads += G.Threads.size();
    }
  return All;
}
