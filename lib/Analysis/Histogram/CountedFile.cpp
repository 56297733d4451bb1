//===- CountedFile.cpp - Facts about a counted file -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Histogram/HistogramAnswer.h"
#include "hprof/Answer/TypedTable.h"

using namespace hprof;
using namespace llvm;

namespace heap {
struct Asked {};
using Row = Histogram::Heap;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HeapColumns.def"
  };
  static const Table<Row, Asked> Is("heap", "A heap in a dump.", Columns);
  return Is;
}
} // namespace heap

static const TableInfo &heapTable() { return heap::table(); }

static std::unique_ptr<Rows> heapsOf(const CountedFile &Heap) {
  static const heap::Asked Nothing{};
  return rowsOf(heap::table(), Nothing, Heap.Data.heaps());
}

static std::unique_ptr<Rows> layoutOf(const CountedFile &Heap) {
  return layoutRows(LayoutFacts::of(Heap.Data.layout(), Heap.Data.release()));
}

namespace {
using Row = CountedFile;
using Asked = HistogramRequest;
} // namespace

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "CountedFileColumns.def"
  };
  static const Table<Row, Asked> Is("counted-file", "A file.", Columns);
  return Is;
}

const TableInfo &hprof::countedFileTable() { return table(); }

std::unique_ptr<Rows> hprof::countedFileRows(ArrayRef<CountedFile> Heaps,
                                             const HistogramRequest &Request) {
  return rowsOf(table(), Request, Heaps);
}

static void presentLayout(Presenter &To, const LayoutChoice &Layout) {
  Prose Line = "  layout: ";
  Line << Layout.Layout.Text << (Layout.Certain ? "" : ", uncertain");
  Prose Why;
  Why << Layout.Evidence;
  if (!Layout.Certain) {
    if (!Why.empty())
      Why << "; ";
    Why.option("--layout selects another");
  }
  if (!Why.empty())
    (Line << " (").prose(Why) << ")";
  To.sentence(Line);
}

static void presentAndroidHeaps(Presenter &To,
                                ArrayRef<Histogram::Heap> Heaps) {
  if (Heaps.size() < 2 && (Heaps.empty() || Heaps.front().Name.empty()))
    return;
  for (const Histogram::Heap &Heap : Heaps) {
    Prose Line = "  heap '";
    Line.name(Heap.Name) << "' (" << std::to_string(Heap.Id) << "): ";
    Line.count(Heap.Instances, "object") << ", ";
    To.line(Line.bytes(Heap.Shallow));
  }
}

void hprof::presentHeap(Presenter &To, const CountedFile &Heap, StringRef Label,
                        const HistogramRequest &Request) {
  const Histogram &H = Heap.Data;
  Prose Line;
  (Line << Label).name(Heap.Name) << ": ";
  Line.count(H.objects(), Request.Unreachable ? "unreachable object" : "object")
      << ", ";
  Line.bytes(H.bytes());
  if (Request.Unreachable) {
    (Line << "; in total ").count(Heap.Objects, "object") << ", ";
    Line.bytes(Heap.Bytes);
  }
  To.line(Line);
  presentLayout(To, H.layout());
  if (H.dumps() > 1 && Heap.Dump)
    To.line(Prose("  dump ") << std::to_string(Heap.Dump) << " of "
                             << std::to_string(H.dumps()));
  else if (H.dumps() > 1)
    To.line(Prose("  ").count(H.dumps(), "heap dump")
            << " in the file, counted together");
  presentAndroidHeaps(To, H.heaps());
  if (H.flattened())
    To.line(Prose("  ").count(H.flattened(), "instance is a value",
                              "instances are values")
            << " inside other objects, whose sizes include them");
  if (H.unexplained())
    To.line(Prose("  ").count(H.unexplained(), "object")
            << " whose class is not in the dump");
}

void hprof::presentNoMatch(Presenter &To, const ClassPattern &Filter) {
  Prose Line = "no row matches '";
  Line.name(Filter.text()) << "'";
  if (Filter.isName())
    (Line << "; '*").name(Filter.text())
        << "*' matches all names that contain it";
  To.line(Line);
}
