//===- Subclasses.cpp - Subclasses of classes -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/Subclasses.h"

using namespace hprof;
using namespace llvm;

std::vector<ClassNumber> hprof::withSubclasses(const HeapGraph &G,
                                               ArrayRef<ClassNumber> Of) {
  enum : uint8_t { Unknown, No, Yes };
  std::vector<uint8_t> Is(G.classes().size(), Unknown);
  for (ClassNumber C : Of)
    Is[C] = Yes;
  std::vector<ClassNumber> All, Chain;
  for (ClassNumber C = 0; C != G.classes().size(); ++C) {
    Chain.clear();
    ClassNumber At = C;
    // A cycle of superclasses ends at a class that is not regarded as a
    // subclass.
    for (; At != NoClass && Is[At] == Unknown; At = G.classes()[At].Super) {
      Is[At] = No;
      Chain.push_back(At);
    }
    if (At != NoClass && Is[At] == Yes)
      for (ClassNumber Below : Chain)
        Is[Below] = Yes;
    if (Is[C] == Yes)
      All.push_back(C);
  }
  return All;
}
