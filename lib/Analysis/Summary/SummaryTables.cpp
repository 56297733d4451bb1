//===- SummaryTables.cpp - Tables of a summary ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryTables.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/MissingBytes.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

StringRef hprof::compressionName(Compression C) {
  switch (C) {
  case Compression::None:
    return "none";
  case Compression::Gzip:
    return "gzip";
  case Compression::Zstd:
    return "zstd";
  case Compression::Utf16:
    return "utf-16";
  }
  return "";
}

StringRef hprof::confidenceName(DumpProducer::Confidence C) {
  switch (C) {
  case DumpProducer::Confidence::None:
    return "none";
  case DumpProducer::Confidence::Likely:
    return "likely";
  case DumpProducer::Confidence::Certain:
    return "certain";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Missing bytes
//===----------------------------------------------------------------------===//

bool SummarizedDump::isCutInConversion() const {
  return FileIsCut && File.isConverted();
}

bool SummarizedDump::isCut() const {
  return Summary.Cut || Summary.LacksEnd || Summary.EndsEarly || FileIsCut ||
         Summary.hasNoRecords();
}

std::optional<uint64_t> SummarizedDump::missingBytes() const {
  if (isCutInConversion() || !Summary.LengthsAreSound)
    return std::nullopt;
  if (Summary.Cut)
    return missingAfter(Summary.Cut->Record, Summary.Cut->Present);
  if (Summary.HeaderBytes || Summary.LacksEnd)
    return missingOfHeader(Summary.HeaderBytes);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static Datum unlessZero(uint64_t N) {
  return N ? Datum(N) : Datum(Datum::Null());
}

static StringRef formatName(const SummarizedDump &Of) {
  const FileHeader &Header = Of.Summary.Header;
  return formatInfo(Of.File.isConverted()       ? Of.File.format()
                    : Header.isAndroid()        ? Format::HprofAndroid
                    : Header.Version == "1.0.2" ? Format::Hprof
                                                : Format::HprofOld)
      .Name;
}

static Datum missingOf(const SummarizedDump &Of) {
  if (!Of.isCut())
    return uint64_t(0);
  const std::optional<uint64_t> Missing = Of.missingBytes();
  return Missing ? Datum(*Missing) : Datum(Datum::Null());
}

static Datum unreadOf(const SummarizedDump &Of) {
  const std::optional<uint64_t> From = Of.Summary.UnreadFrom;
  return From ? Datum(*From) : Datum(Datum::Null());
}

namespace writer {
using Row = DumpProducer;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "WriterColumns.def"
  };
  static const Table<Row, Asked> Is("dump-writer",
                                    "The program that wrote a dump.", Columns);
  return Is;
}
} // namespace writer

static const TableInfo &writerTable() { return writer::table(); }

static std::unique_ptr<Rows> writerOf(const SummarizedDump &Of) {
  return oneRow(writer::table(), NothingAsked::value(), Of.Summary.Writer);
}

namespace heap {
using Row = DumpSummary::Heap;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "HeapColumns.def"
  };
  static const Table<Row, Asked> Is("android-heap",
                                    "A heap in an Android dump.", Columns);
  return Is;
}
} // namespace heap

static const TableInfo &heapTable() { return heap::table(); }

static std::unique_ptr<Rows> heapsOf(const SummarizedDump &Of) {
  return rowsOf(heap::table(), NothingAsked::value(), Of.Summary.Heaps);
}

namespace {
struct CountedKind {
  RecordKind Kind;
  RecordCount Is;
};
} // namespace

namespace record {
using Row = CountedKind;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "RecordColumns.def"
  };
  static const Table<Row, Asked> Is("record-count", "Records of a kind.",
                                    Columns);
  return Is;
}
} // namespace record

static const TableInfo &recordTable() { return record::table(); }

std::unique_ptr<Rows> hprof::recordCounts(const SummarizedDump &Of) {
  return std::make_unique<RowsOf<CountedKind, NothingAsked>>(
      record::table(), NothingAsked::value(),
      [&Of, Kind = 0U, Now = CountedKind()]() mutable {
        while (Kind != NumRecordKinds) {
          Now = {RecordKind(Kind), Of.Summary.Records[Kind]};
          ++Kind;
          if (Now.Is.Count)
            return static_cast<const CountedKind *>(&Now);
        }
        return static_cast<const CountedKind *>(nullptr);
      });
}

namespace summary {
using Row = SummarizedDump;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SummaryColumns.def"
  };
  static const Table<Row, Asked> Is(
      "dump-summary", "Format, origin and contents of a dump.", Columns);
  return Is;
}
} // namespace summary

static const TableInfo &summaryTable() { return summary::table(); }

static std::unique_ptr<Rows> summaryOf(const SummarizedDump &Of) {
  return oneRow(summary::table(), NothingAsked::value(), Of);
}

namespace part {
using Row = SummarizedDump;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "SummaryPartColumns.def"
  };
  static const Table<Row, Asked> Is("summary-part", "Summary of a dump.",
                                    Columns);
  return Is;
}
} // namespace part

std::unique_ptr<Rows> SummaryPart::facts() const {
  return oneRow(part::table(), NothingAsked::value(), Is);
}
