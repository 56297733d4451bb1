//===- StoreTeller.cpp - Reports to users of a store ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreTeller.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace hprof;
using namespace llvm;

/// Memory that is allocated regardless of the limit: buffers of threads,
/// classes, names.
static constexpr uint64_t LeastMemory = 32 << 20;

void StoreTeller::note(const Twine &Text) const {
  if (Events.OnNote)
    Events.OnNote(Text);
}

void StoreTeller::verbose(const Twine &Text) const {
  if (Events.OnVerbose)
    Events.OnVerbose(Text);
}

void StoreTeller::loss(Error E) const {
  if (Events.OnLoss)
    return Events.OnLoss(std::move(E));
  consumeError(std::move(E));
}

DamageHandler StoreTeller::damageHandler() {
  // An index stores this damage; a dump with more damage is not worth an index.
  constexpr size_t Most = 100000;
  return [this](const Damage &D) {
    if (Damages.size() < Most)
      Damages.push_back(D);
    if (Events.OnDamage)
      Events.OnDamage(D);
  };
}

bool StoreTeller::isCut(uint64_t Begin, uint64_t End) const {
  return any_of(Damages, [&](const Damage &D) {
    // See damageRange().
    const bool IsEnd = D.Code == format_errc::missing_end;
    const uint64_t At = D.Offset - (IsEnd && D.Offset ? 1 : 0);
    return At >= Begin && At < End &&
           (IsEnd || D.Code == format_errc::truncated ||
            D.Code == format_errc::bad_compression);
  });
}

void StoreTeller::need(const MemoryBudget &Memory, uint64_t Bytes) const {
  std::string Need = formatv("about {0} MiB needed", (Bytes >> 20) + 1);
  if (Bytes <= Memory.limit())
    return verbose(Need);
  note(formatv("{0}, limit {1} MiB: temporary files in '{2}' hold the rest",
               Need, Memory.limit() >> 20, Memory.directory()));
  if (Memory.limit() < LeastMemory)
    note(formatv("a limit below {0} MiB cannot be met: buffers, classes and "
                 "names take about that much",
                 LeastMemory >> 20));
}

/// Users need to know about duplicates to judge the numbers.
void StoreTeller::duplicates(const HeapGraph &G) const {
  if (uint64_t N = G.counts().Duplicates; N && Events.OnWarning)
    Events.OnWarning(
        "'" + Name + "': " +
        counted(N, "object has a duplicate id", "objects have duplicate ids") +
        "; only the first object with each id is used");
}

/// Without this message, results for a truncated dump would look complete.
void StoreTeller::unreachable(const HeapGraph &G,
                              const DominatorTotals &Totals) {
  if (Damages.empty() || IsUnreachableTold || !Totals.UnreachableBytes)
    return;
  // Every VM has threads, so their roots must be missing. Many objects are
  // still reachable from system classes, which the graph adds as roots if a
  // dump has no roots.
  bool LacksRoots = all_of(G.roots(), [](const GraphRoot &R) {
    return R.Kind == RecordKind::RootStickyClass;
  });
  bool IsMost = Totals.UnreachableBytes > Totals.Bytes;
  if (!LacksRoots && !IsMost)
    return;
  IsUnreachableTold = true;
  const auto &Tell =
      Events.OnUnreachable ? Events.OnUnreachable : Events.OnNote;
  if (!Tell)
    return;
  // No percentage is given, because the total is unknown.
  Tell(formatv("'{0}': {1}{2} of the {3} bytes present are unreachable, as in "
               "a dump that was truncated before its roots",
               Name, LacksRoots ? "the only roots are system classes; " : "",
               Totals.UnreachableBytes, Totals.Bytes + Totals.UnreachableBytes)
           .str());
}

void StoreTeller::unreachable(const HeapGraph &G, const RetainedSets &Sets) {
  if (Damages.empty() || IsUnreachableTold)
    return;
  DominatorTotals Totals;
  for (const RetainedSet &S : Sets.sets())
    Totals.Bytes += S.Shallow;
  uint64_t All = 0;
  for (Node N = 0; N != G.size(); ++N)
    All += G.shallow(N);
  Totals.UnreachableBytes = All - std::min(All, Totals.Bytes);
  unreachable(G, Totals);
}

std::function<void(const char *, uint64_t, uint64_t)>
StoreTeller::progress(bool InBytes) const {
  if (!Events.OnProgress)
    return {};
  return [this, InBytes](const char *Phase, uint64_t Done, uint64_t All) {
    Events.OnProgress({Phase, Done, All, InBytes});
  };
}

void StoreTeller::endProgress() const {
  if (Events.OnProgressEnd)
    Events.OnProgressEnd();
}
