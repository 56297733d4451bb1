//===- PathTables.cpp - Tables of paths -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PathTables.h"
#include "GraphFacts.h"
#include "LabelValues.h"
#include "PathText.h"
#include "hprof/Analysis/Paths/PathEntries.h"
#include "hprof/Analysis/Paths/PathNames.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

/// Maximum nesting of forks.
static constexpr unsigned MaxForks = 100;

//===----------------------------------------------------------------------===//
// Entries of maps
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(partTable, EntryPart, PathFacts, "entry-part",
                  "The key or the value of an entry.")
HPROF_COLUMN(Id, "id", ForJson, R.Id, "Id of the object.")
HPROF_NULLABLE(Text, "class", ForJson,
               R.N == NoNode ? Datum(Datum::Null())
                             : Datum(A.graph().describe(R.N)),
               "Class of the object; null if it is not in the dump.")
HPROF_COLUMN(Text, "text", ForJson, entryPartText(A.contents(), R),
             "Description of the object.")
HPROF_TABLE_END

static Datum partRows(const PathFacts &A, const EntryPart &Part) {
  if (!Part.Id)
    return Datum::Null();
  return ownRow(partTable(), A, Part);
}

using EntryParts = std::pair<EntryPart, EntryPart>;

HPROF_TABLE_BEGIN(entryTable, EntryParts, PathFacts, "map-entry",
                  "An entry of a hash map.")
HPROF_NESTED_NULLABLE(Record, &partTable(), "key", ForJson,
                      partRows(A, R.first), "The key.")
HPROF_NESTED_NULLABLE(Record, &partTable(), "value", ForJson,
                      partRows(A, R.second), "The value.")
HPROF_TABLE_END

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static const HeapContents &contents(const FoundPaths &A) {
  return A.Of->contents();
}

/// Whether the paths lead to one object. If so, counts are not needed.
static bool isOne(const FoundPaths &A) { return A.Asked == 1; }

static bool isRoot(const PathRow &R) {
  return R.Group->Parent == PathGroup::None;
}

static const ReferenceLabel *label(const PathRow &R, const FoundPaths &A) {
  return isRoot(R) ? nullptr : &exactLabel(R, A);
}

static bool hasIndex(const PathRow &R, const FoundPaths &) {
  return R.Group->Objects == 1;
}

static Datum rootOf(const PathRow &R) {
  return isRoot(R) ? Datum(rootText(R.Group->Root)) : Datum();
}

static Datum entryOf(const PathRow &R, const FoundPaths &A) {
  const Node Entry = mapEntry(contents(A), A.Tree, *R.Group);
  if (Entry == NoNode)
    return Datum();
  return ownRow(entryTable(), *A.Of, entryParts(contents(A), Entry));
}

static Datum elementOf(const PathRow &R, const FoundPaths &A) {
  if (mapEntry(contents(A), A.Tree, *R.Group) != NoNode)
    return Datum();
  return listElement(contents(A), A.Tree, *R.Group);
}

static Datum targets(const PathRow &R) {
  return R.Group ? Datum(R.Group->Targets) : Datum();
}

static Datum retained(const PathRow &R, const FoundPaths &A) {
  return R.Group && A.Of->Tree
             ? Datum(A.Of->Tree->retainedTogether(R.Group->Members))
             : Datum();
}

HPROF_TABLE_BEGIN(pathColumns, PathRow, FoundPaths, "path-step",
                  "A step of a path.")
HPROF_COLUMN(Text, "question", ForCsv, StringRef(A.Question->Text),
             "Requested id or class.")
HPROF_WORD("strong|all|chosen|none|made-roots", "through", ForCsv, A.Through,
           "References that were followed. For unreachable objects: none, or "
           "made-roots if they are reachable only from roots that "
           "--keep-unreachable adds.")
HPROF_COLUMN(Depth, "depth", ForCsv, R.Depth, "Number of steps from the root.")
HPROF_COLUMN(Text, "reference", ForCsv, linkText(R, A),
             "Kind of root, or name of the reference.")
HPROF_OPTIONAL(Text, "root", ForJson, rootOf(R),
               "Kind of root; absent if \"reference\" is present.")
#include "LabelColumns.def"
HPROF_NESTED_OPTIONAL(Record, &entryTable(), "entry", ForJson, entryOf(R, A),
                      "Hash map entry on the path.")
HPROF_OPTIONAL(
    Count, "element", ForJson, elementOf(R, A),
    "For nodes of a list: index of the element in the last node, from 0.")
HPROF_COLUMN(Text, "class", ForCsv | ForJson,
             A.Of->graph().describe(R.Group->Example),
             "Class of one of the objects.")
HPROF_COLUMN(Id, "id", ForCsv | ForJson, A.Of->graph().id(R.Group->Example),
             "Id of this object.")
HPROF_OPTIONAL(Text, "text", ForJson,
               contentOf(contents(A), R.Group->Example, R.Group->Objects),
               "Contents of a String, or name of a thread or class loader.")
HPROF_COLUMN(Count, "objects", ForCsv | ForJson, R.Group->Objects,
             "Number of objects merged into the row.")
HPROF_COLUMN(Count, "repeats", ForJson, R.Group->Repeats,
             "Number of these objects that are referenced by another of them.")
HPROF_COLUMN(Count, "paths", ForCsv | ForJson, R.Group->Targets,
             "Number of paths that pass through these objects or end there.")
HPROF_COLUMN(Count, "ends", ForCsv | ForJson, R.Group->Ends,
             "Number of these objects that were requested.")
HPROF_OPTIONAL(Bytes, "retained", ForCsv | ForJson, retained(R, A),
               "With --retained: retained size of these objects together.")
HPROF_TITLED_IF(!isOne(A) && A.Of->Request.Count == 1, "objects", Count,
                "targets", ForText, targets(R), "For display.")
HPROF_TITLED_IF(!isOne(A) && A.Of->Request.Count != 1, "paths", Count,
                "targets", ForText, targets(R), "For display.")
HPROF_COLUMN_IF(A.Of->Tree, Bytes, "retained", ForText, retained(R, A),
                "For display.")
HPROF_TITLED_IF(isOne(A) && !A.Of->Tree, " ", Text, "path", ForText,
                lineText(R, A), "For display.")
HPROF_COLUMN_IF(!isOne(A) || A.Of->Tree, Text, "path", ForText, lineText(R, A),
                "For display.")
HPROF_TABLE_END

const TableInfo &hprof::pathTable() { return pathColumns(); }

/// Rows from a function that stores the next row or returns false.
template <class Fn>
static std::unique_ptr<Rows> stepRows(const FoundPaths &A, Fn Next) {
  return std::make_unique<RowsOf<PathRow, FoundPaths>>(
      pathColumns(), A,
      [Next = std::move(Next), Now = PathRow()]() mutable -> const PathRow * {
        Now = PathRow();
        return Next(Now) ? &Now : nullptr;
      });
}

std::unique_ptr<Rows> hprof::pathRows(const FoundPaths &Found) {
  // Groups not yet visited, in order; used instead of recursion.
  std::vector<PathRow> Left;
  auto Push = [Most = Found.Of->Request.Top, Groups = Found.Tree.groups()](
                  std::vector<PathRow> &To, ArrayRef<uint32_t> Level,
                  unsigned Depth) {
    for (uint32_t At : llvm::reverse(Level.take_front(Most)))
      To.push_back({&Groups[At], Depth});
  };
  if (Found.Lost)
    Left.push_back({&*Found.Lost, 0});
  Push(Left, Found.Tree.roots(), 0);
  return stepRows(Found, [Push, Left = std::move(Left)](PathRow &Now) mutable {
    if (Left.empty())
      return false;
    Now = Left.back();
    Left.pop_back();
    Push(Left, Now.Group->Children, Now.Depth + 1);
    return true;
  });
}

namespace {
/// Collects the lines of text output.
class LineBuilder {
public:
  explicit LineBuilder(const FoundPaths &Of) : Of(Of) {}
  void addLevel(ArrayRef<uint32_t> Level, unsigned Depth);
  std::vector<PathRow> Lines;

private:
  const FoundPaths &Of;
  /// Paths to one object continue identically from each object, so the rest of
  /// a path is shown once.
  DenseSet<Node> Known;
};
} // namespace

void LineBuilder::addLevel(ArrayRef<uint32_t> Level, unsigned Depth) {
  if (Depth > 2 * MaxForks) {
    Lines.push_back({nullptr, Depth});
    return;
  }
  for (auto [I, First] : enumerate(Level)) {
    if (I == Of.Of->Request.Top) {
      Lines.push_back({nullptr, Depth, Level.size() - I});
      return;
    }
    unsigned Indent = Depth;
    for (uint32_t At = First;;) {
      const PathGroup &G = Of.Tree.groups()[At];
      const bool IsKnown = isOne(Of) && G.Objects == 1 && !G.Ends &&
                           !Known.insert(G.Example).second;
      Lines.push_back({&G, Indent, 0, IsKnown});
      if (IsKnown)
        break;
      if (G.Parent == PathGroup::None)
        ++Indent;
      if (G.Children.size() != 1) {
        addLevel(G.Children, Indent + 1);
        break;
      }
      At = G.Children.front();
    }
  }
}

std::unique_ptr<Rows> hprof::pathLines(const FoundPaths &Found) {
  LineBuilder Builder(Found);
  Builder.addLevel(Found.Tree.roots(), 0);
  return stepRows(Found, [All = std::move(Builder.Lines),
                          At = size_t(0)](PathRow &Now) mutable {
    if (At == All.size())
      return false;
    Now = All[At++];
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

namespace {
/// Consecutive steps without a fork: all but the last have one child.
struct PathRun {
  uint32_t First = 0, Last = 0;
  unsigned Forks = 0; ///< Number of forks above the run.
};
} // namespace

static std::unique_ptr<Rows> runSteps(const FoundPaths &A, const PathRun &R) {
  return stepRows(A, [Groups = A.Tree.groups(), At = std::optional(R.First),
                      Last = R.Last](PathRow &Now) mutable {
    if (!At)
      return false;
    Now.Group = &Groups[*At];
    At =
        *At == Last ? std::nullopt : std::optional(Now.Group->Children.front());
    return true;
  });
}

static std::unique_ptr<Rows> runRows(const FoundPaths &A,
                                     ArrayRef<uint32_t> Level, unsigned Forks);

static Datum waysOf(const FoundPaths &A, const PathRun &R) {
  const PathGroup &Last = A.Tree.groups()[R.Last];
  if (Last.Children.empty())
    return Datum();
  return runRows(A, Last.Children, R.Forks + 1);
}

HPROF_TABLE_BEGIN(runTable, PathRun, FoundPaths, "way",
                  "An unbranched part of a path.")
HPROF_NESTED(List, &pathTable(), "links", ForJson, runSteps(A, R),
             "Steps of the path.")
HPROF_NESTED_OPTIONAL(List, SameTable, "ways", ForJson, waysOf(A, R),
                      "Paths after the fork.")
HPROF_TABLE_END

/// \p Level is below \p Forks forks.
std::unique_ptr<Rows> runRows(const FoundPaths &A, ArrayRef<uint32_t> Level,
                              unsigned Forks) {
  Level = Forks > MaxForks ? ArrayRef<uint32_t>()
                           : Level.take_front(A.Of->Request.Top);
  return std::make_unique<RowsOf<PathRun, FoundPaths>>(
      runTable(), A,
      [Groups = A.Tree.groups(), Level, Forks,
       Now = PathRun()]() mutable -> const PathRun * {
        if (Level.empty())
          return nullptr;
        Now = {Level.front(), Level.front(), Forks};
        while (Groups[Now.Last].Children.size() == 1)
          Now.Last = Groups[Now.Last].Children.front();
        Level = Level.drop_front();
        return &Now;
      });
}

HPROF_TABLE_BEGIN(foundColumns, FoundPaths, NothingAsked, "found-paths",
                  "Paths through references of some kinds.")
HPROF_WORD("strong|all|chosen", "through", ForJson, R.Through,
           "References that were followed.")
HPROF_COLUMN(Count, "objects", ForJson, R.Found,
             "Number of objects that were reached.")
HPROF_COLUMN(Count, "paths", ForJson, R.Paths,
             "Number of paths to these objects.")
HPROF_COLUMN(Flag, "has_more", ForJson, R.HasMore,
             "Whether paths from other roots exist.")
HPROF_NESTED(List, &runTable(), "roots", ForJson, runRows(R, R.Tree.roots(), 0),
             "The paths, by root.")
HPROF_TABLE_END

const TableInfo &hprof::foundTable() { return foundColumns(); }

std::unique_ptr<Rows> hprof::foundRows(ArrayRef<FoundPaths> All) {
  return rowsOf(foundColumns(), NothingAsked::value(), All);
}
