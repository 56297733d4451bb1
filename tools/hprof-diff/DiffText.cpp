//===- DiffText.cpp - Comparisons for people ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatePrinter.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/TimeText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

using namespace hprof;
using namespace llvm;

/// "2 h 5 min" between two times.
static std::string durationText(uint64_t Millis) {
  uint64_t Seconds = Millis / 1000, Minutes = Seconds / 60,
           Hours = Minutes / 60;
  if (Hours >= 48)
    return std::to_string(Hours / 24) + " days";
  if (Hours)
    return std::to_string(Hours) + " h " + std::to_string(Minutes % 60) +
           " min";
  if (Minutes)
    return std::to_string(Minutes) + " min " + std::to_string(Seconds % 60) +
           " s";
  return std::to_string(Seconds) + " s";
}

/// "before", "after"; with more inputs their number.
static std::string inputLabel(const Diff &D, size_t Input) {
  if (D.Inputs.size() > 2)
    return std::to_string(Input + 1);
  return Input ? "after" : "before";
}

static void printHead(raw_ostream &OS, const Diff &D) {
  for (auto [I, In] : enumerate(D.Inputs)) {
    OS << inputLabel(D, I) << ": " << escape(In.Name, D.Escape);
    if (In.Millis)
      OS << ", " << timeText(In.Millis);
    if (In.IsSummary)
      OS << ", summary";
    OS << "\n  " << counted(In.Objects, "object") << ", "
       << bytesText(In.Bytes);
    if (In.Reachable)
      OS << ", of which roots reach " << bytesNumber(*In.Reachable);
    if (!In.LayoutText.empty())
      OS << "; " << In.LayoutText << (In.IsLayoutCertain ? "" : ", uncertain");
    if (In.IsDamaged)
      OS << "; DAMAGED, and counted as far as it can be read";
    OS << '\n';
  }
  const HeapCounts &First = D.Inputs.front(), &Last = D.Inputs.back();
  int64_t Objects = changeBetween(First.Objects, Last.Objects);
  OS << "change: " << signedText(Objects, false)
     << (Objects == 1 || Objects == -1 ? " object, " : " objects, ")
     << signedText(changeBetween(First.Bytes, Last.Bytes), true)
     << (TextStyle::current().IsHuman ? "" : " bytes");
  if (First.Reachable && Last.Reachable)
    OS << " ("
       << signedText(changeBetween(*First.Reachable, *Last.Reachable), true)
       << " reachable)";
  if (First.Millis && Last.Millis >= First.Millis + 1000)
    OS << " in " << durationText(Last.Millis - First.Millis);
  OS << '\n';
}

/// A mark after the name of a row.
static const char *fateText(const ChangeTable &T, const ChangeTable::Row &R) {
  return T.isNew(R) ? " (new)" : T.isGone(R) ? " (gone)" : "";
}

/// Prints the suspects that grew most. Those whose growth is all in others, as
/// what holds a leak has it, are counted.
static void printSuspects(raw_ostream &OS, const Diff &D,
                          const ChangeTable &T) {
  using Align = TextTable::Align;
  constexpr size_t Most = 5;
  TextTable Table({{"retained", Align::Bytes},
                   {"change", Align::Right},
                   {"own change", Align::Right},
                   {"objects", Align::Right},
                   {"leak suspect", Align::Left}});
  uint64_t Grown = 0, Around = 0;
  for (const ChangeTable::Row &R : T.rows()) {
    if (T.change(R, SuspectOwn) <= 0) {
      Around += T.change(R, SuspectRetained) > 0;
      continue;
    }
    if (++Grown <= Most)
      Table.row(
          {T.after(R, SuspectRetained),
           signedText(T.change(R, SuspectRetained), true),
           signedText(T.change(R, SuspectOwn), true),
           signedText(T.change(R, SuspectObjects), false),
           escape(suspectCalled(D, R.Key).Text, D.Escape) + fateText(T, R)});
  }
  if (!Grown) {
    OS << "no leak suspect has grown\n\n";
    return;
  }
  Table.print(OS);
  if (Grown > Most)
    OS << "... and " << Grown - Most << " more suspects that grew "
       << "(--by=suspect prints them)\n";
  if (Around)
    OS << counted(Around, "suspect", "suspects")
       << " more grew only by what other suspects hold\n";
  OS << '\n';
}

/// The inputs that have a column: with many, the first and the last.
static std::vector<size_t> shownInputs(const Diff &D) {
  constexpr size_t Most = 6;
  std::vector<size_t> Inputs;
  for (size_t I = 0; I != D.Inputs.size(); ++I)
    if (D.Inputs.size() <= Most || !I || I + 1 == D.Inputs.size())
      Inputs.push_back(I);
  return Inputs;
}

static std::string slopeText(double Slope, bool IsBytes) {
  constexpr double Most = 9e18;
  return signedText(llround(std::clamp(Slope, -Most, Most)), IsBytes);
}

/// Prints the rows that changed, up to Top of them.
static void printTable(raw_ostream &OS, const Diff &D) {
  using Align = TextTable::Align;
  const ChangeTable &T = D.Table;
  const Measure &Main = T.measures()[D.Sort];
  const std::vector<size_t> Inputs = shownInputs(D);
  const bool HasSlope = slopeOf(D, T, T.total(), D.Sort).has_value();
  std::vector<TextTable::Column> Titles;
  Titles.reserve(Inputs.size() + T.measures().size() + 3);
  for (size_t I : Inputs)
    Titles.push_back({I ? inputLabel(D, I) : Main.Name + " " + inputLabel(D, I),
                      Main.IsBytes ? Align::Bytes : Align::Right});
  Titles.push_back({"change", Align::Right});
  if (HasSlope)
    Titles.push_back({"per hour", Align::Right});
  for (auto [M, Other] : enumerate(T.measures()))
    if (M != D.Sort)
      Titles.push_back({Other.Name, Align::Right});
  Titles.push_back({keyName(D), Align::Left});
  TextTable Table(Titles);
  uint64_t Shown = 0;
  for (const ChangeTable::Row &R : T.rows()) {
    if (!T.isChanged(R))
      continue;
    if (Shown++ >= D.Top)
      break;
    std::vector<Cell> Cells;
    Cells.reserve(Titles.size());
    for (size_t I : Inputs)
      Cells.push_back(T.value(R, I, D.Sort));
    Cells.push_back(signedText(T.change(R, D.Sort), Main.IsBytes));
    if (HasSlope)
      Cells.push_back(
          slopeText(slopeOf(D, T, R, D.Sort).value_or(0), Main.IsBytes));
    for (auto [M, Other] : enumerate(T.measures()))
      if (M != D.Sort)
        Cells.push_back(signedText(T.change(R, M), Other.IsBytes));
    std::string Name = R.Key;
    if (D.BySuspect)
      Name = suspectCalled(D, R.Key).Text + " [" + R.Key + "]";
    Cells.push_back(escape(Name, D.Escape) + fateText(T, R));
    Table.row(Cells);
  }
  Table.print(OS);
}

static void printRows(raw_ostream &OS, const Diff &D) {
  const ChangeTable &T = D.Table;
  uint64_t Changed = 0, Steady = 0;
  for (const ChangeTable::Row &R : T.rows()) {
    Changed += T.isChanged(R);
    Steady += T.inputs() > 2 && T.growsSteadily(R, D.Sort);
  }
  if (T.rows().empty() && !D.Filter.empty()) {
    OS << "no row matches '" << escape(D.Filter, D.Escape) << "'\n";
    return;
  }
  if (!Changed) {
    OS << "nothing has changed in " << counted(T.rows().size(), "row") << '\n';
    return;
  }
  printTable(OS, D);
  if (Changed > D.Top)
    OS << "... and " << Changed - D.Top << " more that changed (--top=0 prints "
       << "all)\n";
  if (T.inputs() > 2)
    OS << (Steady ? counted(Steady, "row grows", "rows grow") : "no row grows")
       << " from each file to the next\n";
  if (uint64_t Same = T.rows().size() - Changed)
    OS << counted(Same, "row has", "rows have") << " not changed\n";
}

void hprof::printText(raw_ostream &OS, const Diff &D) {
  printHead(OS, D);
  OS << '\n';
  if (D.Suspects && !D.BySuspect)
    printSuspects(OS, D, *D.Suspects);
  printRows(OS, D);
  if (D.hasGate())
    printGateText(OS, D);
}

void hprof::printSectionsText(raw_ostream &OS, ArrayRef<Diff> Sections) {
  const Diff &First = Sections.front();
  for (auto [I, In] : enumerate(First.Inputs)) {
    OS << inputLabel(First, I) << ": " << escape(In.Name, First.Escape);
    if (In.Millis)
      OS << ", " << timeText(In.Millis);
    OS << (In.IsDamaged ? "; DAMAGED, and read as far as possible\n" : "\n");
  }
  for (const Diff &D : Sections) {
    const ChangeTable::Row All = D.Table.total();
    const Measure &M = D.Table.measures()[D.Sort];
    auto Number = [&](uint64_t N) {
      return M.IsBytes ? bytesNumber(N) : std::to_string(N);
    };
    OS << '\n'
       << D.SectionText << (M.Name == D.Section ? "" : ", " + M.Name) << ": "
       << Number(D.Table.before(All, D.Sort)) << " -> "
       << Number(D.Table.after(All, D.Sort)) << " ("
       << signedText(D.Table.change(All, D.Sort), M.IsBytes) << ")\n\n";
    printRows(OS, D);
  }
}
