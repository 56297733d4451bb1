//===- DominatorAnswers.cpp - Output of hprof-dominators ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "ClassPart.h"
#include "ClassTreePart.h"
#include "SuspectPart.h"
#include "TreePart.h"
#include "hprof/Analysis/Dominators/DominatorChildren.h"
#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

uint64_t DominatorRequest::least(uint64_t Reachable) const {
  if (Least)
    return Least(Reachable);
  const double Percent = What == View::Suspects    ? DefaultSuspectPercent
                         : What == View::Collapsed ? 0.1
                                                   : 1;
  return hprof::shareOf(Reachable, Percent);
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(objectTable, Node, GraphFacts, "dominator-object",
                  "An object.")
#include "ObjectColumns.def"
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_TABLE_END

/// Returns one object; a missing value for NoNode.
static Datum objectRows(const GraphFacts &A, Node N) {
  return N == NoNode ? Datum() : Datum(ownRow(objectTable(), A, N));
}

namespace {
class ObjectPart final : public GraphFacts, public FilePart {
public:
  ObjectPart(GraphFacts Facts, uint64_t Top) : GraphFacts(std::move(Facts)) {
    Found = topObjects(graph(), *Tree, Top);
  }
  uint64_t inAll() const { return Found.InAll; }
  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override {
    return rowsOf(objectTable(), static_cast<const GraphFacts &>(*this),
                  Found.Largest);
  }
  void present(Presenter &To) const override {
    presentGraph(To, *this);
    To.table(*rows());
    if (const uint64_t Shown = Found.Largest.size(); inAll() > Shown)
      To.more(inAll(), Shown, {});
  }

private:
  TopObjects Found;
};
} // namespace

HPROF_TABLE_BEGIN(objectFileTable, ObjectPart, NothingAsked,
                  "dominator-objects", "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.inAll(),
             "Number of rows, including those omitted by --top.")
HPROF_NESTED(List, &objectTable(), "rows", ForJson, R.rows(),
             "Objects that no other object dominates, largest "
             "first.")
HPROF_TABLE_END

std::unique_ptr<Rows> ObjectPart::file() const {
  return oneRow(objectFileTable(), NothingAsked::value(), *this);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
class GroupPart final : public GraphFacts, public FilePart {
public:
  GroupPart(GraphFacts Facts, NodeGroups Groups, RetainedSets Sets, GroupBy By,
            uint64_t Top)
      : GraphFacts(std::move(Facts)), Groups(std::move(Groups)), By(By),
        Sets(std::move(Sets)), Top(Top) {}
  uint64_t inAll() const { return Sets.sets().size(); }
  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override {
    presentGraph(To, *this);
    To.table(*rows());
    if (inAll() > Top)
      To.more(inAll(), Top, {});
  }

  NodeGroups Groups;
  GroupBy By;

private:
  RetainedSets Sets;
  uint64_t Top;
};
} // namespace

static Datum named(const GroupPart &A, const RetainedSet &R) {
  const NodeGroups::Joined &Of = A.Groups.joined(R.Group);
  Prose Aside = joinedProse(Of.Classes, Of.Loaders, Of.Example);
  if (A.By == GroupBy::Loader)
    Aside.prose(loaderName(A, A.graph().find(A.Groups.id(R.Group))));
  return Datum(A.Groups.name(R.Group)).with(std::move(Aside));
}

HPROF_TABLE_BEGIN(groupTable, RetainedSet, GroupPart, "dominator-group",
                  "Objects that are treated as a group.")
HPROF_COLUMN_IF(
    A.By == GroupBy::Class, Text, "class", Key, named(A, R),
    "Name of the class. Classes from several loaders may have the same name.")
HPROF_COLUMN_IF(A.By == GroupBy::Name, Text, "name", Key, named(A, R),
                "Name of the classes, merged across loaders.")
HPROF_COLUMN_IF(A.By == GroupBy::Package, Text, "package", Key, named(A, R),
                "Package.")
HPROF_COLUMN_IF(A.By == GroupBy::Loader, Text, "loader", Key, named(A, R),
                "Class loader.")
HPROF_OPTIONAL(Id, "id", ForJson, idUnlessNull(A.Groups.id(R.Group)),
               "Id of the class or loader.")
HPROF_COLUMN(Count, "objects", ForAll | At(4), R.Objects,
             "Number of reachable objects in the group.")
HPROF_COLUMN(Bytes, "shallow", ForAll | At(3), R.Shallow,
             "Shallow size of the objects.")
HPROF_COLUMN(Bytes, "retained", ForAll | At(1), R.Retained,
             "Retained size of the group: the bytes freed if all its objects "
             "were removed.")
HPROF_TITLED(" ", Share, "share", ForText | At(2), shareOf(A, R.Retained),
             "For display.")
HPROF_COLUMN(
    Count, "retained_objects", ForCsv | ForJson, R.RetainedObjects,
    "Number of objects in the retained set, including those of the group.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_TABLE_END

std::unique_ptr<Rows> GroupPart::rows() const {
  return rowsOf(groupTable(), *this, Sets.sets().take_front(Top));
}

HPROF_TABLE_BEGIN(groupFileTable, GroupPart, NothingAsked, "dominator-groups",
                  "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.inAll(),
             "Number of rows, including those omitted by --top.")
HPROF_NESTED(List, &groupTable(), "rows", ForJson, R.rows(),
             "Groups, largest first.")
HPROF_TABLE_END

std::unique_ptr<Rows> GroupPart::file() const {
  return oneRow(groupFileTable(), NothingAsked::value(), *this);
}

//===----------------------------------------------------------------------===//
// Drops
//===----------------------------------------------------------------------===//

static std::optional<uint64_t> retainedBy(const GraphFacts &A, Node N) {
  return N == NoNode ? std::nullopt : std::optional(A.Tree->retained(N));
}

static Datum largestText(const GraphFacts &A, Node N) {
  return N == NoNode ? Datum("-") : Datum(A.Tree->retained(N));
}

HPROF_TABLE_BEGIN(dropTable, BigDrop, GraphFacts, "dominator-drop",
                  "An object that retains much more than its largest child.")
HPROF_COLUMN(Id, "id", ForCsv | ForJson, A.graph().id(R.Object),
             "Id of the object.")
HPROF_COLUMN(Text, "class", ForCsv | ForJson, A.graph().describe(R.Object),
             "Class of the object; for a class object, \"class\" and the name "
             "of the class.")
HPROF_COLUMN(Bytes, "shallow", ForCsv | ForJson, A.graph().shallow(R.Object),
             "Shallow size of the object.")
HPROF_COLUMN(Bytes, "retained", ForAll | At(2), A.Tree->retained(R.Object),
             "Retained size of the object.")
HPROF_COLUMN(Bytes, "drop", ForAll | At(1), R.Drop,
             "Retained size of the object minus that of its largest child.")
HPROF_OPTIONAL(Id, "largest_child", ForCsv, idOf(A, R.Largest),
               "Child with the largest retained size.")
HPROF_OPTIONAL(Bytes, "largest_retained", ForCsv, retainedBy(A, R.Largest),
               "Retained size of the largest child.")
HPROF_TITLED("largest child", Bytes, "largest", ForText | At(3),
             largestText(A, R.Largest), "For display.")
HPROF_NESTED_OPTIONAL(Record, &objectTable(), "largest_child", ForJson,
                      objectRows(A, R.Largest),
                      "Child with the largest retained size.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_COLUMN(Text, "object", ForText | LastInText, shown(A, R.Object),
             "For display.")
HPROF_TABLE_END

namespace {
class DropPart final : public GraphFacts, public FilePart {
public:
  DropPart(GraphFacts Facts, std::vector<BigDrop> Drops, uint64_t Top)
      : GraphFacts(std::move(Facts)), Drops(std::move(Drops)), Top(Top) {}
  uint64_t inAll() const { return Drops.size(); }
  std::unique_ptr<Rows> file() const override;
  std::unique_ptr<Rows> rows() const override {
    return rowsOf(dropTable(), static_cast<const GraphFacts &>(*this),
                  ArrayRef(Drops).take_front(Top));
  }
  void present(Presenter &To) const override {
    presentGraph(To, *this);
    To.table(*rows());
    if (inAll() > Top)
      To.more(inAll(), Top, {});
  }

private:
  std::vector<BigDrop> Drops;
  uint64_t Top;
};
} // namespace

HPROF_TABLE_BEGIN(dropFileTable, DropPart, NothingAsked, "dominator-drops",
                  "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.inAll(),
             "Number of rows, including those omitted by --top.")
HPROF_NESTED(List, &dropTable(), "rows", ForJson, R.rows(),
             "Drops, largest first.")
HPROF_TABLE_END

std::unique_ptr<Rows> DropPart::file() const {
  return oneRow(dropFileTable(), NothingAsked::value(), *this);
}

//===----------------------------------------------------------------------===//
// All views
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<FilePart>>
hprof::dominatorPart(std::shared_ptr<HeapStore> Store,
                     const DominatorRequest &Request) {
  Expected<GraphFacts> Facts = GraphFacts::of(std::move(Store), Request);
  if (!Facts)
    return Facts.takeError();
  HeapStore &Of = *Facts->Store;
  switch (Request.What) {
  case DominatorRequest::View::Objects:
    return std::make_unique<ObjectPart>(std::move(*Facts), Request.Top);
  case DominatorRequest::View::Groups: {
    NodeGroups Groups = NodeGroups::of(Of.graph(), Request.By);
    Expected<RetainedSets> Sets = Of.retainedSets(Groups, Request.By);
    if (!Sets)
      return Sets.takeError();
    return std::make_unique<GroupPart>(std::move(*Facts), std::move(Groups),
                                       std::move(*Sets), Request.By,
                                       Request.Top);
  }
  case DominatorRequest::View::Drops: {
    const uint64_t Least = Request.least(Facts->Totals.Bytes);
    Expected<std::vector<BigDrop>> Drops =
        findBigDrops(Of.graph(), *Facts->Tree, std::max<uint64_t>(Least, 1));
    if (!Drops)
      return Drops.takeError();
    return std::make_unique<DropPart>(std::move(*Facts), std::move(*Drops),
                                      Request.Top);
  }
  case DominatorRequest::View::OfClass:
    return ClassPart::create(std::move(*Facts), Request);
  case DominatorRequest::View::Tree:
    return TreePart::create(std::move(*Facts), Request);
  case DominatorRequest::View::ClassTree:
  case DominatorRequest::View::Collapsed:
    return ClassTreePart::create(std::move(*Facts), Request);
  case DominatorRequest::View::Suspects:
    return SuspectPart::create(std::move(*Facts), Request);
  }
  llvm_unreachable("unhandled view");
}

const AnswerInfo &hprof::dominatorAnswer(DominatorRequest::View What) {
  static const AnswerInfo Objects = {
      "hprof-dominators",
      "dominator-objects",
      "The objects that no other object dominates, by retained size.",
      &objectFileTable(),
      nullptr,
      &objectTable()};
  static const AnswerInfo Groups = {
      "hprof-dominators",
      "dominator-groups",
      "With --by: the retained size of each class, name, package or loader.",
      &groupFileTable(),
      nullptr,
      &groupTable()};
  static const AnswerInfo Drops = {"hprof-dominators",
                                   "dominator-drops",
                                   "With --drops: accumulation points, which "
                                   "retain much more than their largest child.",
                                   &dropFileTable(),
                                   nullptr,
                                   &dropTable()};
  switch (What) {
  case DominatorRequest::View::Objects:
    return Objects;
  case DominatorRequest::View::Groups:
    return Groups;
  case DominatorRequest::View::Drops:
    return Drops;
  case DominatorRequest::View::OfClass:
    return ClassPart::kind();
  case DominatorRequest::View::Tree:
    return TreePart::kind();
  case DominatorRequest::View::ClassTree:
  case DominatorRequest::View::Collapsed:
    return ClassTreePart::kind();
  case DominatorRequest::View::Suspects:
    return SuspectPart::kind();
  }
  llvm_unreachable("unhandled view");
}
