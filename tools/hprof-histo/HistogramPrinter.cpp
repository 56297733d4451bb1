//===- HistogramPrinter.cpp - Prints histograms ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HistogramPrinter.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
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

/// The rows of \p File that the filter selects, with retained sizes.
static std::vector<HistogramRow> rowsOf(const FileHistogram &File,
                                        const HistogramView &View) {
  const StringSet<> Matching = namesOfMatches(File, View);
  std::vector<HistogramRow> Rows;
  for (HistogramRow &Row : groupRows(File.Heap.Data, View.By)) {
    if (View.Filter && !View.Filter->matches(Row.Name, Row.Class) &&
        !Matching.contains(Row.Name))
      continue;
    if (File.Retained)
      Row.Retained = File.Retained->of(Row);
    Rows.push_back(std::move(Row));
  }
  return Rows;
}

/// Adds up \p Rows with the same name. Ids, and their number, vary between
/// files and are dropped.
static std::vector<HistogramRow> joinByName(std::vector<HistogramRow> Rows) {
  std::vector<HistogramRow> Joined;
  StringMap<size_t> Position;
  for (HistogramRow &Row : Rows) {
    auto [It, IsNew] = Position.try_emplace(Row.Name, Joined.size());
    if (!IsNew) {
      Joined[It->second].add(Row);
      continue;
    }
    Row.Class = Row.Loader = Row.Classes = 0;
    Joined.push_back(std::move(Row));
  }
  return Joined;
}

std::vector<HistogramRow> hprof::joinRows(ArrayRef<FileHistogram> Files,
                                          const HistogramView &View) {
  std::vector<HistogramRow> Rows;
  for (const FileHistogram &File : Files)
    append_range(Rows, rowsOf(File, View));
  // Within one file, classes with the same name stay apart: their loaders
  // differ.
  if (View.Several)
    Rows = joinByName(std::move(Rows));
  llvm::sort(Rows, [&](const HistogramRow &A, const HistogramRow &B) {
    return rowBefore(A, B, View.Sort);
  });
  return Rows;
}

ChangeTable hprof::compareFiles(ArrayRef<FileHistogram> Files,
                                const HistogramView &View) {
  ChangeTable Table({{"instances", false},
                     {"shallow", true},
                     {"largest", true},
                     {"elements", false}},
                    Files.size());
  for (auto [I, File] : enumerate(Files))
    for (const HistogramRow &Row : joinByName(rowsOf(File, View)))
      Table.add(I, Row.Name,
                {Row.Instances, Row.Shallow, Row.Largest, Row.Elements});
  switch (View.Sort) {
  case HistogramColumn::Name:
    Table.sortByKey();
    break;
  case HistogramColumn::Instances:
    Table.sort(0);
    break;
  case HistogramColumn::Shallow:
  case HistogramColumn::Retained: // Only with one file.
    Table.sort(1);
    break;
  case HistogramColumn::Largest:
    Table.sort(2);
    break;
  case HistogramColumn::Elements:
    Table.sort(3);
    break;
  }
  return Table;
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
  if (H.flattened())
    OS << "  "
       << counted(H.flattened(), "instance is a value", "instances are values")
       << " inside other objects, whose sizes include them\n";
  if (H.unexplained())
    OS << "  " << counted(H.unexplained(), "object is", "objects are")
       << " of classes that the dump does not describe\n";
}

static void printNoMatch(raw_ostream &OS, const ClassPattern &Filter,
                         EscapeMode Mode) {
  std::string Text = escape(Filter.text(), Mode);
  OS << "no row matches '" << Text << "'"
     << (Filter.isName() ? "; '*" + Text + "*' takes all that contain it" : "")
     << '\n';
}

/// The title of the column of names.
static const char *nameTitle(const HistogramView &View) {
  return groupName(View.By == HistogramGroup::Name ? HistogramGroup::Class
                                                   : View.By);
}

/// Prints the files side by side, with the change from the first to the last.
static void printColumns(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                         const HistogramView &View) {
  using Align = TextTable::Align;
  ChangeTable Compared = compareFiles(Files, View);
  if (Compared.rows().empty() && View.Filter)
    return printNoMatch(OS, *View.Filter, View.Escape);
  std::vector<TextTable::Column> Titles;
  for (size_t I = 1; I <= Files.size(); ++I) {
    Titles.push_back({"instances:" + std::to_string(I), Align::Right});
    Titles.push_back({"shallow:" + std::to_string(I), Align::Bytes});
  }
  Titles.push_back({"instances:change", Align::Right});
  Titles.push_back({"shallow:change", Align::Right});
  Titles.push_back({nameTitle(View), Align::Left});
  TextTable Table(Titles);
  for (const ChangeTable::Row &Row : Compared.rows()) {
    if (Table.rows() >= View.Top)
      break;
    std::vector<Cell> Cells;
    for (size_t I = 0; I != Files.size(); ++I)
      Cells.insert(Cells.end(),
                   {Compared.value(Row, I, 0), Compared.value(Row, I, 1)});
    Cells.push_back(signedText(Compared.change(Row, 0), false));
    Cells.push_back(signedText(Compared.change(Row, 1), true));
    Cells.push_back(escape(Row.Key, View.Escape));
    Table.row(Cells);
  }
  Table.print(OS);
  if (Compared.rows().size() > View.Top) {
    const ChangeTable::Row All = Compared.total();
    OS << "... and " << Compared.rows().size() - View.Top
       << " more (--top=0 prints all); all rows: "
       << signedText(Compared.change(All, 0), false) << " instances, "
       << signedText(Compared.change(All, 1), true)
       << (TextStyle::current().IsHuman ? "" : " bytes") << '\n';
  }
}

/// Whether the VM of any of \p Files filled gaps of its heap with arrays that
/// only a dump calls int[].
static bool hasFillers(ArrayRef<FileHistogram> Files) {
  constexpr unsigned First = 21; // JDK 17 calls them int[], too.
  return any_of(Files, [](const FileHistogram &File) {
    const Histogram &H = File.Heap.Data;
    return H.release().AtLeast >= First &&
           H.layout().Layout.Rule == SizeRule::VM;
  });
}

void hprof::printText(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                      const HistogramView &View) {
  using Align = TextTable::Align;
  for (auto [I, File] : enumerate(Files))
    printHead(OS, File, View.Columns ? std::to_string(I + 1) + ": " : "", View);
  OS << '\n';
  if (View.Columns)
    return printColumns(OS, Files, View);
  std::vector<HistogramRow> Rows = joinRows(Files, View);
  if (Rows.empty() && View.Filter)
    return printNoMatch(OS, *View.Filter, View.Escape);
  std::vector<TextTable::Column> Titles = {{"instances", Align::Right},
                                           {"shallow", Align::Bytes},
                                           {"largest", Align::Bytes},
                                           {"elements", Align::Right}};
  if (View.Retained)
    Titles.push_back({"retained", Align::Bytes});
  Titles.push_back({nameTitle(View), Align::Left});
  TextTable Table(Titles);
  HistogramRow Total;
  for (auto [I, Row] : enumerate(Rows)) {
    Total.add(Row);
    if (I >= View.Top)
      continue;
    std::vector<Cell> Cells = {Row.Instances, Row.Shallow, Row.Largest,
                               Row.Elements};
    if (View.Retained)
      Cells.push_back(Row.Retained);
    Cells.push_back(escape(Row.Name, View.Escape) +
                    joinedText(Row.Classes, Row.Loaders, Row.Example));
    Table.row(Cells);
  }
  Table.print(OS);
  if (Rows.size() > View.Top)
    OS << "... and " << Rows.size() - View.Top << " more (--top=0 prints all); "
       << "all rows: " << counted(Total.Instances, "instance") << ", "
       << bytesText(Total.Shallow) << '\n';
  auto IsInts = [](const HistogramRow &Row) { return Row.Name == "int[]"; };
  const ArrayRef<HistogramRow> Shown = ArrayRef(Rows).take_front(View.Top);
  if (!View.Retained && any_of(Shown, IsInts) && hasFillers(Files))
    OS << "int[] includes what the JVM fills gaps of the heap with ("
          "jdk.internal.vm.FillerElement[])"
       << (View.Unreachable ? "" : "; --unreachable counts that") << '\n';
}

static void printColumnsCsv(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                            const HistogramView &View) {
  std::vector<std::string> Titles = {groupName(View.By)};
  for (const FileHistogram &File : Files) {
    Titles.push_back("instances:" + File.Heap.Name);
    Titles.push_back("shallow:" + File.Heap.Name);
  }
  Titles.insert(Titles.end(), {"instances_change", "shallow_change"});
  std::vector<StringRef> Header(Titles.begin(), Titles.end());
  CsvWriter Csv(OS, Header, View.Escape);
  ChangeTable Compared = compareFiles(Files, View);
  for (auto [At, Row] : enumerate(Compared.rows())) {
    if (At >= View.Top)
      break;
    std::vector<Cell> Cells = {Row.Key};
    for (size_t I = 0; I != Files.size(); ++I)
      Cells.insert(Cells.end(),
                   {Compared.value(Row, I, 0), Compared.value(Row, I, 1)});
    Cells.push_back(Compared.change(Row, 0));
    Cells.push_back(Compared.change(Row, 1));
    Csv.row(Cells);
  }
}

void hprof::printCsv(raw_ostream &OS, ArrayRef<FileHistogram> Files,
                     const HistogramView &View) {
  if (View.Columns)
    return printColumnsCsv(OS, Files, View);
  std::vector<StringRef> Titles = {groupName(View.By), "instances", "shallow",
                                   "largest", "elements"};
  if (View.Retained)
    Titles.push_back("retained");
  CsvWriter Csv(OS, Titles, View.Escape);
  for (auto [I, Row] : enumerate(joinRows(Files, View))) {
    if (I >= View.Top)
      break;
    std::vector<Cell> Cells = {Row.Name, Row.Instances, Row.Shallow,
                               Row.Largest, Row.Elements};
    if (View.Retained)
      Cells.push_back(Row.Retained);
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
  if (const uint64_t Millis = H.header().writtenMillis())
    J.attribute("time_ms", Millis);
  J.attribute("id_size", H.header().IdSize);
  J.attribute("dumps", H.dumps());
  if (File.Heap.Dump)
    J.attribute("dump", File.Heap.Dump);
  J.attribute("objects", H.objects());
  J.attribute("bytes", H.bytes());
  if (File.Retained)
    J.attribute("reachable", File.Retained->reachable());
  if (View.Unreachable) {
    J.attribute("all_objects", File.AllObjects);
    J.attribute("all_bytes", File.AllBytes);
  }
  J.attribute("objects_without_class", H.unexplained());
  J.attribute("flattened_values", H.flattened());
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

/// The rows of several files, each with its numbers in each of them.
static void printColumnsJson(json::OStream &J, ArrayRef<FileHistogram> Files,
                             const HistogramView &View) {
  ChangeTable Compared = compareFiles(Files, View);
  auto NumbersOf = [&](const ChangeTable::Row &Row, size_t File) {
    HistogramRow R;
    R.Instances = Compared.value(Row, File, 0);
    R.Shallow = Compared.value(Row, File, 1);
    R.Largest = Compared.value(Row, File, 2);
    R.Elements = Compared.value(Row, File, 3);
    return R;
  };
  J.attribute("rows_in_all", Compared.rows().size());
  J.attributeArray("rows", [&] {
    for (auto [At, Row] : enumerate(Compared.rows())) {
      if (At >= View.Top)
        break;
      J.object([&, &Row = Row] {
        J.attribute(groupName(View.By), toUtf8(Row.Key));
        HistogramRow Sum;
        for (size_t I = 0; I != Files.size(); ++I)
          Sum.add(NumbersOf(Row, I));
        printRowJson(J, Sum);
        J.attributeArray("per_file", [&] {
          for (size_t I = 0; I != Files.size(); ++I)
            J.object([&] { printRowJson(J, NumbersOf(Row, I)); });
        });
        J.attribute("instances_change", Compared.change(Row, 0));
        J.attribute("shallow_change", Compared.change(Row, 1));
      });
    }
  });
}

static void printRowsJson(json::OStream &J, ArrayRef<FileHistogram> Files,
                          const HistogramView &View) {
  std::vector<HistogramRow> Rows = joinRows(Files, View);
  J.attribute("rows_in_all", Rows.size());
  J.attributeArray("rows", [&] {
    for (auto [I, Row] : enumerate(Rows)) {
      if (I >= View.Top)
        break;
      J.object([&, &Row = Row] {
        J.attribute(groupName(View.By), toUtf8(Row.Name));
        if (Row.Class)
          J.attribute("id", jsonId(Row.Class));
        if (Row.Loader)
          J.attribute("loader_id", jsonId(Row.Loader));
        printRowJson(J, Row);
        if (View.Retained)
          J.attribute("retained", Row.Retained);
      });
    }
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
  if (View.Columns)
    printColumnsJson(J.json(), Files, View);
  else
    printRowsJson(J.json(), Files, View);
  J.finish(Report);
}
