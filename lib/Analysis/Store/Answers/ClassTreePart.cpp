//===- ClassTreePart.cpp - A class tree as an answer ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassTreePart.h"
#include "TreePart.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/CollapsedName.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

const ClassTreeRow *ClassTreeWalk::next() {
  if (Stack.empty())
    return nullptr;
  Now = Stack.back();
  Stack.pop_back();
  if (!Now.Shown)
    push(Now);
  return &Now;
}

/// Pushes the rows directly below \p R.
void ClassTreeWalk::push(const ClassTreeRow &R) {
  const DominatorClasses::Group &Of = Tree.groups()[R.Group];
  uint64_t Rest = Of.Retained - Of.Shallow;
  const unsigned Depth = R.Group ? R.Depth + 1 : 0;
  std::vector<ClassTreeRow> Below;
  for (DominatorClasses::Number N : Tree.children(R.Group)) {
    const uint64_t Retained = Tree.groups()[N].Retained;
    if (Retained < Least || Below.size() == Top)
      break;
    Below.push_back({N, Depth});
    Rest -= Retained;
  }
  if (Rest >= Least && Tree.children(R.Group).size() > Below.size())
    Stack.push_back({R.Group, Depth, Rest, Below.size()});
  Stack.insert(Stack.end(), Below.rbegin(), Below.rend());
}

std::optional<uint64_t> ClassTreeView::objects(const ClassTreeRow &R) const {
  return R.Shown ? std::nullopt : std::optional(of(R).Objects);
}

std::optional<uint64_t> ClassTreeView::shallow(const ClassTreeRow &R) const {
  return R.Shown ? std::nullopt : std::optional(of(R).Shallow);
}

uint64_t ClassTreeView::retained(const ClassTreeRow &R) const {
  return R.Shown ? R.Rest : of(R).Retained;
}

std::optional<ClassTreeRest> ClassTreeView::rest(const ClassTreeRow &R) const {
  const DominatorClasses::Group &Of = of(R);
  ClassTreeRest Rest{Tree.children(R.Group).size(), Of.Retained - Of.Shallow};
  for (DominatorClasses::Number N : Tree.children(R.Group).take_front(Top)) {
    const uint64_t Retained = Tree.groups()[N].Retained;
    if (Retained < Least)
      break;
    --Rest.Rows;
    Rest.Bytes -= Retained;
  }
  return Rest.Rows ? std::optional(Rest) : std::nullopt;
}

Prose ClassTreeView::named(const ClassTreeRow &R) const {
  const HeapGraph &G = Facts.graph();
  if (R.Shown) {
    const ArrayRef<DominatorClasses::Number> Smaller =
        Tree.children(R.Group).drop_front(*R.Shown);
    uint64_t Objects = 0;
    for (DominatorClasses::Number N : Smaller)
      Objects += Tree.groups()[N].Objects;
    const DominatorClasses::Group &Most = Tree.groups()[Smaller.front()];
    return smallerText(G, Objects, Most.Objects, Most.Type);
  }
  Prose Text;
  const DominatorClasses::Group &Of = of(R);
  const JoinedTree::Count Joins =
      Joined ? Joined->Counts.lookup(R.Group) : JoinedTree::Count();
  if (Joins.Classes) {
    Text.name(stableClassName(typeName(G, Of.Type))) << " (";
    if (Joins.Loaders > 1)
      Text.count(Joins.Loaders, "loader");
    else
      Text.count(Joins.Classes, "class", "classes");
    Text << ")";
  } else {
    Text.name(typeName(G, Of.Type));
  }
  return Of.Objects == 1 ? (Text << " ").id(G.id(Of.Example)) : Text;
}

HPROF_TABLE_BEGIN(restTable, ClassTreeRest, NothingAsked,
                  "dominator-class-rest", "Omitted child rows.")
HPROF_COLUMN(Count, "rows", ForJson, R.Rows, "Number of omitted rows.")
HPROF_COLUMN(Bytes, "retained", ForJson, R.Bytes,
             "Retained size of the omitted rows.")
HPROF_TABLE_END

static Datum restOf(const ClassTreeView &A, const ClassTreeRow &R) {
  std::optional<ClassTreeRest> Rest = A.rest(R);
  if (!Rest)
    return Datum();
  return ownRow(restTable(), NothingAsked::value(), *Rest);
}

HPROF_TABLE_BEGIN(classTreeTable, ClassTreeRow, ClassTreeView,
                  "dominator-class-row",
                  "Objects of one class whose paths from the "
                  "top lead through the same classes.")
HPROF_COLUMN(Count, "number", ForCsv | ForJson, R.Group,
             "Number that identifies the row.")
HPROF_OPTIONAL(Count, "parent", ForCsv | ForJson, idUnlessNull(A.of(R).Parent),
               "Number of the parent row.")
HPROF_COLUMN(Depth, "depth", ForCsv | ForJson, R.Depth,
             "Level of the row in the tree.")
HPROF_COLUMN(Text, "class", ForCsv | ForJson,
             typeName(A.Facts.graph(), A.of(R).Type),
             "Class of the objects; for class objects, \"class\" and the name "
             "of the class.")
HPROF_OPTIONAL(Count, "objects", ForAll | At(4), A.objects(R),
               "Number of merged objects.")
HPROF_OPTIONAL(Bytes, "shallow", ForAll | At(3), A.shallow(R),
               "Shallow size of the objects.")
HPROF_COLUMN(Bytes, "retained", ForAll | At(1), A.retained(R),
             "Retained size of the objects.")
HPROF_TITLED(" ", Share, "share", ForText | At(2),
             shareOf(A.Facts, A.retained(R)), "For display.")
HPROF_COLUMN(Id, "example", ForJson, A.Facts.graph().id(A.of(R).Example),
             "Lowest id among the objects.")
HPROF_NESTED_OPTIONAL(Record, &restTable(), "left_out", ForJson, restOf(A, R),
                      "Omitted child rows; absent if no rows are omitted.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Facts.Store->name()),
             "Name of the input.")
HPROF_COLUMN(Text, "class", ForText | LastInText, A.named(R), "For display.")
HPROF_TABLE_END

static Datum restOf(const ClassTreePart &R) {
  std::unique_ptr<Rows> Rest = R.rest();
  return Rest ? Datum(std::move(Rest)) : Datum();
}

HPROF_TABLE_BEGIN(classTreeFileTable, ClassTreePart, NothingAsked,
                  "dominator-class-tree", "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Bytes, "least", ForJson, R.Least,
             "Minimum retained size of a row.")
HPROF_NESTED_OPTIONAL(Record, &restTable(), "left_out", ForJson, restOf(R),
                      "Omitted rows of depth 0; absent if no rows are omitted.")
HPROF_NESTED(List, &classTreeTable(), "rows", ForJson, R.rows(),
             "The tree in preorder.")
HPROF_TABLE_END

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

std::unique_ptr<Rows> ClassTreePart::file() const {
  return oneRow(classTreeFileTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> ClassTreePart::rest() const {
  std::optional<ClassTreeRest> Rest = Whole.rest({});
  return Rest ? ownRow(restTable(), NothingAsked::value(), *Rest) : nullptr;
}

std::unique_ptr<Rows> ClassTreePart::rows() const {
  auto SkipSmaller = [Walk = ClassTreeWalk(Classes, Least, Top)]() mutable {
    const ClassTreeRow *R = Walk.next();
    while (R && R->Shown)
      R = Walk.next();
    return R;
  };
  return std::make_unique<RowsOf<ClassTreeRow, ClassTreeView>>(
      classTreeTable(), Whole, std::move(SkipSmaller));
}

void ClassTreePart::present(Presenter &To) const {
  if (IsCollapsed)
    return presentCollapsed(To);
  presentGraph(To, *this);
  const JoinedTree Joined = JoinedTree::of(graph(), Classes);
  const ClassTreeView Shown = {*this, Joined.Tree, &Joined, Least, Top};
  RowsOf<ClassTreeRow, ClassTreeView> All(
      classTreeTable(), Shown,
      [Walk = ClassTreeWalk(Joined.Tree, Least, Top)]() mutable {
        return Walk.next();
      });
  To.tree(All, Totals.Bytes);
}

/// Prints a line for each group: its path, and the bytes not in lines below it.
void ClassTreePart::presentCollapsed(Presenter &To) const {
  std::vector<std::string> Way;
  auto Line = [&](uint64_t Weight) {
    if (Weight)
      To.line((Prose().name(join(Way, ";")) << " ") << std::to_string(Weight));
  };
  uint64_t Seen = 0;
  ClassTreeWalk Walk(Classes, Least, Top);
  while (const ClassTreeRow *R = Walk.next()) {
    if (R->Shown)
      continue;
    const DominatorClasses::Group &Of = Classes.groups()[R->Group];
    Way.resize(R->Depth);
    Way.push_back(collapsedName(typeName(graph(), Of.Type)));
    uint64_t Rest = Of.Retained - Of.Shallow;
    for (DominatorClasses::Number N : Classes.children(R->Group))
      if (Classes.groups()[N].Retained >= Least)
        Rest -= Classes.groups()[N].Retained;
    Line(Of.Shallow);
    Way.push_back("(smaller ones)");
    Line(Rest);
    Way.pop_back();
    if (R->Depth == 0)
      Seen += Of.Retained;
  }
  Way = {"(smaller ones)"};
  Line(Classes.groups()[0].Retained - Seen);
}

/// Returns the minimum size of a row, at least \p Least, such that the tree has
/// at most \p MostRows rows.
static uint64_t leastFor(const DominatorClasses &Of, uint64_t MostRows,
                         uint64_t Least) {
  if (Of.groups().size() <= MostRows)
    return Least;
  std::vector<uint64_t> Sizes;
  for (const DominatorClasses::Group &G : Of.groups().drop_front())
    if (G.Retained >= Least)
      Sizes.push_back(G.Retained);
  if (Sizes.size() <= MostRows)
    return Least;
  std::nth_element(Sizes.begin(), Sizes.begin() + ptrdiff_t(MostRows),
                   Sizes.end(), std::greater<>());
  // Rows of equal size are either all included or all omitted.
  return Sizes[MostRows] + 1;
}

ClassTreePart::ClassTreePart(GraphFacts Facts, DominatorClasses Of,
                             const DominatorRequest &Request)
    : GraphFacts(std::move(Facts)),
      Least(leastFor(Of, Request.MostRows, Request.least(Totals.Bytes))),
      Classes(std::move(Of)), Top(Request.Top),
      Whole{*this, Classes, nullptr, Least, Top},
      IsCollapsed(Request.What == DominatorRequest::View::Collapsed) {}

Expected<std::unique_ptr<ClassTreePart>>
ClassTreePart::create(GraphFacts Facts, const DominatorRequest &Request) {
  Expected<std::vector<Node>> Asked = nodesOf(Facts, Request.Objects);
  if (!Asked)
    return Asked.takeError();
  Expected<DominatorClasses> Classes =
      Facts.Store->dominatorClasses(*Asked, Request.Depth);
  if (!Classes)
    return Classes.takeError();
  return std::unique_ptr<ClassTreePart>(
      new ClassTreePart(std::move(Facts), std::move(*Classes), Request));
}

const AnswerInfo &ClassTreePart::kind() {
  static const AnswerInfo Info = {
      "hprof-dominators",
      "dominator-class-tree",
      "With --group: the dominator tree, in which objects of a class are "
      "merged if they are below the same classes.",
      &classTreeFileTable(),
      nullptr,
      &classTreeTable()};
  return Info;
}
