//===- NeighbourTables.cpp - Tables of references -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NeighbourTables.h"
#include "LabelValues.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Analysis/Paths/Neighbours.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Neighbours of some objects, with rows that are created on demand.
struct NeighbourLevel {
  std::vector<Neighbour> All;
  size_t Next = 0;
  unsigned Depth = 0;
};

/// A neighbour, or a remark in place of a neighbour.
struct NeighbourRow {
  const Neighbour *Of = nullptr; ///< Null for a remark.
  unsigned Depth = 0;
  uint64_t More = 0;      ///< Number of rows that are omitted here.
  bool IsKnown = false;   ///< Whether the neighbours were shown before.
  std::vector<Node> Next; ///< Objects whose neighbours follow.
};

/// Creates the rows of all levels, in order. The neighbours of an object
/// are shown only once, so that cycles end.
class NeighbourWalk {
public:
  NeighbourWalk(const PathFacts &Of, const NeighbourQuestion &Q)
      : Of(Of), Question(Q.Question), ByClass(Q.ByClass), Steps(Q.Depth),
        Inbound(Q.IsIncoming ? Of.Inbound : nullptr) {
    Shown.insert(Q.Of.begin(), Q.Of.end());
  }

  bool isIncoming() const { return Inbound != nullptr; }
  NeighbourLevel level(ArrayRef<Node> Objects, unsigned Depth) const {
    return {neighboursOf(Of.contents(), Objects, Inbound, ByClass), 0, Depth};
  }
  /// Creates the next row of \p L. Returns false at the end.
  bool next(NeighbourLevel &L, NeighbourRow &Row) const;

  const PathFacts &Of;
  const HeapQuestion *Question;
  const bool ByClass;

private:
  const unsigned Steps;
  const InboundReferences *Inbound;
  mutable DenseSet<Node> Shown;
};

} // namespace

bool NeighbourWalk::next(NeighbourLevel &L, NeighbourRow &Row) const {
  if (L.Next == L.All.size())
    return false;
  Row = NeighbourRow();
  Row.Depth = L.Depth;
  if (L.Next == Of.Request.Top) {
    Row.More = L.All.size() - L.Next;
    L.Next = L.All.size();
    return true;
  }
  const Neighbour &N = L.All[L.Next++];
  Row.Of = &N;
  // References of a class are irrelevant for its instances.
  if (L.Depth + 1 < Steps &&
      (isIncoming() || N.Label.Kind != LabelKind::Class)) {
    copy_if(N.Nodes, std::back_inserter(Row.Next),
            [&](Node Object) { return Shown.insert(Object).second; });
    Row.IsKnown = Row.Next.empty();
  }
  return true;
}

static const HeapContents &contents(const NeighbourWalk &A) {
  return A.Of.contents();
}

static const ReferenceLabel *label(const NeighbourRow &R,
                                   const NeighbourWalk &) {
  return &R.Of->Label;
}

static bool hasIndex(const NeighbourRow &, const NeighbourWalk &A) {
  return !A.ByClass;
}

static std::string referenceText(const NeighbourRow &R,
                                 const NeighbourWalk &A) {
  const ReferenceLabel &L = R.Of->Label;
  return withStrength(
      L.Kind == LabelKind::Element && A.ByClass ? "[*]" : contents(A).spell(L),
      L);
}

static Datum objects(const NeighbourRow &R) {
  return R.Of ? Datum(R.Of->Nodes.size()) : Datum();
}

static Datum shallow(const NeighbourRow &R, const NeighbourWalk &A) {
  if (!R.Of)
    return Datum();
  uint64_t Sum = 0;
  for (Node N : R.Of->Nodes)
    Sum += A.Of.graph().shallow(N);
  return Sum;
}

static Datum retained(const NeighbourRow &R, const NeighbourWalk &A) {
  return R.Of && A.Of.Tree ? Datum(A.Of.Tree->retainedTogether(R.Of->Nodes))
                           : Datum();
}

/// Reference as a field of its holder: "table of HashMap", "value: byte[3]".
static Prose lineText(const NeighbourRow &R, const NeighbourWalk &A) {
  Prose Text;
  if (!R.Of)
    return (Text << "... ").number(R.More) << " more";
  Text.name(referenceText(R, A)) << (A.isIncoming() ? " of " : ": ");
  const Node First = R.Of->Nodes.front();
  if (R.Of->Nodes.size() == 1) {
    Text.prose(objectProse(contents(A), First));
  } else {
    Text.name(A.Of.graph().describe(First)) << ", for example ";
    Text.id(A.Of.graph().id(First));
  }
  return R.IsKnown ? Text << ", then as above" : Text;
}

static Datum below(const NeighbourRow &R, const NeighbourWalk &A);

HPROF_TABLE_BEGIN(neighbourColumns, NeighbourRow, NeighbourWalk, "neighbour",
                  "Incoming or outgoing references.")
HPROF_COLUMN(Text, "question", ForCsv, StringRef(A.Question->Text),
             "Requested id or class.")
HPROF_WORD("incoming|outgoing", "direction", ForCsv,
           A.isIncoming() ? "incoming" : "outgoing",
           "Whether the row shows incoming or outgoing references.")
HPROF_COLUMN(Depth, "depth", ForCsv, R.Depth, "Level of the row in the tree.")
HPROF_COLUMN(Text, "reference", ForCsv, referenceText(R, A),
             "Name of the reference.")
#include "LabelColumns.def"
HPROF_COLUMN(Text, "class", ForCsv | ForJson,
             A.Of.graph().describe(R.Of->Nodes.front()),
             "Class of one of the objects.")
HPROF_COLUMN(Id, "id", ForCsv | ForJson, A.Of.graph().id(R.Of->Nodes.front()),
             "Id of this object.")
HPROF_OPTIONAL(Text, "text", ForJson,
               contentOf(contents(A), R.Of->Nodes.front(), R.Of->Nodes.size()),
               "Contents of a String, or name of a thread or class loader.")
HPROF_COLUMN(
    Count, "objects", ForCsv | ForJson, R.Of->Nodes.size(),
    "Number of objects that refer, or are referred to, through this reference.")
HPROF_COLUMN(Count, "references", ForCsv | ForJson, R.Of->References,
             "Number of references from or to these objects.")
HPROF_COLUMN_IF(A.ByClass, Count, "objects", ForText, objects(R),
                "For display.")
HPROF_COLUMN(Bytes, "shallow", ForAll, shallow(R, A),
             "Shallow size of these objects.")
HPROF_OPTIONAL(Bytes, "retained", ForCsv | ForJson, retained(R, A),
               "With --retained: retained size of these objects together.")
HPROF_COLUMN_IF(A.Of.Tree, Bytes, "retained", ForText, retained(R, A),
                "For display.")
HPROF_NESTED_OPTIONAL(List, SameTable, "incoming", ForJson,
                      A.isIncoming() ? below(R, A) : Datum(),
                      "Incoming references of these objects.")
HPROF_NESTED_OPTIONAL(List, SameTable, "outgoing", ForJson,
                      A.isIncoming() ? Datum() : below(R, A),
                      "Outgoing references of these objects.")
HPROF_TITLED_IF(A.isIncoming(), "referenced by", Text, "object", ForText,
                lineText(R, A), "For display.")
HPROF_TITLED_IF(!A.isIncoming(), "refers to", Text, "object", ForText,
                lineText(R, A), "For display.")
HPROF_TABLE_END

/// Rows from a function \p Pull that stores the next row or returns false.
template <class Fn>
static std::unique_ptr<Rows> pulledNeighbours(const NeighbourWalk &A, Fn Pull) {
  return std::make_unique<RowsOf<NeighbourRow, NeighbourWalk>>(
      neighbourColumns(), A,
      [Pull = std::move(Pull), Now = NeighbourRow()]() mutable
          -> const NeighbourRow * { return Pull(Now) ? &Now : nullptr; });
}

const TableInfo &hprof::neighbourTable() { return neighbourColumns(); }

/// Returns the rows of one level. The levels below a row are read before the
/// next row is pulled, in the order of the walk.
static std::unique_ptr<Rows> levelRows(const NeighbourWalk &A,
                                       ArrayRef<Node> Objects, unsigned Depth) {
  return pulledNeighbours(
      A, [&A, L = A.level(Objects, Depth)](NeighbourRow &Now) mutable {
        return A.next(L, Now) && Now.Of;
      });
}

Datum below(const NeighbourRow &R, const NeighbourWalk &A) {
  if (R.Next.empty())
    return Datum();
  return levelRows(A, R.Next, R.Depth + 1);
}

/// Returns \p First and all levels below it as one list. With \p Remarks, the
/// list includes rows for omissions.
static std::unique_ptr<Rows> flatRows(std::shared_ptr<const NeighbourWalk> Walk,
                                      NeighbourLevel First, bool Remarks) {
  const NeighbourWalk &A = *Walk;
  std::vector<NeighbourLevel> Levels;
  Levels.push_back(std::move(First));
  return pulledNeighbours(A, [Walk = std::move(Walk),
                              Levels = std::move(Levels),
                              Remarks](NeighbourRow &Now) mutable {
    if (!Now.Next.empty())
      Levels.push_back(Walk->level(Now.Next, Now.Depth + 1));
    while (!Levels.empty()) {
      if (Walk->next(Levels.back(), Now) && (Now.Of || Remarks))
        return true;
      Levels.pop_back();
    }
    return false;
  });
}

std::unique_ptr<Rows> hprof::neighbourTree(const PathFacts &Of,
                                           const NeighbourQuestion &Q) {
  auto Walk = std::make_shared<const NeighbourWalk>(Of, Q);
  return pulledNeighbours(
      *Walk, [Walk, L = Walk->level(Q.Of, 0)](NeighbourRow &Now) mutable {
        return Walk->next(L, Now) && Now.Of;
      });
}

std::unique_ptr<Rows> hprof::neighbourRows(const PathFacts &Of,
                                           const NeighbourQuestion &Q) {
  auto Walk = std::make_shared<const NeighbourWalk>(Of, Q);
  NeighbourLevel First = Walk->level(Q.Of, 0);
  return flatRows(std::move(Walk), std::move(First), /*Remarks=*/false);
}

void hprof::presentNeighbours(Presenter &To, const PathFacts &Of,
                              const NeighbourQuestion &Q) {
  auto Walk = std::make_shared<const NeighbourWalk>(Of, Q);
  NeighbourLevel First = Walk->level(Q.Of, 0);
  if (First.All.empty())
    return To.line("  no references");
  To.table(*flatRows(std::move(Walk), std::move(First), /*Remarks=*/true), 2);
}
