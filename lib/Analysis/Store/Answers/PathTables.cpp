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

namespace entry_part {
using Row = EntryPart;
using Asked = PathFacts;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Id, "id", ForJson, R.Id, "Id of the object.") HPROF_NULLABLE(
          Text, "class", ForJson,
          R.N == NoNode ? Datum(Datum::Null()) : Datum(A.graph().describe(R.N)),
          "Class of the object; null if it is not in the dump.")
          HPROF_COLUMN(Text, "text", ForJson, entryPartText(A.contents(), R),
                       "Description of the object.")};
  static const Table<Row, Asked> Is(
      "entry-part", "The key or the value of an entry.", Columns);
  return Is;
}
} // namespace entry_part

static Datum partRows(const PathFacts &A, const EntryPart &Part) {
  if (!Part.Id)
    return Datum::Null();
  return ownRow(entry_part::table(), A, Part);
}

static const TableInfo &partTable() { return entry_part::table(); }

namespace entry {
using Row = std::pair<EntryPart, EntryPart>;
using Asked = PathFacts;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {HPROF_NESTED_NULLABLE(
      Record, &partTable(), "key", ForJson, partRows(A, R.first),
      "The key.") HPROF_NESTED_NULLABLE(Record, &partTable(), "value", ForJson,
                                        partRows(A, R.second), "The value.")};
  static const Table<Row, Asked> Is("map-entry", "An entry of a hash map.",
                                    Columns);
  return Is;
}
} // namespace entry

static const TableInfo &entryTable() { return entry::table(); }

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
  return ownRow(entry::table(), *A.Of, entryParts(contents(A), Entry));
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

namespace path {
using Row = PathRow;
using Asked = FoundPaths;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "PathColumns.def"
  };
  static const Table<Row, Asked> Is("path-step", "A step of a path.", Columns);
  return Is;
}
} // namespace path

const TableInfo &hprof::pathTable() { return path::table(); }

/// Rows from a function that stores the next row or returns false.
template <class Fn>
static std::unique_ptr<Rows> stepRows(const FoundPaths &A, Fn Next) {
  return std::make_unique<RowsOf<PathRow, FoundPaths>>(
      path::table(), A,
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

namespace run {
using Row = PathRun;
using Asked = FoundPaths;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_NESTED(List, &pathTable(), "links", ForJson, runSteps(A, R),
                   "Steps of the path.")
          HPROF_NESTED_OPTIONAL(List, SameTable, "ways", ForJson, waysOf(A, R),
                                "Paths after the fork.")};
  static const Table<Row, Asked> Is("way", "An unbranched part of a path.",
                                    Columns);
  return Is;
}
} // namespace run

/// \p Level is below \p Forks forks.
std::unique_ptr<Rows> runRows(const FoundPaths &A, ArrayRef<uint32_t> Level,
                              unsigned Forks) {
  Level = Forks > MaxForks ? ArrayRef<uint32_t>()
                           : Level.take_front(A.Of->Request.Top);
  return std::make_unique<RowsOf<PathRun, FoundPaths>>(
      run::table(), A,
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

static const TableInfo &runTable() { return run::table(); }

namespace found {
using Row = FoundPaths;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_WORD("strong|all|chosen", "through", ForJson, R.Through,
                 "References that were followed.")
          HPROF_COLUMN(Count, "objects", ForJson, R.Found,
                       "Number of objects that were reached.")
              HPROF_COLUMN(Count, "paths", ForJson, R.Paths,
                           "Number of paths to these objects.")
                  HPROF_COLUMN(Flag, "has_more", ForJson, R.HasMore,
                               "Whether paths from other roots exist.")
                      HPROF_NESTED(List, &runTable(), "roots", ForJson,
                                   runRows(R, R.Tree.roots(), 0),
                                   "The paths, by root.")};
  static const Table<Row, Asked> Is(
      "found-paths", "Paths through references of some kinds.", Columns);
  return Is;
}
} // namespace found

const TableInfo &hprof::foundTable() { return found::table(); }

std::unique_ptr<Rows> hprof::foundRows(ArrayRef<FoundPaths> All) {
  return rowsOf(found::table(), NothingAsked::value(), All);
}
