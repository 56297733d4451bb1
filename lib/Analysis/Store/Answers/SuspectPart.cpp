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
#include "hprof/Format/Jfr/JfrObjects.h"
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

HPROF_TABLE_BEGIN(pointTable, Weighed, SuspectPart, "suspect-point",
                  "An accumulation point or a member of a group.")
#include "SuspectObjectColumns.def"
HPROF_TABLE_END

HPROF_TABLE_BEGIN(stepTable, Weighed, SuspectPart, "suspect-step",
                  "An object on a path.")
HPROF_OPTIONAL(Text, "label", ForJson, R.Label,
               "Name of the reference from the previous object; empty if "
               "there are several paths.")
#include "SuspectObjectColumns.def"
HPROF_TABLE_END

static std::unique_ptr<Rows> pointsOf(const SuspectPart &A,
                                      const LeakSuspect &S) {
  constexpr size_t Most = 100;
  std::vector<Weighed> All;
  for (size_t I = 0; I != std::min(S.Points.size(), Most); ++I)
    All.push_back({S.Points[I], S.PointBytes[I], {}});
  return ownRows(pointTable(), A, std::move(All));
}

static std::unique_ptr<Rows> wayOf(const SuspectPart &A, const LeakSuspect &S) {
  std::vector<Weighed> All;
  for (auto [I, N] : enumerate(S.Way))
    All.push_back(
        {N, S.WayBytes[I],
         I ? std::optional(A.Words.label(S.Way[I - 1], N)) : std::nullopt});
  return ownRows(stepTable(), A, std::move(All));
}

static std::vector<std::string> rootsOf(const SuspectPart &A,
                                        const LeakSuspect &S) {
  return S.Way.empty() ? std::vector<std::string>()
                       : rootKinds(A.graph(), S.Way[0]);
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

HPROF_TABLE_BEGIN(contentTable, SuspectContent, SuspectPart, "suspect-content",
                  "Objects of a class.")
HPROF_COLUMN(Text, "class", ForJson, typeName(A.graph(), R.Type),
             "Class; classes with the same name are merged.")
HPROF_COLUMN(Count, "objects", ForJson, R.Objects, "Number of objects.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Bytes, "Size of the objects.")
HPROF_COLUMN(Count, "loaders", ForJson, R.Loaders,
             "Number of loaders that define classes with this name.")
HPROF_TABLE_END

static std::unique_ptr<Rows> contentRows(const SuspectPart &A,
                                         ArrayRef<SuspectContent> All) {
  return rowsOf(contentTable(), A, All);
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

HPROF_TABLE_BEGIN(ownerTable, SuspectOwner, SuspectPart, "suspect-owner",
                  "A holder.")
HPROF_COLUMN(
    Text, "class", ForJson, ownerClass(A, R),
    "Class with the static field, or class of the object that is the holder.")
HPROF_OPTIONAL(
    Text, "field", ForJson, ownerField(A, R),
    "Field of the holder; absent if it holds the suspect without a field.")
HPROF_COLUMN(Id, "object", ForJson, A.graph().id(R.Object),
             "Id of the object, class or thread.")
HPROF_COLUMN(Count, "in_all", ForJson, R.InAll,
             "Number of such holders of accumulation points; this one holds "
             "the first point.")
HPROF_OPTIONAL(Text, "thread", ForJson, A.Contents.threadName(R.Object),
               "Name of the thread, if the holder is one.")
HPROF_TABLE_END

static Datum ownerRows(const SuspectPart &A, const SuspectOwner &O) {
  return O ? Datum(oneRow(ownerTable(), A, O)) : Datum();
}

HPROF_TABLE_BEGIN(limitTable, SuspectLimit, SuspectPart, "suspect-limit",
                  "A limit.")
HPROF_COLUMN(Id, "object", ForJson, A.graph().id(R.Of),
             "Id of the object, class or array that has the limit.")
HPROF_COLUMN(Count, "used", ForJson, R.Used,
             "Number of entries, or amount in the unit of the limit.")
HPROF_OPTIONAL(Count, "most", ForJson, idUnlessNull(R.Most),
               "The limit, if it is known.")
HPROF_TABLE_END

static Datum limitRows(const SuspectPart &A, const SuspectLimit &L) {
  return L.Kind == LimitKind::None ? Datum()
                                   : Datum(oneRow(limitTable(), A, L));
}

HPROF_TABLE_BEGIN(memberTable, LeakSuspect, SuspectPart, "suspect-member",
                  "A member of a group.")
HPROF_COLUMN(Id, "id", ForJson, A.graph().id(R.Way[0]), "Id of the object.")
HPROF_COLUMN(Text, "class", ForJson, A.graph().describe(R.Way[0]),
             "Class of the object.")
HPROF_COLUMN(Bytes, "shallow", ForJson, A.graph().shallow(R.Way[0]),
             "Shallow size of the object.")
HPROF_COLUMN(Bytes, "retained", ForJson, R.WayBytes[0],
             "Retained size of the object.")
HPROF_OPTIONAL(Text, "thread", ForJson, A.Contents.threadName(R.Way[0]),
               "Name of the thread, if the object is one.")
HPROF_COLUMN(Text, "accumulation", ForJson, A.Words.accumulation(R),
             "Accumulation point in the member and the objects directly below "
             "it, as a sentence.")
HPROF_COLUMN(
    Count, "nested", ForJson, R.Nested,
    "Nonzero if a list or tree of objects of one class accumulates there.")
HPROF_NESTED(List, &stepTable(), "way", ForJson, wayOf(A, R),
             "Path from the member to the accumulation point.")
HPROF_NESTED(List, &contentTable(), "children", ForJson,
             contentRows(A, R.Children),
             "Objects directly below the accumulation point by class, with "
             "retained sizes.")
HPROF_TABLE_END

static std::unique_ptr<Rows> largestOf(const SuspectPart &A,
                                       const LeakSuspect &S) {
  return rowsOf(memberTable(), A, S.Largest);
}

HPROF_TABLE_BEGIN(shareTable, SuspectShare, SuspectPart, "suspect-share",
                  "A suspect that contains a part of another.")
HPROF_COLUMN(Count, "suspect", ForJson, R.Suspect + 1,
             "Number of the other suspect, from 1.")
HPROF_COLUMN(Count, "points", ForJson, R.Points,
             "Number of accumulation points below a point of the "
             "other suspect.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Bytes, "Retained size of these points.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(allocationTable, SampledAllocation, SuspectPart,
                  "suspect-allocation",
                  "Sampled objects with the same class and stack trace.")
HPROF_COLUMN(Text, "class", ForJson, StringRef(R.Class),
             "Class of the objects.")
HPROF_COLUMN(Count, "samples", ForJson, R.Objects, "Number of objects.")
HPROF_COLUMN(Number, "age_seconds", ForJson, R.Oldest / 1000000000,
             "Age of the oldest object when the recording was written.")
HPROF_COLUMN(Texts, "stack", ForJson, R.Stack.vec(),
             "Frames of the stack trace of the allocation, innermost first; "
             "empty if it was not recorded.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(samplesTable, SuspectPart, NothingAsked, "suspect-samples",
                  "The sampled objects of a recording.")
HPROF_COLUMN(Text, "file", ForJson, StringRef(R.Request.SamplesFile),
             "Name of the recording.")
HPROF_COLUMN(Count, "samples", ForJson, R.Request.Samples->All.size(),
             "Number of sampled objects.")
HPROF_COLUMN(Count, "found", ForJson, R.SamplesFound,
             "Number of sampled objects in the heap. If this is less than "
             "half, no allocations are listed.")
HPROF_TABLE_END

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

HPROF_TABLE_BEGIN(suspectTable, ShownSuspect, SuspectPart, "leak-suspect",
                  "A place where memory accumulates.")
HPROF_WORD("object|class|loader|thread|group", "kind", ForCsv | ForJson,
           kindName(R.Is->Kind),
           "Kind of the holder: the innermost thread, class (with a static "
           "field) or class loader on the path to the suspect, otherwise an "
           "object. A group has no single holder.")
HPROF_COLUMN(Text, "signature", ForCsv | ForJson,
             llvm::utohexstr(R.Is->Signature, /*LowerCase=*/true, /*Width=*/16),
             "16 hexadecimal digits, equal across dumps if the path leads "
             "through the same classes and fields.")
HPROF_COLUMN(Text, "headline", ForCsv | ForJson, A.Words.headline(*R.Is),
             "Holder, accumulated objects and size, as a sentence.")
HPROF_COLUMN(Texts, "remarks", ForJson, A.Words.remarks(*R.Is),
             "Sentences that supplement the headline.")
HPROF_COLUMN(Text, "accumulation", ForJson, A.Words.accumulation(*R.Is),
             "Accumulation point and the objects directly below it, as a "
             "sentence; empty for a group.")
HPROF_COLUMN(Bytes, "retained", ForCsv | ForJson, R.Is->Retained,
             "Retained size of the accumulation points or of the group.")
HPROF_COLUMN(Bytes, "own", ForCsv | ForJson, R.Is->Own,
             "Part of the retained size that is in no other suspect.")
HPROF_COLUMN(Count, "points_in_all", ForCsv | ForJson, R.Is->Points.size(),
             "Number of accumulation points, or of members of the group.")
HPROF_NESTED(List, &pointTable(), "points", ForJson, pointsOf(A, *R.Is),
             "The first 100 accumulation points or members.")
HPROF_COLUMN(
    Count, "nested", ForJson, R.Is->Nested,
    "Number of objects in the list or tree that accumulates; otherwise 0.")
HPROF_NESTED(List, &stepTable(), "way", ForJson, wayOf(A, *R.Is),
             "Dominators of the first accumulation point, from the top, and "
             "the point itself; empty for a group.")
HPROF_COLUMN(Texts, "roots", ForJson, rootsOf(A, *R.Is),
             "Kinds of the GC roots for the first object on the path.")
HPROF_NESTED_OPTIONAL(
    Record, &ownerTable(), "owner", ForJson, ownerRows(A, R.Is->Owner),
    "Innermost field that leads to all accumulation points and does not belong "
    "to a collection. For a group, the field that leads to most members.")
HPROF_NESTED_OPTIONAL(Record, &ownerTable(), "program_owner", ForJson,
                      ownerRows(A, R.Is->Program),
                      "Closest application field that leads to the owner, "
                      "if the owner belongs to a library or is unknown.")
HPROF_NESTED_OPTIONAL(
    Record, &ownerTable(), "thread_local", ForJson, ownerRows(A, R.Is->Local),
    "Static field of the ThreadLocal through which threads hold the objects.")
HPROF_NESTED_OPTIONAL(Record, &limitTable(), "limit", ForJson,
                      limitRows(A, R.Is->Limit),
                      "Limit that suggests a bounded cache.")
HPROF_COLUMN(
    Bytes, "soft_bytes", ForJson, R.Is->SoftBytes,
    "Part of the retained size that is reachable only through soft references.")
HPROF_COLUMN(Count, "soft_references", ForJson, R.Is->SoftReferences,
             "Number of these soft references.")
HPROF_NESTED(
    List, &contentTable(), "elements", ForJson, contentRows(A, R.Is->Elements),
    "Accumulated objects by class, with retained sizes: the outermost "
    "application objects below the accumulation points or, if these account "
    "for too little, of libraries, or any objects but containers.")
HPROF_NESTED(List, &contentTable(), "outer", ForJson,
             contentUnlessNone(A, R.Is->Outer),
             "Library objects that contain the elements; at most one class.")
HPROF_NESTED(List, &contentTable(), "inner", ForJson,
             contentUnlessNone(A, R.Is->Inner),
             "Application objects inside the elements; at most one class.")
HPROF_NESTED(List, &contentTable(), "children", ForJson,
             contentRows(A, R.Is->Children),
             "Objects directly below the accumulation points by class, with "
             "retained sizes.")
HPROF_NESTED(List, &contentTable(), "contents", ForJson,
             contentRows(A, R.Is->Contents),
             "All objects that the accumulation points retain by class, with "
             "shallow sizes; includes the points.")
HPROF_NESTED(List, &memberTable(), "largest", ForJson, largestOf(A, *R.Is),
             "For a group: up to three members with the largest retained size.")
HPROF_NESTED(List, &shareTable(), "part_of", ForJson,
             rowsOf(shareTable(), A, R.Is->PartOf),
             "Suspects that contain a part of this one.")
HPROF_COLUMN(
    Count, "holders", ForJson, R.Is->Holders,
    "Number of holders of the type given in \"kind\". The path and the thread "
    "are those of the first holder.")
HPROF_OPTIONAL(
    Text, "thread", ForJson, threadName(A, *R.Is),
    "Name of the thread that is the holder, or of the first of several.")
HPROF_OPTIONAL(Count, "stack_compared", ForJson,
               stackNumber(R, &SharedStack::Compared),
               "For a group: number of threads with a stack trace.")
HPROF_OPTIONAL(Count, "stack_threads", ForJson,
               stackNumber(R, &SharedStack::Threads),
               "For a group: number of threads with the stack trace in "
               "\"stack\", whose threads retain the most in total.")
HPROF_OPTIONAL(Bytes, "stack_bytes", ForJson,
               stackNumber(R, &SharedStack::Bytes),
               "For a group: total retained size of these threads.")
HPROF_OPTIONAL(Texts, "stack", ForJson, framesOf(A, R),
               "For threads: frames of the stack trace, innermost first.")
HPROF_NESTED(List, &allocationTable(), "allocations", ForJson,
             rowsOf(allocationTable(), A, R.Allocations),
             "With --jfr: allocations of sampled objects that the accumulation "
             "points dominate, the most frequent first.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_TABLE_END

std::unique_ptr<Rows> SuspectPart::rows() const {
  return rowsOf(suspectTable(), *this, Shown);
}

static std::vector<std::string> kindTexts(ReferenceKinds Kinds) {
  std::vector<std::string> Texts;
  for (StringRef Kind : kindNames(Kinds))
    Texts.push_back(Kind.str());
  return Texts;
}

HPROF_TABLE_BEGIN(ignoredTable, SuspectPart, NothingAsked, "ignored-references",
                  "Objects reachable only through some kinds of references.")
HPROF_COLUMN(Texts, "kinds", ForJson, kindTexts(R.leftOut()),
             "Kinds of the references.")
HPROF_COLUMN(Count, "objects", ForJson, R.Report.ByIgnored.Objects,
             "Number of objects reachable only through these references.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Report.ByIgnored.Bytes,
             "Shallow size of these objects.")
HPROF_COLUMN(Flag, "followed", ForJson, R.Report.followsIgnored(),
             "Whether the references were followed nevertheless.")
HPROF_TABLE_END

HPROF_TABLE_BEGIN(suspectFileTable, SuspectPart, NothingAsked, "leak-suspects",
                  "A file.")
#include "GraphFactColumns.def"
HPROF_COLUMN(
    Texts, "ignored_references", ForJson, kindTexts(R.Report.Ignored),
    "Kinds of references that were not followed: soft, weak, final, phantom.")
HPROF_NESTED(Record, &ignoredTable(), "only_by_references", ForJson,
             oneRow(ignoredTable(), NothingAsked::value(), R),
             "Objects reachable only through references of the ignored kinds; "
             "included in bytes. By default, these references are followed if "
             "the objects are large enough for a suspect.")
#include "GraphFaultColumn.def"
HPROF_COLUMN(Bytes, "least", ForJson, R.Least, "Minimum size of a suspect.")
HPROF_COLUMN(Bytes, "native_bytes", ForJson, R.Native.Bytes,
             "Memory outside the heap, allocated by direct buffers and arenas.")
HPROF_NESTED_NULLABLE(
    Record, &outOfMemoryTable(), "out_of_memory", ForJson,
    outOfMemoryRow(R.Failure),
    "Thread whose OutOfMemoryError triggered the dump. If the heap was nearly "
    "empty, suspects are listed only if a threshold is given.")
HPROF_NESTED_OPTIONAL(Record, &samplesTable(), "samples", ForJson,
                      R.Request.Samples
                          ? Datum(oneRow(samplesTable(), NothingAsked::value(),
                                         R))
                          : Datum(),
                      "With --jfr: the sampled objects of the recording.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.Report.Suspects.size(),
             "Number of suspects, including those omitted by --top.")
HPROF_NESTED(List, &suspectTable(), "suspects", ForJson, R.rows(),
             "Suspects, the likeliest leak first.")
HPROF_TABLE_END

std::unique_ptr<Rows> SuspectPart::file() const {
  return oneRow(suspectFileTable(), NothingAsked::value(), *this);
}

const AnswerInfo &SuspectPart::kind() {
  static const AnswerInfo Info = {"hprof-dominators",
                                  "leak-suspects",
                                  "With --suspects: the places where memory "
                                  "accumulates, with their holders.",
                                  &suspectFileTable(),
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

bool SuspectPart::areSamplesOfHeap() const {
  return SamplesFound >= Request.Samples->All.size() - SamplesFound;
}

Error SuspectPart::findAllocations() {
  const SampledObjects Samples(Contents, *Request.Samples);
  SamplesFound = Samples.found();
  if (!areSamplesOfHeap())
    return Error::success();
  Expected<const DominatorTree *> Tree = Store->dominators();
  if (!Tree)
    return Tree.takeError();
  const ArrayRef<LeakSuspect> All = Report.Suspects;
  for (auto [Row, Allocations] :
       zip_equal(Shown, Samples.below(**Tree, All.take_front(Shown.size()))))
    Row.Allocations = std::move(Allocations);
  return Error::success();
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
    ShownSuspect Row{&S, sharedStack(**Contents, S), {}, {}, {}};
    if (Request.ForPeople) {
      Expected<std::vector<Prose>> Lines = Evidence.of(S);
      if (!Lines)
        return Lines.takeError();
      Row.Evidence = std::move(*Lines);
    }
    Part->Shown.push_back(std::move(Row));
  }
  if (Request.Samples)
    if (Error E = Part->findAllocations())
      return E;
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
