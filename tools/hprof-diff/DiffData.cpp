//===- DiffData.cpp - Comparisons for programs ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatePrinter.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Reporter.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

const char *hprof::keyName(HistogramGroup By) {
  switch (By) {
  case HistogramGroup::Class:
  case HistogramGroup::Name:
    return "class";
  case HistogramGroup::Loader:
    return "loader";
  case HistogramGroup::Package:
    return "package";
  }
  llvm_unreachable("unhandled group");
}

const char *hprof::keyName(const Diff &D) {
  if (*D.KeyTitle)
    return D.KeyTitle;
  return D.BySuspect ? "suspect" : keyName(D.By);
}

std::optional<double> hprof::slopeOf(const Diff &D, const ChangeTable &T,
                                     const ChangeTable::Row &R,
                                     size_t Measure) {
  if (D.Inputs.size() < 3)
    return std::nullopt;
  SmallVector<uint64_t> Times, Values;
  for (auto [I, In] : enumerate(D.Inputs)) {
    Times.push_back(In.Millis);
    Values.push_back(T.value(R, I, Measure));
  }
  return slopePerHour(Times, Values);
}

const CountedSuspect &hprof::suspectCalled(const Diff &D, StringRef Signature) {
  static const CountedSuspect Unknown;
  for (const HeapCounts &In : reverse(D.Inputs))
    if (In.Suspects)
      for (const CountedSuspect &S : *In.Suspects)
        if (S.Signature == Signature)
          return S;
  return Unknown;
}

static const char *groupName(const Diff &D) {
  if (*D.KeyTitle)
    return D.KeyTitle;
  return !D.BySuspect && D.By == HistogramGroup::Name ? "name" : keyName(D);
}

/// What became of a row.
static const char *fateOf(const ChangeTable &T, const ChangeTable::Row &R,
                          size_t Measure) {
  if (T.isNew(R))
    return "new";
  if (T.isGone(R))
    return "gone";
  int64_t Change = T.change(R, Measure);
  return Change > 0 ? "grown" : Change < 0 ? "shrunk" : "same";
}

void hprof::printCsv(raw_ostream &OS, const Diff &D) {
  const ChangeTable &T = D.Table;
  std::vector<std::string> Titles = {keyName(D)};
  if (D.BySuspect)
    Titles.push_back("text");
  for (const Measure &M : T.measures())
    for (size_t I = 0; I != D.Inputs.size(); ++I)
      Titles.push_back(M.Name + (D.Inputs.size() > 2
                                     ? "_" + std::to_string(I + 1)
                                 : I ? "_after"
                                     : "_before"));
  for (const Measure &M : T.measures())
    Titles.push_back(M.Name + "_change");
  const bool HasSlopes = slopeOf(D, T, T.total(), 0).has_value();
  if (HasSlopes)
    for (const Measure &M : T.measures())
      Titles.push_back(M.Name + "_per_hour");
  std::vector<StringRef> Header(Titles.begin(), Titles.end());
  CsvWriter Csv(OS, Header, D.Escape);
  for (auto [I, R] : enumerate(T.rows())) {
    if (I >= D.Top)
      break;
    std::vector<Cell> Cells = {R.Key};
    if (D.BySuspect)
      Cells.push_back(suspectCalled(D, R.Key).Text);
    for (size_t M = 0; M != T.measures().size(); ++M)
      for (size_t Input = 0; Input != D.Inputs.size(); ++Input)
        Cells.push_back(T.value(R, Input, M));
    for (size_t M = 0; M != T.measures().size(); ++M)
      Cells.push_back(T.change(R, M));
    if (HasSlopes)
      for (size_t M = 0; M != T.measures().size(); ++M)
        Cells.push_back(
            formatv("{0:F1}", slopeOf(D, T, R, M).value_or(0)).str());
    Csv.row(Cells);
  }
}

static void printInputJson(json::OStream &J, const HeapCounts &In,
                           bool IsHeap) {
  J.attribute("file", toUtf8(In.Name));
  J.attribute("summary", In.IsSummary);
  J.attribute("damaged", In.IsDamaged);
  if (In.Millis)
    J.attribute("time_ms", In.Millis);
  if (In.IdSize)
    J.attribute("id_size", In.IdSize);
  if (!In.Layout.empty())
    J.attributeObject("layout", [&] {
      J.attribute("name", In.Layout);
      J.attribute("text", In.LayoutText);
      J.attribute("certain", In.IsLayoutCertain);
    });
  // Profiles and thread dumps lack them.
  if (!IsHeap)
    return;
  J.attribute("objects", In.Objects);
  J.attribute("bytes", In.Bytes);
  if (In.Reachable)
    J.attribute("reachable", *In.Reachable);
}

/// The attributes of a row but its name: fate, and the numbers by measure.
static void printChangeJson(json::OStream &J, const Diff &D,
                            const ChangeTable &T, const ChangeTable::Row &R,
                            size_t Sort) {
  J.attribute("fate", fateOf(T, R, Sort));
  if (T.inputs() > 2)
    J.attribute("grows_steadily", T.growsSteadily(R, Sort));
  for (size_t M = 0; M != T.measures().size(); ++M) {
    const std::string &Name = T.measures()[M].Name;
    J.attributeArray(Name, [&] {
      for (size_t Input = 0; Input != T.inputs(); ++Input)
        J.value(T.value(R, Input, M));
    });
    J.attribute(Name + "_change", T.change(R, M));
    if (std::optional<double> Slope = slopeOf(D, T, R, M))
      J.attribute(Name + "_per_hour", *Slope);
  }
}

static void printSuspectsJson(json::OStream &J, const Diff &D,
                              const ChangeTable &T) {
  J.attributeArray("suspects", [&] {
    for (const ChangeTable::Row &R : T.rows())
      J.object([&] {
        J.attribute("signature", R.Key);
        J.attribute("text", toUtf8(suspectCalled(D, R.Key).Text));
        printChangeJson(J, D, T, R, SuspectRetained);
      });
  });
}

/// The attributes of the table: how it was made, and its rows.
static void printRowsJson(json::OStream &J, const Diff &D) {
  const ChangeTable &T = D.Table;
  J.attribute("by", groupName(D));
  J.attribute("sort", T.measures()[D.Sort].Name);
  J.attribute("rows_in_all", T.rows().size());
  J.attributeArray("rows", [&] {
    for (auto [I, R] : enumerate(T.rows())) {
      if (I >= D.Top)
        break;
      J.object([&, &R = R] {
        J.attribute(keyName(D), toUtf8(R.Key));
        if (D.BySuspect)
          J.attribute("text", toUtf8(suspectCalled(D, R.Key).Text));
        printChangeJson(J, D, T, R, D.Sort);
      });
    }
  });
}

void hprof::printJson(raw_ostream &OS, const Diff &D, const Reporter &Report) {
  JsonReport J(OS, "hprof-diff");
  for (const HeapCounts &In : D.Inputs)
    J->object([&] { printInputJson(J.json(), In, /*IsHeap=*/true); });
  J.endFiles();
  printRowsJson(J.json(), D);
  if (D.Suspects && !D.BySuspect)
    printSuspectsJson(J.json(), D, *D.Suspects);
  if (D.hasGate())
    printGateJson(J.json(), D);
  J.finish(Report, /*HasGate=*/D.hasGate());
}

void hprof::printSectionsJson(raw_ostream &OS, ArrayRef<Diff> Sections,
                              const Reporter &Report) {
  JsonReport J(OS, "hprof-diff");
  for (const HeapCounts &In : Sections.front().Inputs)
    J->object([&] { printInputJson(J.json(), In, /*IsHeap=*/false); });
  J.endFiles();
  J->attributeArray("sections", [&] {
    for (const Diff &D : Sections)
      J->object([&] {
        J->attribute("section", D.Section);
        printRowsJson(J.json(), D);
      });
  });
  J.finish(Report);
}
