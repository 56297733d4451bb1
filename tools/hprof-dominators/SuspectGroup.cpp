//===- SuspectGroup.cpp - Members of suspected groups ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspectPrinter.h"
#include "hprof/Analysis/Contents/FrameNames.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <unordered_map>

using namespace hprof;
using namespace llvm;

std::optional<SharedStack>
SuspectPrinter::sharedStack(const LeakSuspect &S) const {
  if (S.Kind != SuspectKind::Group ||
      none_of(S.Points, [&](Node N) { return Contents.threadOf(N); }))
    return std::nullopt;
  constexpr size_t MostFrames = 100;
  std::vector<std::pair<uint64_t, Node>> Order;
  for (auto [N, Bytes] : zip(S.Points, S.PointBytes))
    Order.emplace_back(Bytes, N);
  sort(Order, [](const auto &A, const auto &B) {
    return std::pair(B.first, A.second) < std::pair(A.first, B.second);
  });
  FrameNames Names(Contents.context());
  // By a hash of the frames: with virtual threads, there can be a million.
  std::unordered_map<uint64_t, SharedStack> ByFrames;
  SharedStack Found;
  uint64_t Compared = 0;
  std::vector<uint64_t> Frames;
  for (auto [Bytes, N] : Order) {
    const ThreadInfo *T = Contents.threadOf(N);
    if (!T || Contents.stack(*T).empty())
      continue;
    ++Compared;
    Frames.clear();
    for (uint64_t Id : Contents.stack(*T)) {
      Frames.push_back(Names.firstAlike(Id));
      if (Frames.size() == MostFrames)
        break;
    }
    SharedStack &Of = ByFrames[xxh3_64bits(
        ArrayRef(reinterpret_cast<const uint8_t *>(Frames.data()),
                 Frames.size() * sizeof(uint64_t)))];
    if (!Of.Threads++)
      Of.Thread = T;
    Of.Bytes += Bytes;
    if (Of.Bytes > Found.Bytes)
      Found = Of;
  }
  if (!Found.Thread)
    return std::nullopt;
  Found.Compared = Compared;
  return Found;
}

void SuspectPrinter::printFrames(const ThreadInfo &T) {
  constexpr size_t Most = 20;
  size_t Frames = Contents.stack(T).size();
  for (size_t I = 0; I != std::min(Frames, Most); ++I)
    Out.OS << "     at " << Out.show(Contents.frameText(T.Serial, int32_t(I)))
           << '\n';
  if (Frames > Most)
    Out.OS << "     ... " << Frames - Most << " more\n";
}

/// \p Points is the total number of threads in the suspect.
static std::string whoseStack(const SharedStack &Of, size_t Points) {
  std::string Found = std::to_string(Of.Threads);
  if (Of.Threads == 1)
    return "one of these threads, which retains";
  return (Of.Threads == Points ? "all " : "") + Found +
         " of these threads, which retain";
}

void SuspectPrinter::printStack(size_t Number, const LeakSuspect &S) {
  if (std::optional<SharedStack> Of = sharedStack(S)) {
    Out.OS << "   The stack of " << whoseStack(*Of, S.Points.size()) << ' '
           << size(Of->Bytes) << ":\n";
    StackOf.try_emplace(Of->Thread, Number);
    return printFrames(*Of->Thread);
  }
  const ThreadInfo *T = thread(S);
  if (!T || Contents.stack(*T).empty())
    return;
  size_t First = StackOf.try_emplace(T, Number).first->second;
  if (First != Number) {
    Out.OS << "   The stack of the thread is with suspect " << First << ".\n";
    return;
  }
  Out.OS << "   The stack of the thread:\n";
  printFrames(*T);
}

/// Prints the members of a group, and where each accumulates.
void SuspectPrinter::printLargest(const LeakSuspect &S) {
  if (S.Largest.empty())
    return;
  // With very many, one says as much as three.
  ArrayRef<LeakSuspect> Members = S.Largest;
  if (Members[0].WayBytes[0] < S.Retained / 1000)
    Members = Members.take_front(1);
  Out.OS << (Members.size() == 1 ? "   The largest of them:\n"
                                 : "   The largest of them, each with what it "
                                   "retains:\n");
  for (const LeakSuspect &M : Members) {
    Out.OS << "     " << right_justify(bytesNumber(M.WayBytes[0]), 12) << "  "
           << object(M.Way[0]) << '\n';
    std::vector<std::string> Steps;
    for (size_t I = 1; I != M.Way.size(); ++I) {
      std::string Label = label(M.Way[I - 1], M.Way[I]);
      Steps.push_back(Label.empty() ? "(on several ways)" : Label);
    }
    constexpr size_t MostSteps = 8;
    if (Steps.size() > MostSteps) {
      Steps.erase(Steps.begin() + MostSteps / 2, Steps.end() - MostSteps / 2);
      Steps.insert(Steps.begin() + MostSteps / 2, "...");
    }
    if (!Steps.empty())
      Out.OS << "                   by " << join(Steps, " > ") << '\n';
    // Otherwise it retains only itself.
    if (!Steps.empty() || !M.Children.empty() || M.Nested)
      Out.OS << "                   " << accumulation(M) << '\n';
  }
}

void SuspectPrinter::printPartOf(const LeakSuspect &S) {
  for (const SuspectShare &Share : S.PartOf)
    Out.OS << "   "
           << (Share.Points == S.Points.size()
                   ? std::string(S.Points.size() == 1 ? "All of it is"
                                                      : "All of them are")
                   : "Of these, " + counted(Share.Points, "object") + " with " +
                         size(Share.Bytes) +
                         (Share.Points == 1 ? " is" : " are"))
           << " a part of what suspect " << Share.Suspect + 1 << " holds"
           << (Share.Suspect < Shown ? "" : ", which is not shown") << ".\n";
}

void SuspectPrinter::wayJson(const LeakSuspect &S) {
  Out.J->attributeArray("way", [&] {
    for (auto [I, N] : enumerate(S.Way))
      Out.J->object([&, I = I, N = N] {
        if (I)
          Out.J->attribute("label", toUtf8(label(S.Way[I - 1], N)));
        Out.objectJson(N, S.WayBytes[I]);
      });
  });
}

void SuspectPrinter::ownerJson(StringRef Name, const SuspectOwner &O) {
  if (!O)
    return;
  json::OStream &J = *Out.J;
  J.attributeObject(Name, [&] {
    ClassNumber C = G.asClass(O.Object);
    J.attribute("class", toUtf8(C == NoClass ? G.describe(O.Object)
                                             : G.classes()[C].Name));
    if (O.Owned != NoNode)
      J.attribute("field", toUtf8(label(O.Object, O.Owned)));
    J.attribute("object", jsonId(G.id(O.Object)));
    if (std::optional<std::string> Thread = Contents.threadName(O.Object))
      J.attribute("thread", toUtf8(*Thread));
  });
}

void SuspectPrinter::ownersJson(const LeakSuspect &S) {
  json::OStream &J = *Out.J;
  ownerJson("owner", S.Owner);
  ownerJson("program_owner", S.Program);
  ownerJson("thread_local", S.Local);
  if (S.Limit.Kind == LimitKind::None)
    return;
  J.attributeObject("limit", [&] {
    J.attribute("object", jsonId(G.id(S.Limit.Of)));
    J.attribute("used", S.Limit.Used);
    if (S.Limit.Most)
      J.attribute("most", S.Limit.Most);
  });
}

void SuspectPrinter::contentsJson(StringRef Name,
                                  ArrayRef<SuspectContent> Rows) {
  json::OStream &J = *Out.J;
  J.attributeArray(Name, [&] {
    for (const SuspectContent &Row : Rows)
      J.object([&] {
        J.attribute("class", toUtf8(typeName(G, Row.Type)));
        J.attribute("objects", Row.Objects);
        J.attribute("bytes", Row.Bytes);
        J.attribute("loaders", Row.Loaders);
      });
  });
}

void SuspectPrinter::largestJson(const LeakSuspect &S) {
  json::OStream &J = *Out.J;
  J.attributeArray("largest", [&] {
    for (const LeakSuspect &M : S.Largest)
      J.object([&] {
        Out.objectJson(M.Way[0], M.WayBytes[0]);
        if (std::optional<std::string> Name = Contents.threadName(M.Way[0]))
          J.attribute("thread", toUtf8(*Name));
        J.attribute("accumulation", toUtf8(accumulation(M)));
        J.attribute("nested", M.Nested);
        wayJson(M);
        contentsJson("children", M.Children);
      });
  });
}
