//===- SuspectText.cpp - Leak suspects as text ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectText.h"
#include "hprof/Analysis/Graph/KindNames.h"
#include "hprof/Format/Base/SpanText.h"
#include "hprof/Format/Jfr/JfrObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns the start of a row: the size in a column of 12 characters.
static Prose sizeCell(uint64_t Bytes) {
  return Prose("     ").bytesCell(Bytes, 12) << "  ";
}

/// Returns the indentation for lines below a sizeCell().
static Prose belowSize() { return "                   "; }

/// Presents the references that are ignored when suspects are determined, or
/// why none are ignored.
void SuspectText::presentIgnored() {
  const IgnoredReach &By = Of.Report.ByIgnored;
  // The share is printed in tenths of a percent.
  constexpr uint64_t TooSmall = 2000;
  const bool IsSmall = By.Bytes < Of.Report.Totals.Bytes / TooSmall &&
                       !Of.Report.followsIgnored() && !Of.Request.AskedToIgnore;
  if (!By.Bytes || IsSmall)
    return;
  SmallVector<StringRef, 4> Kinds = kindNames(Of.leftOut());
  const std::string List = join(Kinds, ",");
  const StringRef Last = Kinds.pop_back_val();
  Prose Line = "  ";
  Line.count(By.Objects, "object") << " (";
  Line.bytes(By.Bytes);
  if (const std::string Share = Of.Words.share(By.Bytes); !Share.empty())
    Line << ", " << Share;
  Line << ") reachable only through " << join(Kinds, ", ")
       << (Kinds.empty() ? "" : " or ") << Last << " references";
  if (Of.Report.followsIgnored())
    Line.option(", which are followed because the objects are large enough for "
                "a suspect (--ignore-references=" +
                List + " excludes them)");
  else
    Line << ", not in any suspect";
  if (!Of.Report.followsIgnored() && Of.Request.AskedToIgnore)
    Line << " (--ignore-references=" << *Of.Request.AskedToIgnore << ")";
  To.sentence(Line);
}

/// Presents the memory that the process uses outside the heap if it is large.
void SuspectText::presentNative() {
  constexpr uint64_t LeastShare = 20; // A 20th of the bytes in the heap.
  if (!Of.Native.Bytes || Of.Native.Bytes < Of.Report.Totals.Bytes / LeastShare)
    return;
  Prose Line = "  outside the heap: ";
  Line.largeBytes(Of.Native.Bytes) << " in ";
  To.sentence(Line.count(Of.Native.Objects, "direct buffer or arena",
                         "direct buffers and arena allocations")
              << " (hprof-lint --only=direct-buffers)");
}

/// Presents how many sampled objects are in the heap.
void SuspectText::presentSamples() {
  if (!Of.Request.Samples)
    return;
  const uint64_t All = Of.Request.Samples->All.size();
  Prose Line = "  ";
  Line.number(Of.SamplesFound) << " of ";
  Line.count(All, "sampled object") << " in ";
  Line.name(Of.Request.SamplesFile)
      << (Of.SamplesFound == 1 ? " is" : " are") << " in this heap";
  if (!Of.areSamplesOfHeap())
    Line << ", so no allocations are shown: the recording is of another JVM, "
            "or the garbage collector moved objects between it and the dump";
  To.sentence(Line);
}

void SuspectText::presentHeadline(size_t Number, const LeakSuspect &S) {
  To.sentence(
      (Prose() << std::to_string(Number) << ". ").prose(Of.Words.headline(S)));
  for (const Prose &Remark : Of.Words.remarks(S))
    To.sentence(Prose("   ").prose(Remark));
  presentPartOf(S);
}

void SuspectText::presentPartOf(const LeakSuspect &S) {
  for (const SuspectShare &Share : S.PartOf) {
    // If all points are in the other suspect, its headline gives the size.
    if (Share.Points == S.Points.size())
      continue;
    Prose Line = "   Of these, ";
    (Line.count(Share.Points, "object") << " with ")
            .prose(Of.Words.size(Share.Bytes))
        << (Share.Points == 1 ? " is" : " are");
    To.sentence(
        Line << " also in suspect " << std::to_string(Share.Suspect + 1)
             << (Share.Suspect < Of.Shown.size() ? "" : ", which is not shown")
             << ".");
  }
}

/// Presents the path from the member \p M of a group to the member's
/// accumulation point, and the contents of that point.
void SuspectText::presentMember(const LeakSuspect &M) {
  To.line(sizeCell(M.WayBytes[0]).prose(Of.Words.object(M.Way[0])));
  std::vector<std::string> Steps;
  for (size_t I = 1; I != M.Way.size(); ++I) {
    std::string Label = Of.Words.label(M.Way[I - 1], M.Way[I]);
    Steps.push_back(Label.empty() ? "(several paths)" : Label);
  }
  constexpr size_t MostSteps = 8;
  if (Steps.size() > MostSteps) {
    Steps.erase(Steps.begin() + MostSteps / 2, Steps.end() - MostSteps / 2);
    Steps.insert(Steps.begin() + MostSteps / 2, "...");
  }
  if (!Steps.empty())
    To.line((belowSize() << "through ").name(join(Steps, " > ")));
  // Otherwise, the member retains only itself, and there is nothing to show.
  if (!Steps.empty() || !M.Children.empty() || M.Nested)
    To.sentence(belowSize().prose(Of.Words.accumulation(M)));
}

/// Presents the members of a group, with the accumulation point of each.
void SuspectText::presentLargest(const LeakSuspect &S) {
  if (S.Largest.empty())
    return;
  // If there are very many members, one is as informative as three.
  ArrayRef<LeakSuspect> Members = S.Largest;
  if (Members[0].WayBytes[0] < S.Retained / 1000)
    Members = Members.take_front(1);
  To.line(Members.size() == 1 ? "   Largest member (retained size):"
                              : "   Largest members (retained size):");
  for (const LeakSuspect &M : Members)
    presentMember(M);
}

/// Returns "table: java.util.HashMap$Node[] 0x7f00".
Prose SuspectText::step(Node From, Node To) const {
  const std::string Label = Of.Words.label(From, To);
  return (Prose().name(Label.empty() ? "(several paths)" : Label) << ": ")
      .prose(Of.Words.object(To));
}

void SuspectText::presentWay(const LeakSuspect &S) {
  constexpr size_t Most = 24;
  const bool IsFromRoot = S.Above.empty() && !rootKinds(G, S.Way[0]).empty();
  To.line(Prose("   ") << (IsFromRoot ? "Path from GC root" : "Dominator path")
                       << (S.Points.size() == 1 ? "" : " to the first of them")
                       << " (retained size):");
  std::vector<Node> Above = S.Above;
  if (!Above.empty())
    Above.push_back(S.Way[0]);
  for (size_t I = 0; I + 1 < Above.size(); ++I)
    To.line(I ? belowSize().prose(step(Above[I - 1], Above[I]))
              : (belowSize() << "one of several paths: ")
                    .prose(Of.Words.object(Above[I])));
  for (auto [I, N] : enumerate(S.Way)) {
    if (S.Way.size() > Most && I == Most / 2)
      To.line(Prose("     ... ").count(S.Way.size() - Most, "more step"));
    if (S.Way.size() > Most && I >= Most / 2 && I < S.Way.size() - Most / 2)
      continue;
    const Node Before = I                 ? S.Way[I - 1]
                        : S.Above.empty() ? NoNode
                                          : S.Above.back();
    Prose Line =
        sizeCell(S.WayBytes[I])
            .prose(Before == NoNode ? Of.Words.object(N) : step(Before, N));
    if (!I)
      for (const std::string &Kind : rootKinds(G, N))
        Line << ", " << Kind;
    To.line(Line);
  }
}

void SuspectText::presentContents(StringRef Title,
                                  ArrayRef<SuspectContent> Rows) {
  if (Rows.empty())
    return;
  To.line(Prose("   ") << Title);
  for (const SuspectContent &Row : Rows)
    To.line((sizeCell(Row.Bytes).number(Row.Objects) << " × ")
                .prose(Of.Words.contentName(Row)));
}

/// Presents where most sampled objects in a suspect were allocated.
void SuspectText::presentAllocations(ArrayRef<SampledAllocation> All) {
  if (All.empty())
    return;
  constexpr size_t Most = 3, MostFrames = 20;
  constexpr uint64_t NanosPerMilli = 1000000;
  uint64_t Left = 0;
  for (const SampledAllocation &A : All)
    Left += A.Objects;
  To.line((Prose("   Allocations of ").count(Left, "sampled object"))
          << " in it:");
  for (const SampledAllocation &A : All.take_front(Most)) {
    To.line((Prose("     ").numberCell(A.Objects, 12) << " × ").name(A.Class)
            << (A.Objects == 1 ? ", allocated " : ", the oldest allocated ")
            << spanText(A.Oldest / NanosPerMilli)
            << " before the recording was written");
    for (const std::string &Frame : A.Stack.take_front(MostFrames))
      To.line((belowSize() << "at ").name(Frame));
    if (A.Stack.size() > MostFrames)
      To.line((belowSize() << "... ").number(A.Stack.size() - MostFrames)
              << " more");
    Left -= A.Objects;
  }
  if (Left)
    To.line(Prose("     ").numberCell(Left, 12) << " others");
}

void SuspectText::presentFrames(const ThreadInfo &T) {
  constexpr size_t Most = 20;
  const size_t Frames = Of.Contents.stack(T).size();
  for (size_t I = 0; I != std::min(Frames, Most); ++I)
    To.line(
        Prose("     at ").name(Of.Contents.frameText(T.Serial, int32_t(I))));
  if (Frames > Most)
    To.line(Prose("     ... ").number(Frames - Most) << " more");
}

/// \p Points is the total number of threads in the suspect.
static Prose whoseStack(const SharedStack &Of, size_t Points) {
  if (Of.Threads == 1)
    return "one of these threads, which retains ";
  return Prose(Of.Threads == Points ? "all " : "").number(Of.Threads)
         << " of these threads, which retain ";
}

void SuspectText::presentStack(size_t Number, const ShownSuspect &Shown) {
  const LeakSuspect &S = *Shown.Is;
  if (const std::optional<SharedStack> &Stack = Shown.Stack) {
    To.line(Prose("   Stack trace of ")
                .prose(whoseStack(*Stack, S.Points.size()))
                .prose(Of.Words.size(Stack->Bytes))
            << ":");
    StackOf.try_emplace(Stack->Thread, Number);
    return presentFrames(*Stack->Thread);
  }
  const ThreadInfo *T = Of.thread(S);
  if (!T || Of.Contents.stack(*T).empty())
    return;
  Prose Whose = "   Stack trace of the ";
  Whose << (S.Holders == 1 ? "thread" : "first of these threads");
  const size_t First = StackOf.try_emplace(T, Number).first->second;
  if (First != Number)
    return To.line(Whose << ": see suspect " << std::to_string(First));
  To.line(Whose << ":");
  presentFrames(*T);
}

void SuspectText::presentDetails(size_t Number, const ShownSuspect &Shown) {
  const LeakSuspect &S = *Shown.Is;
  if (const Prose Text = Of.Words.accumulation(S); !Text.empty())
    To.sentence(Prose("   ").prose(Text));
  presentLargest(S);
  if (!S.Way.empty())
    presentWay(S);
  std::vector<SuspectContent> Elements = S.Elements;
  for (const SuspectContent &C : {S.Outer, S.Inner})
    if (C.Objects && none_of(Elements, [&](const SuspectContent &Known) {
          return Known.Type == C.Type;
        }))
      Elements.push_back(C);
  if (Elements.size() > 1)
    presentContents("Accumulated objects (retained size):", Elements);
  if (!S.Nested)
    presentContents("Directly below (retained size):", S.Children);
  presentContents("Contents by class (shallow size):", S.Contents);
  presentAllocations(Shown.Allocations);
  presentStack(Number, Shown);
  for (const Prose &Line : Shown.Evidence)
    To.line(Line);
  for (const SuspectFinding &F : Shown.Lint) {
    To.sentence(Prose("   ").prose(F.Text) << ":");
    To.line(command({"hprof-lint", ("--only=" + F.Check).str()}));
  }
}

void SuspectText::presentSuspects() {
  const uint64_t All = Of.Report.Suspects.size(), Shown = Of.Shown.size();
  if (!Shown)
    To.line(
        Prose("no leak suspects of at least ").prose(Of.Words.size(Of.Least)));
  for (auto [I, S] : enumerate(Of.Shown))
    presentHeadline(I + 1, *S.Is);
  for (auto [I, S] : enumerate(Of.Shown)) {
    // All headlines come first, then the evidence.
    if (Shown > 1) {
      To.line("");
      To.line(Prose("Suspect ") << std::to_string(I + 1) << ":");
    }
    presentDetails(I + 1, S);
    presentNext(*S.Is);
  }
  if (All > Shown) {
    To.line("");
    To.more(All, Shown, {});
  }
}

void SuspectText::present() {
  presentTotals(To, Of);
  presentIgnored();
  presentNative();
  presentSamples();
  presentRestOfHead(To, Of);
  if (Of.areInnocent()) {
    Of.Failure->present(To);
    To.sentence("no object is a leak suspect; --suspects=10% lists the largest "
                "holders");
  } else {
    presentSuspects();
  }
  // Many loaders may have exhausted metaspace, while the heap is nearly empty.
  presentLoaders();
}
