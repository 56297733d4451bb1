//===- HistogramPrinter.cpp - Prints histograms ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramPrinter.h"
#include "hprof/Format/ClassName.h"
#include "hprof/Format/Counted.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static const char *groupName(HistogramGroup By) {
  switch (By) {
  case HistogramGroup::Class:
    return "class";
  case HistogramGroup::Name:
    return "name";
  case HistogramGroup::Loader:
    return "loader";
  case HistogramGroup::Package:
    return "package";
  }
  llvm_unreachable("unhandled group");
}

/// The key of a row in FileHistogram::Retained.
static std::pair<uint64_t, std::string> retainedKey(const HistogramRow &Row,
                                                    HistogramGroup By) {
  if (By == HistogramGroup::Loader)
    return {Row.Loader, ""};
  return {Row.Class, Row.Name};
}

/// The names of rows that join a class that the filter matches.
static StringSet<> namesOfMatches(const FileHistogram &File,
                                  const HistogramView &View) {
  StringSet<> Names;
  if (View.Filter && View.By == HistogramGroup::Name)
    for (const HistogramRow &Row : File.Heap.Data.rows())
      if (View.Filter->matches(Row.Name, Row.Class))
        Names.insert(stableClassName(Row.Name));
  return Names;
}

std::vector<JoinedRow> hprof::joinRows(ArrayRef<FileHistogram> Files,
                                       const HistogramView &View) {
  std::vector<JoinedRow> Joined;
  StringMap<size_t> Position;
  for (auto [FileIndex, File] : enumerate(Files)) {
    const StringSet<> Matching = namesOfMatches(File, View);
    for (HistogramRow &Row : groupRows(File.Heap.Data, View.By)) {
      if (View.Filter && !View.Filter->matches(Row.Name, Row.Class) &&
          !Matching.contains(Row.Name))
        continue;
      if (auto It = File.Retained.find(retainedKey(Row, View.By));
          It != File.Retained.end())
        Row.Retained = It->second;
      size_t At = Joined.size();
      // Within one file, classes with the same name stay apart: their loaders
      // differ.
      if (View.Several)
        At = Position.try_emplace(Row.Name, At).first->second;
      if (At == Joined.size()) {
        JoinedRow &New = Joined.emplace_back();
        New.Sum = Row;
        New.PerFile.resize(Files.size());
        // Ids, and their number, vary between files.
        if (View.Several)
          New.Sum.Class = New.Sum.Loader = New.Sum.Classes = 0;
      } else {
        Joined[At].Sum.add(Row);
      }
      Joined[At].PerFile[FileIndex].add(Row);
    }
  }
  llvm::sort(Joined, [&](const JoinedRow &A, const JoinedRow &B) {
    return rowBefore(A.Sum, B.Sum, View.Sort);
  });
  return Joined;
}

static void printHead(raw_ostream &OS, const FileHistogram &File,
                      StringRef Label, const HistogramView &View) {
  const Histogram &H = File.Heap.Data;
  EscapeMode Mode = View.Escape;
  OS << Label << escape(File.Heap.Name, Mode) << ": "
     << counted(H.objects(), "object") << ", " << bytesText(H.bytes());
  if (View.Unreachable)
    OS << " that no root reaches, of " << counted(File.AllObjects, "object")
       << ", " << bytesText(File.AllBytes);
  OS << "\n  layout: " << H.layout().Layout.Text;
  std::string Why = H.layout().Evidence;
  if (!H.layout().Certain) {
    OS << ", uncertain";
    Why += (Why.empty() ? "" : "; ") + std::string("--layout takes another");
  }
  if (!Why.empty())
    OS << " (" << Why << ')';
  OS << '\n';
  if (H.dumps() > 1 && File.Heap.Dump)
    OS << "  dump " << File.Heap.Dump << " of the " << H.dumps()
       << " in the file\n";
  else if (H.dumps() > 1)
    OS << "  " << H.dumps() << " dumps in one file, counted together\n";
  if (H.heaps().size() > 1 ||
      (H.heaps().size() == 1 && !H.heaps().front().Name.empty()))
    for (const Histogram::Heap &Heap : H.heaps())
      OS << "  heap '" << escape(Heap.Name, Mode) << "' (" << Heap.Id
         << "): " << counted(Heap.Instances, "object") << ", "
         << bytesText(Heap.Shallow) << '\n';
  if (H.unexplained())
    OS << "  " << counted(H.unexplained(), "object is", "objects are")
       << " of classes that the dump does not describe\n";
}

void hprof::printText(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                      const HistogramView &View) {
  using Align = TextTable::Align;
  for (auto [I, File] : enumerate(Files))
    printHead(OS, File, View.Columns ? std::to_string(I + 1) + ": " : "", View);
  OS << '\n';
  std::vector<JoinedRow> Rows = joinRows(Files, View);
  if (Rows.empty() && View.Filter) {
    std::string Text = escape(View.Filter->text(), View.Escape);
    OS << "no row matches '" << Text << "'"
       << (View.Filter->isName()
               ? "; '*" + Text + "*' takes all that contain it"
               : "")
       << '\n';
    return;
  }
  std::vector<TextTable::Column> Titles;
  if (View.Columns) {
    for (size_t I = 1; I <= Files.size(); ++I) {
      Titles.push_back({"instances:" + std::to_string(I), Align::Right});
      Titles.push_back({"shallow:" + std::to_string(I), Align::Bytes});
    }
  } else {
    Titles = {{"instances", Align::Right},
              {"shallow", Align::Bytes},
              {"largest", Align::Bytes},
              {"elements", Align::Right}};
    if (View.Retained)
      Titles.push_back({"retained", Align::Bytes});
  }
  Titles.push_back(
      {groupName(View.By == HistogramGroup::Name ? HistogramGroup::Class
                                                 : View.By),
       Align::Left});
  TextTable Table(Titles);
  HistogramRow Total;
  for (auto [I, Row] : enumerate(Rows)) {
    Total.add(Row.Sum);
    if (I >= View.Top)
      continue;
    std::vector<Cell> Cells;
    if (View.Columns)
      for (const HistogramRow &R : Row.PerFile)
        Cells.insert(Cells.end(), {R.Instances, R.Shallow});
    else
      Cells = {Row.Sum.Instances, Row.Sum.Shallow, Row.Sum.Largest,
               Row.Sum.Elements};
    if (View.Retained)
      Cells.push_back(Row.Sum.Retained);
    Cells.push_back(
        escape(Row.Sum.Name, View.Escape) +
        joinedText(Row.Sum.Classes, Row.Sum.Loaders, Row.Sum.Example));
    Table.row(Cells);
  }
  Table.print(OS);
  if (Rows.size() > View.Top)
    OS << "... and " << Rows.size() - View.Top << " more (--top=0 prints all); "
       << "all rows: " << counted(Total.Instances, "instance") << ", "
       << bytesText(Total.Shallow) << '\n';
}

void hprof::printCsv(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                     const HistogramView &View) {
  std::vector<std::string> Titles = {groupName(View.By)};
  if (View.Columns)
    for (const FileHistogram &File : Files) {
      Titles.push_back("instances:" + File.Heap.Name);
      Titles.push_back("shallow:" + File.Heap.Name);
    }
  else
    Titles.insert(Titles.end(),
                  {"instances", "shallow", "largest", "elements"});
  if (View.Retained)
    Titles.push_back("retained");
  std::vector<StringRef> Header(Titles.begin(), Titles.end());
  CsvWriter Csv(OS, Header, View.Escape);
  for (auto [I, Row] : enumerate(joinRows(Files, View))) {
    if (I >= View.Top)
      break;
    std::vector<Cell> Cells = {Row.Sum.Name};
    if (View.Columns)
      for (const HistogramRow &R : Row.PerFile)
        Cells.insert(Cells.end(), {R.Instances, R.Shallow});
    else
      Cells.insert(Cells.end(), {Row.Sum.Instances, Row.Sum.Shallow,
                                 Row.Sum.Largest, Row.Sum.Elements});
    if (View.Retained)
      Cells.push_back(Row.Sum.Retained);
    Csv.row(Cells);
  }
}

static void printRowJson(json::OStream &J, const HistogramRow &Row) {
  J.attribute("instances", Row.Instances);
  J.attribute("shallow", Row.Shallow);
  J.attribute("largest", Row.Largest);
  J.attribute("elements", Row.Elements);
}

static void printFileJson(json::OStream &J, const FileHistogram &File,
                          const HistogramView &View) {
  const Histogram &H = File.Heap.Data;
  J.attribute("file", toUtf8(File.Heap.Name));
  J.attribute("version", H.header().Version);
  J.attribute("id_size", H.header().IdSize);
  J.attribute("dumps", H.dumps());
  if (File.Heap.Dump)
    J.attribute("dump", File.Heap.Dump);
  J.attribute("objects", H.objects());
  J.attribute("bytes", H.bytes());
  if (View.Unreachable) {
    J.attribute("all_objects", File.AllObjects);
    J.attribute("all_bytes", File.AllBytes);
  }
  J.attribute("objects_without_class", H.unexplained());
  J.attributeObject("layout", [&] {
    J.attribute("name", H.layout().Layout.Name);
    J.attribute("text", H.layout().Layout.Text);
    J.attribute("certain", H.layout().Certain);
    J.attribute("evidence", H.layout().Evidence);
    if (H.release().isKnown())
      J.attribute("java_release_at_least", H.release().AtLeast);
  });
  J.attributeArray("heaps", [&] {
    for (const Histogram::Heap &Heap : H.heaps())
      J.object([&] {
        J.attribute("id", Heap.Id);
        J.attribute("name", toUtf8(Heap.Name));
        J.attribute("objects", Heap.Instances);
        J.attribute("bytes", Heap.Shallow);
      });
  });
}

void hprof::printJson(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                      const HistogramView &View, const Reporter &Report) {
  JsonReport J(OS, "hprof-histo");
  for (const FileHistogram &File : Files)
    J->object([&] { printFileJson(J.json(), File, View); });
  J.endFiles();
  J->attribute("by", groupName(View.By));
  if (View.Unreachable)
    J->attribute("unreachable_only", true);
  std::vector<JoinedRow> Rows = joinRows(Files, View);
  J->attribute("rows_in_all", Rows.size());
  J->attributeArray("rows", [&] {
    for (auto [I, Row] : enumerate(Rows)) {
      if (I >= View.Top)
        break;
      J->object([&, &Row = Row] {
        J->attribute(groupName(View.By), toUtf8(Row.Sum.Name));
        if (Row.Sum.Class)
          J->attribute("id", jsonId(Row.Sum.Class));
        if (Row.Sum.Loader)
          J->attribute("loader_id", jsonId(Row.Sum.Loader));
        printRowJson(J.json(), Row.Sum);
        if (View.Retained)
          J->attribute("retained", Row.Sum.Retained);
        if (View.Columns)
          J->attributeArray("per_file", [&] {
            for (const HistogramRow &R : Row.PerFile)
              J->object([&] { printRowJson(J.json(), R); });
          });
      });
    }
  });
  J.finish(Report);
}
