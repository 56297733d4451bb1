//===- GraphTesting.h - Graphs of dumps built in memory ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ANALYSIS_GRAPH_GRAPHTESTING_H
#define HPROF_UNITTESTS_ANALYSIS_GRAPH_GRAPHTESTING_H

#include "Format/Hprof/HprofBytes.h"
#include "Format/Yaml/YamlDump.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace hprof {

inline void addArray(HprofBytes &B, uint64_t Id, uint64_t Class,
                     llvm::ArrayRef<uint64_t> Elements) {
  B.number(0x22, 1).id(Id).number(1, 4).number(Elements.size(), 4).id(Class);
  for (uint64_t E : Elements)
    B.id(E);
}

inline llvm::Expected<HeapGraph> tryGraphOf(llvm::ArrayRef<uint8_t> Bytes,
                                            const GraphOptions &Options = {}) {
  std::unique_ptr<HeapFile> In = HeapFile::fromMemory(Bytes, "test");
  return HeapGraph::build(*In, Options);
}

inline HeapGraph graphOf(llvm::ArrayRef<uint8_t> Bytes,
                         const GraphOptions &Options = {}) {
  return llvm::cantFail(tryGraphOf(Bytes, Options));
}

inline HeapGraph graphOf(llvm::StringRef Yaml,
                         const GraphOptions &Options = {}) {
  return graphOf(fromYaml(Yaml), Options);
}

/// Options for a graph with 8-byte entries if \p IsWide.
inline GraphOptions wideIf(bool IsWide) {
  GraphOptions Options;
  Options.IsWide = IsWide;
  return Options;
}

/// The ids that the object \p Id refers to, starting with its class.
inline std::vector<uint64_t> references(const HeapGraph &G, uint64_t Id,
                                        ReferenceKinds Without = {}) {
  std::vector<uint64_t> Ids;
  Node N = G.find(Id);
  if (N == NoNode)
    ADD_FAILURE() << "no object " << Id;
  else
    G.forEachReference(N, [&](Node To) { Ids.push_back(G.id(To)); }, Without);
  return Ids;
}

/// All results of a graph and of its dominator tree, as text.
inline std::string toText(const HeapGraph &G,
                          const DominatorTree *T = nullptr) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (Node N = 0; N != G.size(); ++N) {
    OS << llvm::utohexstr(G.id(N)) << ' ' << G.describe(N) << " ["
       << G.arrayLength(N) << "] " << G.shallow(N) << " bytes:";
    G.forEachReference(N, [&](Node To) { OS << ' ' << To; });
    if (T)
      OS << " dominated by " << int64_t(T->parent(N)) << " retains "
         << T->retained(N) << (T->isReachable(N) ? "" : " unreachable");
    OS << '\n';
  }
  for (const GraphRoot &R : G.roots())
    OS << "root " << R.Object << ' ' << int(R.Kind) << ' ' << R.ThreadSerial
       << ' ' << R.Frame << ' ' << int64_t(R.Thread) << '\n';
  for (Node N : G.rootNodes())
    OS << "root node " << N << '\n';
  for (const GraphClass &C : G.classes())
    OS << "class " << C.Name << ' ' << C.Id << ' ' << int64_t(C.Object) << ' '
       << int32_t(C.Super) << ' ' << C.Loader << '\n';
  const GraphCounts &C = G.counts();
  OS << C.References << ' ' << C.Dangling << ' ' << C.LostRoots << ' '
     << C.NullRoots << ' ' << C.Duplicates << ' ' << C.Unexplained << ' '
     << C.WrongSizes << ' ' << C.Dumps << '\n';
  return Text;
}

} // namespace hprof

#endif // HPROF_UNITTESTS_ANALYSIS_GRAPH_GRAPHTESTING_H
