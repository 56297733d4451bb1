//===- PathAnswers.cpp - Output of hprof-paths ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "GraphFacts.h"
#include "NeighbourTables.h"
#include "PathTables.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Answer/TypedTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A question with its paths.
struct AnsweredQuestion {
  HeapQuestion Question;
  std::vector<FoundPaths> Paths; ///< Objects without a path come last.

  ArrayRef<FoundPaths> found() const {
    return ArrayRef(Paths).drop_back(lost() != nullptr);
  }
  const PathGroup *lost() const {
    return !Paths.empty() && Paths.back().Lost ? &*Paths.back().Lost : nullptr;
  }
};
} // namespace

/// Number of steps shown from objects without a path to their referrers.
static constexpr unsigned StepsToReferrers = 3;

static NeighbourQuestion referrers(const PathFacts &Of,
                                   const AnsweredQuestion &Q) {
  const ArrayRef<Node> Lost = Q.lost()->Members;
  return {&Q.Question, Lost, /*IsIncoming=*/true,
          Of.Request.ByClass || Lost.size() > 1, StepsToReferrers};
}

static NeighbourQuestion
neighbours(const PathFacts &Of, const AnsweredQuestion &Q, bool IsIncoming) {
  return {&Q.Question, Q.Question.Targets, IsIncoming, Of.Request.ByClass,
          Of.Request.Depth};
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static Datum lostOf(const AnsweredQuestion &R) {
  return R.lost() ? R.lost()->Objects : 0;
}

static Datum reachedByMade(const AnsweredQuestion &R) {
  return R.lost() && R.Paths.back().Through == "made-roots"
             ? Datum(R.lost()->Objects)
             : Datum();
}

static Datum referrersOf(const AnsweredQuestion &R, const PathFacts &A) {
  return R.lost() && A.Inbound ? Datum(neighbourTree(A, referrers(A, R)))
                               : Datum();
}

HPROF_TABLE_BEGIN(questionTable, AnsweredQuestion, PathFacts, "path-question",
                  "Objects requested together.")
HPROF_OPTIONAL(Text, "object", ForJson,
               R.Question.IsClass ? Datum() : StringRef(R.Question.Text),
               "Requested id; absent if \"class\" is present.")
HPROF_OPTIONAL(Text, "class", ForJson,
               R.Question.IsClass ? StringRef(R.Question.Text) : Datum(),
               "Requested class or pattern.")
HPROF_COLUMN(Count, "objects", ForJson, R.Question.Targets.size(),
             "Number of requested objects.")
HPROF_NESTED_IF(!A.Request.asksForNeighbours(), List, &foundTable(), "answers",
                ForJson, foundRows(R.found()),
                "Paths that were found, those through strong references first.")
HPROF_COLUMN_IF(!A.Request.asksForNeighbours(), Count, "unreachable", ForJson,
                lostOf(R), "Number of objects without a path.")
HPROF_OPTIONAL(Count, "reached_by_made_roots", ForJson, reachedByMade(R),
               "Number of objects that are reachable only from roots added by "
               "--keep-unreachable; absent if it adds no roots or if not all "
               "references are followed.")
HPROF_NESTED_OPTIONAL(List, &neighbourTable(), "unreachable_from", ForJson,
                      referrersOf(R, A),
                      "Incoming references of the objects without a path.")
HPROF_NESTED_IF(A.Request.Incoming, List, &neighbourTable(), "incoming",
                ForJson, neighbourTree(A, neighbours(A, R, true)),
                "Incoming references of the objects.")
HPROF_NESTED_IF(A.Request.Outgoing, List, &neighbourTable(), "outgoing",
                ForJson, neighbourTree(A, neighbours(A, R, false)),
                "Outgoing references of the objects.")
HPROF_TABLE_END

namespace {
class PathAnswer final : public Answer {
public:
  explicit PathAnswer(PathFacts Facts) : Facts(std::move(Facts)) {}
  Error add(std::vector<HeapQuestion> All);

  const AnswerInfo &info() const override {
    return pathAnswerKind(Facts.Request.asksForNeighbours());
  }
  std::unique_ptr<Rows> files() const override;
  std::unique_ptr<Rows> facts() const override { return nullptr; }
  std::unique_ptr<Rows> rows() const override;
  void present(Presenter &To) const override;
  std::unique_ptr<Rows> questions() const {
    return rowsOf(questionTable(), Facts, Questions);
  }
  const HeapStore &store() const { return *Facts.Store; }

private:
  std::vector<std::function<std::unique_ptr<Rows>()>> sources() const;
  Prose subject(const HeapQuestion &Q, Node First, uint64_t Count) const;
  void present(Presenter &To, const FoundPaths &Found) const;
  void presentLost(Presenter &To, const AnsweredQuestion &Q) const;

  PathFacts Facts;
  std::vector<AnsweredQuestion> Questions;
};
} // namespace

HPROF_TABLE_BEGIN(pathFileTable, PathAnswer, NothingAsked, "path-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.store().name()),
             "Name of the input.")
HPROF_NESTED(Record, &layoutTable(), "layout", ForJson,
             layoutRows(layoutOf(R.store().graph())),
             "Object layout, from which all sizes are computed.")
HPROF_NESTED(List, &questionTable(), "questions", ForJson, R.questions(),
             "Requested objects and classes.")
HPROF_TABLE_END

std::unique_ptr<Rows> PathAnswer::files() const {
  return oneRow(pathFileTable(), NothingAsked::value(), *this);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

std::vector<std::function<std::unique_ptr<Rows>()>>
PathAnswer::sources() const {
  std::vector<std::function<std::unique_ptr<Rows>()>> All;
  for (const AnsweredQuestion &Q : Questions) {
    for (const FoundPaths &Each : Q.Paths)
      All.push_back([&Each] { return pathRows(Each); });
    for (bool IsIncoming : {true, false})
      if (IsIncoming ? Facts.Request.Incoming : Facts.Request.Outgoing)
        All.push_back([this, &Q, IsIncoming] {
          return neighbourRows(Facts, neighbours(Facts, Q, IsIncoming));
        });
  }
  return All;
}

std::unique_ptr<Rows> PathAnswer::rows() const {
  return joinedRows(
      [All = sources(), At = size_t(0)]() mutable -> std::unique_ptr<Rows> {
        return At == All.size() ? nullptr : All[At++]();
      });
}

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

/// "com.acme.Job 0x100" or "12 objects of com.acme.*".
Prose PathAnswer::subject(const HeapQuestion &Q, Node First,
                          uint64_t Count) const {
  if (Count == 1)
    return objectProse(Facts.contents(), First);
  Prose Text;
  return (Text.count(Count, "object") << " of ").name(Q.Text);
}

void PathAnswer::present(Presenter &To, const FoundPaths &Found) const {
  To.line(subject(*Found.Question, Found.First, Found.Asked));
  if (Found.Found != Found.Asked)
    To.line((Prose("  reached: ").number(Found.Found) << " of ")
                .number(Found.Asked));
  Prose Line = "  ";
  Line.count(Found.Paths, "path")
      << " from GC roots through " << Found.Through << " references";
  if (Found.HasMore)
    (Line << "; more exist").option(" (--count)");
  To.line(Line);
  To.line("");
  To.table(*pathLines(Found), 2);
  To.line("");
}

void PathAnswer::presentLost(Presenter &To, const AnsweredQuestion &Q) const {
  const PathGroup &Lost = *Q.lost();
  const PathRequest &Request = Facts.Request;
  const bool FollowsAll = Request.Excluded.empty() && Request.StrongFirst;
  const bool AreMade = Facts.Store->origin().KeepUnreachable;
  To.line(subject(Q.Question, Lost.Example, Lost.Objects));
  Prose Why = "  ";
  if (AreMade && FollowsAll)
    Why << "reachable only from roots added by --keep-unreachable";
  else
    Why << "unreachable" << (AreMade ? " from roots in the dump" : "")
        << (FollowsAll ? "" : " through the chosen references");
  To.line(Why << "; referenced by:");
  To.line("");
  presentNeighbours(To, Facts, referrers(Facts, Q));
  To.line("");
}

void PathAnswer::present(Presenter &To) const {
  for (const AnsweredQuestion &Q : Questions) {
    for (const FoundPaths &Each : Q.found())
      present(To, Each);
    if (Q.lost())
      presentLost(To, Q);
    for (bool IsIncoming : {true, false}) {
      if (!(IsIncoming ? Facts.Request.Incoming : Facts.Request.Outgoing))
        continue;
      const std::vector<Node> &Targets = Q.Question.Targets;
      To.line(subject(Q.Question, Targets.front(), Targets.size()));
      To.line("");
      presentNeighbours(To, Facts, neighbours(Facts, Q, IsIncoming));
      To.line("");
    }
  }
}

//===----------------------------------------------------------------------===//
// The answer
//===----------------------------------------------------------------------===//

Error PathAnswer::add(std::vector<HeapQuestion> All) {
  // Paths refer to their questions.
  Questions.reserve(All.size());
  bool IsInbound = Facts.Request.Incoming;
  for (HeapQuestion &Each : All) {
    AnsweredQuestion &Q = Questions.emplace_back();
    Q.Question = std::move(Each);
    if (Facts.Request.asksForNeighbours())
      continue;
    Expected<std::vector<FoundPaths>> Paths = searchPaths(Facts, Q.Question);
    if (!Paths)
      return Paths.takeError();
    Q.Paths = std::move(*Paths);
    IsInbound |= Facts.Request.IsWithReferrers && Q.lost();
  }
  if (!IsInbound)
    return Error::success();
  Expected<const InboundReferences *> Inbound = Facts.Store->inbound();
  if (!Inbound)
    return Inbound.takeError();
  Facts.Inbound = *Inbound;
  return Error::success();
}

Expected<std::unique_ptr<Answer>>
hprof::pathAnswer(std::shared_ptr<HeapStore> Store,
                  std::vector<HeapQuestion> Questions, PathRequest Request) {
  PathFacts Facts;
  Facts.Store = std::move(Store);
  Facts.Request = std::move(Request);
  HeapStore &Of = *Facts.Store;
  Expected<const HeapContents *> Contents = Of.contents();
  if (!Contents)
    return Contents.takeError();
  Facts.Contents = *Contents;
  if (Facts.Request.IsWithRetained) {
    Expected<const DominatorTree *> Tree = Of.dominators();
    if (!Tree)
      return Tree.takeError();
    Facts.Tree = *Tree;
  }
  Of.expectRandomAccess();
  // Neighbours ignore exclusions, but an excluded name may be misspelled.
  if (Error E =
          EdgeFilter::create(Of.graph(), {}, *Contents, Facts.Request.Excluded)
              .takeError())
    return createFileError(Of.name(), std::move(E));
  auto Found = std::make_unique<PathAnswer>(std::move(Facts));
  if (Error E = Found->add(std::move(Questions)))
    return E;
  return Found;
}

const AnswerInfo &hprof::pathAnswerKind(bool AsksForNeighbours) {
  static const AnswerInfo Paths = {
      "hprof-paths",
      "paths",
      "Paths from GC roots to objects, merged where they coincide. The parent "
      "of a row is the closest row above it with a smaller depth.",
      &pathFileTable(),
      nullptr,
      &pathTable()};
  static const AnswerInfo Neighbours = {
      "hprof-paths",
      "neighbours",
      "With --incoming or --outgoing: references to and from objects. The "
      "parent of a row is the closest row above it with a smaller depth.",
      &pathFileTable(),
      nullptr,
      &neighbourTable()};
  return AsksForNeighbours ? Neighbours : Paths;
}
