//===- graph-compare.cpp - Compares dumps as graphs -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints the first difference between two dumps of any formats (see
/// ObjectGraph.h) and exits with status 1. If there is no difference, prints
/// what was compared.
///
//===----------------------------------------------------------------------===//

#include "Convert/ObjectGraph.h"
#include "hprof/Tool/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "hprof/Tool/OptTable.inc"

using namespace hprof;
using namespace llvm;

static Expected<ObjectGraph> read(ToolContext &C, StringRef Path) {
  Expected<std::unique_ptr<Source>> In = Source::open(Path);
  if (!In)
    return In.takeError();
  Expected<ObjectGraph> Graph =
      readObjectGraph(**In, C.report().damageHandler(Path));
  if (!Graph)
    return createFileError(Path, Graph.takeError());
  return Graph;
}

static GraphIgnore ignored(ToolContext &C) {
  GraphIgnore I;
  const std::pair<StringRef, bool &> Names[] = {
      {"roots", I.Roots},
      {"sizes", I.Sizes},
      {"lengths", I.Lengths},
      {"names", I.Names},
      {"superclasses", I.Supers},
      {"class-references", I.ClassReferences},
      {"unused-classes", I.UnusedClasses}};
  for (const std::string &Given : C.getAll(OPT_ignore_eq))
    for (auto &[Name, Flag] : Names)
      if (Name == Given)
        Flag = true;
  return I;
}

/// Adds a number to all ids.
static void move(ObjectGraph &G, uint64_t By) {
  auto Move = [By](uint64_t &Id) { Id += Id ? By : 0; };
  for (GraphNode &N : G.Nodes) {
    Move(N.Id);
    for (uint64_t &Id : N.References)
      Move(Id);
    if (N.Super)
      Move(*N.Super);
  }
  for (auto &R : G.Roots)
    Move(R.Object);
}

static Error run(ToolContext &C) {
  if (C.inputs().size() != 2)
    return usageError("expected two inputs");
  StringRef First = C.inputs()[0], Second = C.inputs()[1];
  Expected<ObjectGraph> A = read(C, First);
  if (!A)
    return A.takeError();
  move(*A, C.number(OPT_moved_by, 0));
  Expected<ObjectGraph> B = read(C, Second);
  if (!B)
    return B.takeError();
  if (std::optional<std::string> Found = firstDifference(*A, *B, ignored(C)))
    return createStringError("'" + First + "' and '" + Second + "': " + *Found);
  auto Classes = count_if(
      A->Nodes, [](const GraphNode &N) { return N.Kind == NodeKind::Class; });
  auto Unexplained =
      count_if(A->Nodes, [](const GraphNode &N) { return N.IsUnexplained; });
  raw_ostream &OS = C.out();
  OS << "the same: " << Classes << " classes, " << A->Nodes.size() - Classes
     << " objects, " << A->numReferences() << " references, " << A->Roots.size()
     << " roots\n";
  if (Unexplained)
    OS << "without a class: " << Unexplained << " objects\n";
  return Error::success();
}

int main(int Argc, char **Argv) {
  return toolMain(Argc, Argv,
                  {"graph-compare", "[options] file file",
                   "Compares two dumps as graphs", InputRule::AnyNumber},
                  toolOptions(), run);
}
