//===- GraphFacts.cpp - Facts about a graph in answers --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphFacts.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"

using namespace hprof;
using namespace llvm;

static StringRef viewName(const DominatorRequest &Request) {
  switch (Request.What) {
  case DominatorRequest::View::Objects:
    return "objects";
  case DominatorRequest::View::Groups:
    return groupName(Request.By);
  case DominatorRequest::View::Drops:
    return "drops";
  case DominatorRequest::View::OfClass:
    return "objects_of_class";
  case DominatorRequest::View::Tree:
    return "tree";
  case DominatorRequest::View::ClassTree:
  case DominatorRequest::View::Collapsed:
    return "class_tree";
  case DominatorRequest::View::Suspects:
    return "suspects";
  }
  llvm_unreachable("unhandled view");
}

Expected<GraphFacts> GraphFacts::of(std::shared_ptr<HeapStore> Store,
                                    const DominatorRequest &Request) {
  GraphFacts Facts;
  Facts.Store = std::move(Store);
  Expected<uint64_t> Missing = Facts.Store->missingBytes();
  if (!Missing)
    return Missing.takeError();
  Facts.Missing = *Missing;
  if (Request.What != DominatorRequest::View::Suspects) {
    Expected<const DominatorTree *> Tree = Facts.Store->dominators();
    if (!Tree)
      return Tree.takeError();
    Facts.Tree = *Tree;
    Facts.Totals = (*Tree)->totals();
  }
  Facts.View = viewName(Request);
  Facts.Dump = Request.Dump;
  Facts.IsVerbose = Request.IsVerbose;
  Facts.AsksForKept = Request.AsksForKept;
  return Facts;
}

Prose hprof::loaderName(const GraphFacts &Of, Node N) {
  const HeapGraph &G = Of.graph();
  Prose Name;
  if (!isLoader(G, N))
    return Name;
  Expected<const HeapContents *> Contents = Of.Store->contents();
  if (!Contents) {
    // Contents are not needed for sizes.
    consumeError(Contents.takeError());
    return Name;
  }
  if (std::optional<std::string> Text = objectContent(**Contents, N))
    (Name << " ").quoted(*Text);
  return Name;
}

Prose hprof::shown(const GraphFacts &A, Node N) {
  Prose Text;
  Text.name(A.graph().describe(N)) << " ";
  Text.id(A.graph().id(N));
  return Text.prose(loaderName(A, N));
}

Datum hprof::shareOf(const GraphFacts &A, uint64_t Bytes) {
  if (A.Store->isCut())
    return Datum(); // A share of an unknown total is meaningless.
  return A.Totals.Bytes ? double(Bytes) / double(A.Totals.Bytes) : 0.0;
}

std::optional<uint64_t> hprof::idOf(const GraphFacts &A, Node N) {
  return N == NoNode ? std::nullopt : std::optional(A.graph().id(N));
}

HPROF_TABLE_BEGIN(faultColumns, GraphCounts, NothingAsked, "graph-faults",
                  "Faults in a dump.")
HPROF_COLUMN(Count, "dangling_references", ForJson, R.Dangling,
             "Number of references to objects that are missing from the dump.")
HPROF_COLUMN(Count, "duplicate_objects", ForJson, R.Duplicates,
             "Number of objects with a duplicate id, which are omitted.")
HPROF_COLUMN(Count, "objects_without_class", ForJson, R.Unexplained,
             "Number of objects whose class is missing from the dump.")
HPROF_COLUMN(Count, "wrong_sizes", ForJson, R.WrongSizes,
             "Number of objects whose size differs from that of their class.")
HPROF_TABLE_END

const TableInfo &hprof::faultTable() { return faultColumns(); }

std::unique_ptr<Rows> hprof::faultsOf(const HeapGraph &G) {
  return oneRow(faultColumns(), NothingAsked::value(), G.counts());
}

LayoutFacts hprof::layoutOf(const HeapGraph &G) {
  return {G.layout().Name.str(), G.layout().Text.str(), G.isLayoutCertain(),
          G.layoutEvidence(), /*Release=*/0};
}

Datum hprof::missingBytes(const GraphFacts &Of) {
  if (Of.Store->isCut() && !Of.Missing)
    return Datum::Null();
  return Of.Missing;
}

void hprof::presentTotals(Presenter &To, const GraphFacts &Of) {
  const HeapGraph &G = Of.graph();
  Prose Line;
  Line.name(Of.Store->name()) << ": ";
  const bool IsCut = Of.Store->isCut();
  if (IsCut) {
    Line << "truncated, ";
    if (Of.Missing)
      (Line << "at least ").count(Of.Missing, "byte") << " missing; ";
    else
      Line << "missing amount unknown; ";
  }
  Line.count(Of.Totals.Objects, "object") << " (";
  Line.bytes(Of.Totals.Bytes) << ")";
  if (IsCut && Of.Store->origin().KeepUnreachable) {
    Line << (Of.AsksForKept ? "; " : "; roots reach less than half; ")
         << "treating all objects as reachable";
  } else {
    (Line << " reachable; ").number(G.size() - Of.Totals.Objects) << " (";
    Line.bytes(Of.Totals.UnreachableBytes) << ") unreachable";
  }
  To.sentence(
      Line << (G.isLayoutCertain() ? "" : "; layout and sizes uncertain"));
}

static void presentDetails(Presenter &To, const GraphFacts &Of) {
  const HeapGraph &G = Of.graph();
  const GraphCounts &Counts = G.counts();
  To.line(Prose("  layout: ")
          << G.layout().Text << (G.isLayoutCertain() ? "" : ", uncertain"));
  Prose Line = "  ";
  Line.count(Counts.References, "reference") << ", ";
  Line.count(G.rootNodes().size(), "root") << ", ";
  To.line(Line.count(G.classes().size(), "class", "classes"));
  if (Of.Totals.MadeRoots)
    To.line(
        Prose("  ").count(Of.Totals.MadeRoots, "unreachable object")
        << (Of.Totals.MadeRoots == 1 ? " added as a root" : " added as roots"));
  for (auto [Count, Noun, What] :
       {std::tuple(Counts.Dangling, "reference",
                   "to objects missing from the dump"),
        std::tuple(Counts.Duplicates, "object", "with a duplicate id, omitted"),
        std::tuple(Counts.Unexplained, "object",
                   "of classes missing from the dump"),
        std::tuple(Counts.WrongSizes, "object",
                   "whose size does not match the class")})
    if (Count)
      To.line(Prose("  ").count(Count, Noun) << " " << What);
}

void hprof::presentRestOfHead(Presenter &To, const GraphFacts &Of) {
  if (const unsigned Dumps = Of.graph().counts().Dumps; Dumps > 1)
    To.line(Prose("  dump ")
            << std::to_string(Of.Dump) << " of " << std::to_string(Dumps));
  if (Of.IsVerbose)
    presentDetails(To, Of);
  To.line("");
}

void hprof::presentGraph(Presenter &To, const GraphFacts &Of) {
  presentTotals(To, Of);
  presentRestOfHead(To, Of);
}
