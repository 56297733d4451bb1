//===- SuspectPart.cpp - Leak suspects as an answer -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPart.h"
#include "Analysis/Store/Lint/SuspectLint.h"
#include "SuspectEvidence.h"
#include "SuspectText.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

std::vector<std::string> hprof::rootKinds(const HeapGraph &G, Node N) {
  std::vector<std::string> Kinds;
  ArrayRef<GraphRoot> Roots = G.roots();
  const GraphRoot *R =
      partition_point(Roots, [&](const GraphRoot &R) { return R.Object < N; });
  for (; R != Roots.end() && R->Object == N; ++R) {
    std::string Kind = recordInfo(R->Kind).Text;
    if (R->Thread == NoNode && !is_contained(Kinds, Kind))
      Kinds.push_back(std::move(Kind));
  }
  return Kinds;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

namespace {
/// An object with its retained size and, on a path, the reference to it.
struct Weighed {
  Node Object;
  uint64_t Retained;
  std::optional<std::string> Label;
};
} // namespace

namespace point {
using Row = Weighed;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SuspectObjectColumns.def"
  };
  static const Table<Row, Asked> Is(
      "suspect-point", "An accumulation point or a member of a group.",
      Columns);
  return Is;
}
} // namespace point

namespace step {
using Row = Weighed;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_OPTIONAL(Text, "label", ForJson, R.Label,
                     "Name of the reference from the previous object; empty if "
                     "there are several paths.")
#include "SuspectObjectColumns.def"
  };
  static const Table<Row, Asked> Is("suspect-step", "An object on a path.",
                                    Columns);
  return Is;
}
} // namespace step

static const TableInfo &pointTable() { return point::table(); }
static const TableInfo &stepTable() { return step::table(); }

static std::unique_ptr<Rows> pointsOf(const SuspectPart &A,
                                      const LeakSuspect &S) {
  constexpr size_t Most = 100;
  std::vector<Weighed> All;
  for (size_t I = 0; I != std::min(S.Points.size(), Most); ++I)
    All.push_back({S.Points[I], S.PointBytes[I], {}});
  return ownRows(point::table(), A, std::move(All));
}

static std::unique_ptr<Rows> wayOf(const SuspectPart &A, const LeakSuspect &S) {
  std::vector<Weighed> All;
  for (auto [I, N] : enumerate(S.Way))
    All.push_back(
        {N, S.WayBytes[I],
         I ? std::optional(A.Words.label(S.Way[I - 1], N)) : std::nullopt});
  return ownRows(step::table(), A, std::move(All));
}

static std::vector<std::string> rootsOf(const SuspectPart &A,
                                        const LeakSuspect &S) {
  return S.Way.empty() ? std::vector<std::string>()
                       : rootKinds(A.graph(), S.Way[0]);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

namespace content {
using Row = SuspectContent;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SuspectContentColumns.def"
  };
  static const Table<Row, Asked> Is("suspect-content", "Objects of a class.",
                                    Columns);
  return Is;
}
} // namespace content

static const TableInfo &contentTable() { return content::table(); }

static std::unique_ptr<Rows> contentRows(const SuspectPart &A,
                                         ArrayRef<SuspectContent> All) {
  return rowsOf(content::table(), A, All);
}

static std::unique_ptr<Rows> contentUnlessNone(const SuspectPart &A,
                                               const SuspectContent &One) {
  return contentRows(A, ArrayRef(&One, One.Objects != 0));
}

//===----------------------------------------------------------------------===//
// Owners and limits
//===----------------------------------------------------------------------===//

static std::string ownerClass(const SuspectPart &A, const SuspectOwner &O) {
  const ClassNumber C = A.graph().asClass(O.Object);
  return C == NoClass ? A.graph().describe(O.Object)
                      : A.graph().classes()[C].Name;
}

static std::optional<std::string> ownerField(const SuspectPart &A,
                                             const SuspectOwner &O) {
  if (O.Owned == NoNode)
    return std::nullopt;
  return A.Words.label(O.Object, O.Owned);
}

namespace owner {
using Row = SuspectOwner;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SuspectOwnerColumns.def"
  };
  static const Table<Row, Asked> Is("suspect-owner", "A holder.", Columns);
  return Is;
}
} // namespace owner

static const TableInfo &ownerTable() { return owner::table(); }

static Datum ownerRows(const SuspectPart &A, const SuspectOwner &O) {
  return O ? Datum(oneRow(owner::table(), A, O)) : Datum();
}

namespace limit {
using Row = SuspectLimit;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Id, "object", ForJson, A.graph().id(R.Of),
                   "Id of the object, class or array that has the limit.")
          HPROF_COLUMN(Count, "used", ForJson, R.Used,
                       "Number of entries, or amount in the unit of the limit.")
              HPROF_OPTIONAL(Count, "most", ForJson, idUnlessNull(R.Most),
                             "The limit, if it is known.")};
  static const Table<Row, Asked> Is("suspect-limit", "A limit.", Columns);
  return Is;
}
} // namespace limit

static const TableInfo &limitTable() { return limit::table(); }

static Datum limitRows(const SuspectPart &A, const SuspectLimit &L) {
  return L.Kind == LimitKind::None ? Datum()
                                   : Datum(oneRow(limit::table(), A, L));
}

namespace member {
using Row = LeakSuspect;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SuspectMemberColumns.def"
  };
  static const Table<Row, Asked> Is("suspect-member", "A member of a group.",
                                    Columns);
  return Is;
}
} // namespace member

static const TableInfo &memberTable() { return member::table(); }

static std::unique_ptr<Rows> largestOf(const SuspectPart &A,
                                       const LeakSuspect &S) {
  return rowsOf(member::table(), A, S.Largest);
}

namespace part {
using Row = SuspectShare;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Count, "suspect", ForJson, R.Suspect + 1,
                   "Number of the other suspect, from 1.")
          HPROF_COLUMN(Count, "points", ForJson, R.Points,
                       "Number of accumulation points below a point of the "
                       "other suspect.")
              HPROF_COLUMN(Bytes, "bytes", ForJson, R.Bytes,
                           "Retained size of these points.")};
  static const Table<Row, Asked> Is(
      "suspect-share", "A suspect that contains a part of another.", Columns);
  return Is;
}
} // namespace part

static const TableInfo &shareTable() { return part::table(); }

//===----------------------------------------------------------------------===//
// Suspects
//===----------------------------------------------------------------------===//

static const char *kindName(SuspectKind Kind) {
  switch (Kind) {
  case SuspectKind::Object:
    return "object";
  case SuspectKind::Class:
    return "class";
  case SuspectKind::Loader:
    return "loader";
  case SuspectKind::Thread:
    return "thread";
  case SuspectKind::Group:
    return "group";
  }
  llvm_unreachable("unhandled kind");
}

const ThreadInfo *SuspectPart::thread(const LeakSuspect &S) const {
  return S.Kind == SuspectKind::Thread ? Contents.threadOf(S.Way[S.Holder])
                                       : nullptr;
}

static std::optional<std::string> threadName(const SuspectPart &A,
                                             const LeakSuspect &S) {
  return A.thread(S) ? A.Contents.threadName(S.Way[S.Holder]) : std::nullopt;
}

static std::optional<uint64_t> stackNumber(const ShownSuspect &S,
                                           uint64_t SharedStack::*Of) {
  return S.Stack ? std::optional((*S.Stack).*Of) : std::nullopt;
}

static std::optional<std::vector<std::string>> framesOf(const SuspectPart &A,
                                                        const ShownSuspect &S) {
  const ThreadInfo *T = S.Stack ? S.Stack->Thread : A.thread(*S.Is);
  if (!T)
    return std::nullopt;
  std::vector<std::string> All;
  for (size_t I = 0; I != A.Contents.stack(*T).size(); ++I)
    All.push_back(A.Contents.frameText(T->Serial, int32_t(I)));
  return All;
}

namespace suspect {
using Row = ShownSuspect;
using Asked = SuspectPart;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SuspectColumns.def"
  };
  static const Table<Row, Asked> Is(
      "leak-suspect", "A place where memory accumulates.", Columns);
  return Is;
}
} // namespace suspect

static const TableInfo &suspectTable() { return suspect::table(); }

std::unique_ptr<Rows> SuspectPart::rows() const {
  return rowsOf(suspect::table(), *this, Shown);
}

static std::vector<std::string> kindTexts(ReferenceKinds Kinds) {
  std::vector<std::string> Texts;
  for (StringRef Kind : kindNames(Kinds))
    Texts.push_back(Kind.str());
  return Texts;
}

namespace ignored {
using Row = SuspectPart;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
      HPROF_COLUMN(Texts, "kinds", ForJson, kindTexts(R.leftOut()),
                   "Kinds of the references.")
          HPROF_COLUMN(
              Count, "objects", ForJson, R.Report.ByIgnored.Objects,
              "Number of objects reachable only through these references.")
              HPROF_COLUMN(Bytes, "bytes", ForJson, R.Report.ByIgnored.Bytes,
                           "Shallow size of these objects.")
                  HPROF_COLUMN(
                      Flag, "followed", ForJson, R.Report.followsIgnored(),
                      "Whether the references were followed nevertheless.")};
  static const Table<Row, Asked> Is(
      "ignored-references",
      "Objects reachable only through some kinds of references.", Columns);
  return Is;
}
} // namespace ignored

static const TableInfo &ignoredTable() { return ignored::table(); }

namespace suspect_file {
using Row = SuspectPart;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "GraphFactColumns.def"
#include "SuspectFileColumns.def"
  };
  static const Table<Row, Asked> Is("leak-suspects", "A file.", Columns);
  return Is;
}
} // namespace suspect_file

std::unique_ptr<Rows> SuspectPart::file() const {
  return oneRow(suspect_file::table(), NothingAsked::value(), *this);
}

const AnswerInfo &SuspectPart::kind() {
  static const AnswerInfo Info = {"hprof-dominators",
                                  "leak-suspects",
                                  "With --suspects: the places where memory "
                                  "accumulates, with their holders.",
                                  &suspect_file::table(),
                                  nullptr,
                                  &suspectTable()};
  return Info;
}

void SuspectPart::present(Presenter &To) const {
  SuspectText(To, *this).present();
}

SuspectPart::SuspectPart(GraphFacts Facts, const DominatorRequest &Request,
                         LeakReport Found, const HeapContents &Contents)
    : GraphFacts(std::move(Facts)), Request(Request), Report(std::move(Found)),
      Contents(Contents),
      Words(Contents,
            Store->isCut() ? std::nullopt : std::optional(Report.Totals.Bytes),
            [Of = Store.get()] { return Of->inbound(); }) {
  Totals = Report.Totals;
  Least = Request.least(Totals.Bytes);
}

static std::optional<OutOfMemory> failureOf(const HeapContents &Contents,
                                            const DominatorTotals &Totals) {
  std::optional<OutOfMemory> Found = findOutOfMemory(Contents.context());
  if (!Found)
    return Found;
  Found->Bytes = Totals.Bytes + Totals.UnreachableBytes;
  if (const Node N = Contents.find(Found->Thread); N != NoNode)
    Found->ThreadName = Contents.threadName(N).value_or("");
  return Found;
}

Expected<std::unique_ptr<SuspectPart>>
SuspectPart::create(GraphFacts Facts, const DominatorRequest &Request) {
  HeapStore &Store = *Facts.Store;
  Expected<LeakReport> Found = Store.leakSuspects(
      [&](uint64_t Reachable) { return Request.least(Reachable); });
  if (!Found)
    return Found.takeError();
  Expected<const HeapContents *> Contents = Store.contents();
  if (!Contents)
    return Contents.takeError();
  std::unique_ptr<SuspectPart> Part(new SuspectPart(
      std::move(Facts), Request, std::move(*Found), **Contents));
  SuspectEvidence Evidence(Store, **Contents, Part->Report, Part->Words);
  Part->Native =
      nativeMemory(**Contents, [&](Node N) { return Store.isHeld(N); });
  Part->Failure = failureOf(**Contents, Part->Report.Totals);
  ArrayRef<LeakSuspect> All = Part->Report.Suspects;
  All = All.take_front(std::min<uint64_t>(Request.Top, All.size()));
  for (const LeakSuspect &S :
       Part->areInnocent() ? ArrayRef<LeakSuspect>() : All) {
    ShownSuspect Row{&S, sharedStack(**Contents, S), {}, {}};
    if (Request.ForPeople) {
      Expected<std::vector<Prose>> Lines = Evidence.of(S);
      if (!Lines)
        return Lines.takeError();
      Row.Evidence = std::move(*Lines);
    }
    Part->Shown.push_back(std::move(Row));
  }
  if (!Request.ForPeople)
    return Part;
  Expected<std::vector<std::vector<SuspectFinding>>> Lint = lintSuspects(
      Store, **Contents, Part->Words, All.take_front(Part->Shown.size()));
  if (!Lint)
    return Lint.takeError();
  for (auto [Row, Findings] : zip_equal(Part->Shown, *Lint))
    Row.Lint = std::move(Findings);
  return Part;
}
