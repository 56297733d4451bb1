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

HPROF_TABLE_BEGIN(heapTable, Histogram::Heap, NothingAsked, "heap",
                  "A heap in a dump.")
HPROF_COLUMN(Count, "id", ForJson, R.Id, "Number of the heap.")
HPROF_COLUMN(Text, "name", ForJson, R.Name,
             "Name of the heap, such as app or zygote.")
HPROF_COLUMN(Count, "objects", ForJson, R.Instances,
             "Number of objects in the heap.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Shallow,
             "Shallow size of these objects.")
HPROF_TABLE_END

static std::unique_ptr<Rows> heapsOf(const CountedFile &Heap) {
  return rowsOf(heapTable(), NothingAsked::value(), Heap.Data.heaps());
}

static std::unique_ptr<Rows> layoutOf(const CountedFile &Heap) {
  return layoutRows(LayoutFacts::of(Heap.Data.layout(), Heap.Data.release()));
}

HPROF_TABLE_BEGIN(table, CountedFile, HistogramRequest, "counted-file",
                  "A file.")
HPROF_COLUMN(Text, "file", ForJson, R.Name, "Name of the input.")
HPROF_COLUMN(Text, "version", ForJson, R.Data.header().Version,
             "Version of the format.")
HPROF_OPTIONAL(
    Time, "time_ms", ForJson, idUnlessNull(R.Data.header().writtenMillis()),
    "Time when the dump was written, in milliseconds since 1970, if recorded.")
HPROF_COLUMN(Count, "id_size", ForJson, R.Data.header().IdSize,
             "Size of an id in bytes: 1, 2, 4 or 8.")
HPROF_COLUMN(Count, "dumps", ForJson, R.Data.dumps(),
             "Number of heap dumps in the file.")
HPROF_OPTIONAL(Count, "dump", ForJson, idUnlessNull(R.Dump),
               "Number of the counted dump, if not all were counted.")
HPROF_COLUMN(Count, "objects", ForJson, R.Data.objects(),
             "Number of counted objects.")
HPROF_COLUMN(Bytes, "bytes", ForJson, R.Data.bytes(),
             "Shallow size of these objects.")
HPROF_COLUMN_IF(A.Retained, Bytes, "reachable", ForJson, R.Reachable,
                "With --retained: shallow size of all reachable objects.")
HPROF_COLUMN_IF(A.Unreachable, Count, "all_objects", ForJson, R.Objects,
                "With --unreachable: number of objects in the entire heap; "
                "\"objects\" counts only unreachable ones.")
HPROF_COLUMN_IF(A.Unreachable, Bytes, "all_bytes", ForJson, R.Bytes,
                "With --unreachable: shallow size of the entire heap.")
HPROF_COLUMN(Count, "objects_without_class", ForJson, R.Data.unexplained(),
             "Number of objects whose class is not in the dump.")
HPROF_COLUMN(Count, "flattened_values", ForJson, R.Data.flattened(),
             "Number of instances that are values inside other objects and "
             "included in their sizes.")
HPROF_NESTED(Record, &layoutTable(), "layout", ForJson, layoutOf(R),
             "Object layout, from which all sizes are computed.")
HPROF_NESTED(List, &heapTable(), "heaps", ForJson, heapsOf(R),
             "Heaps of an Android dump; other dumps have one unnamed heap.")
HPROF_TABLE_END

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
