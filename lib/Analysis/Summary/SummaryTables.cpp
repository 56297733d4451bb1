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

HPROF_TABLE_BEGIN(writerTable, DumpProducer, NothingAsked, "dump-writer",
                  "The program that wrote a dump.")
HPROF_COLUMN(Text, "program", ForJson, DumpProducer::name(R.Program),
             "Name of the program.")
HPROF_WORD("none|likely|certain", "confidence", ForJson, confidenceName(R.Sure),
           "Confidence in the name.")
HPROF_NULLABLE(Number, "jdk_at_least", ForJson, unlessZero(R.AtLeast),
               "Lowest possible JDK release.")
HPROF_NULLABLE(Number, "jdk_at_most", ForJson, unlessZero(R.AtMost),
               "Highest possible JDK release.")
HPROF_OPTIONAL(
    Text, "java_version", ForJson,
    R.Version.empty() ? std::nullopt : std::optional(R.Version),
    "The java.runtime.version of the dumped program, if the dump contains it.")
HPROF_COLUMN(Texts, "signs", ForJson, R.Signs,
             "Evidence for the program and the release.")
HPROF_TABLE_END

static std::unique_ptr<Rows> writerOf(const SummarizedDump &Of) {
  return oneRow(writerTable(), NothingAsked::value(), Of.Summary.Writer);
}

HPROF_TABLE_BEGIN(heapTable, DumpSummary::Heap, NothingAsked, "android-heap",
                  "A heap in an Android dump.")
HPROF_COLUMN(Number, "id", ForJson, R.Id, "Number of the heap.")
HPROF_COLUMN(Text, "name", ForJson, StringRef(R.Name), "Name of the heap.")
HPROF_COLUMN(Count, "objects", ForJson, R.Objects,
             "Number of objects in the heap.")
HPROF_TABLE_END

static std::unique_ptr<Rows> heapsOf(const SummarizedDump &Of) {
  return rowsOf(heapTable(), NothingAsked::value(), Of.Summary.Heaps);
}

namespace {
struct CountedKind {
  RecordKind Kind;
  RecordCount Is;
};
} // namespace

HPROF_TABLE_BEGIN(recordTable, CountedKind, NothingAsked, "record-count",
                  "Records of a kind.")
HPROF_COLUMN(Text, "record", ForText | ForJson, recordInfo(R.Kind).Text,
             "Kind of record.")
HPROF_COLUMN(Count, "count", ForText | ForJson, R.Is.Count,
             "Number of records.")
HPROF_COLUMN(
    Bytes, "bytes", ForText | ForJson, R.Is.Bytes,
    "Size including headers; for heap dump records, without their contents.")
HPROF_TABLE_END

std::unique_ptr<Rows> hprof::recordCounts(const SummarizedDump &Of) {
  return std::make_unique<RowsOf<CountedKind, NothingAsked>>(
      recordTable(), NothingAsked::value(),
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

HPROF_TABLE_BEGIN(summaryTable, SummarizedDump, NothingAsked, "dump-summary",
                  "Format, origin and contents of a dump.")
HPROF_COLUMN(Text, "format", ForJson, formatName(R),
             "File format, as named by hprof-convert.")
HPROF_COLUMN(Text, "version", ForJson, StringRef(R.Summary.Header.Version),
             "HPROF version.")
HPROF_COLUMN(Count, "id_size", ForJson, R.Summary.Header.IdSize,
             "Size of an id in bytes.")
HPROF_OPTIONAL(Time, "time_ms", ForJson,
               idUnlessNull(R.Summary.Header.writtenMillis()),
               "Time when the dump was written, if recorded.")
HPROF_NESTED(Record, &writerTable(), "writer", ForJson, writerOf(R),
             "Program that wrote the dump, inferred from the records.")
HPROF_WORD("none|gzip|zstd|utf-16", "compression", ForJson,
           compressionName(R.File.compression()),
           "Compression or encoding of the file.")
HPROF_COLUMN(Bytes, "size", ForJson, R.Summary.Size,
             "Size after decompression.")
HPROF_NULLABLE(Bytes, "file_size", ForJson, unlessZero(R.Summary.RawSize),
               "Size of the file; null if unknown.")
HPROF_COLUMN(Count, "headers", ForJson, R.Summary.Headers,
             "Number of dump files concatenated in this file.")
HPROF_COLUMN(Count, "heap_dumps", ForJson, R.Summary.Dumps,
             "Number of heap dumps in the file.")
HPROF_COLUMN(Count, "objects", ForJson, R.Summary.objects(),
             "Number of instances and arrays.")
HPROF_COLUMN(Count, "instances_without_class", ForJson,
             R.Summary.UnexplainedInstances,
             "Number of instances whose class has no CLASS DUMP record.")
HPROF_COLUMN(Count, "arrays_without_class", ForJson,
             R.Summary.UnexplainedArrays,
             "Number of object arrays whose class has no CLASS DUMP record.")
HPROF_COLUMN(
    Count, "flattened_values", ForJson, R.Summary.Flattened,
    "Number of instances inside other objects, without bytes of their own.")
HPROF_COLUMN(Texts, "contents", ForJson, R.Summary.Prepared.facts(),
             "Contents that were removed from the dump or hidden.")
HPROF_COLUMN(Count, "classes_named", ForJson, R.Summary.NamedClasses,
             "Number of classes with a name.")
HPROF_COLUMN(Bytes, "string_bytes", ForJson, R.Summary.StringBytes,
             "Size of the string records.")
HPROF_COLUMN(Count, "threads", ForJson, R.Summary.Threads, "Number of threads.")
HPROF_NESTED(List, &heapTable(), "heaps", ForJson, heapsOf(R),
             "Heaps in an Android dump.")
HPROF_COLUMN(Flag, "cut", ForJson, R.isCut(),
             "Whether the end of the dump is missing.")
HPROF_NULLABLE(Bytes, "missing_at_least", ForJson, missingOf(R),
               "Lower bound for the bytes missing at the end; null if unknown.")
HPROF_NULLABLE(Id, "unread_from", ForJson, unreadOf(R),
               "Offset from which damage hides all records; null if there is "
               "no such damage.")
HPROF_COLUMN(Count, "faults", ForJson, R.Summary.Faults,
             "Number of damaged places in the file.")
HPROF_NESTED_NULLABLE(Record, &outOfMemoryTable(), "out_of_memory", ForJson,
                      outOfMemoryRow(R.Summary.Failure),
                      "Thread whose OutOfMemoryError triggered the dump.")
HPROF_NESTED(List, &recordTable(), "records", ForJson, recordCounts(R),
             "Records by kind; only kinds that occur.")
HPROF_TABLE_END

static std::unique_ptr<Rows> summaryOf(const SummarizedDump &Of) {
  return oneRow(summaryTable(), NothingAsked::value(), Of);
}

HPROF_TABLE_BEGIN(partTable, SummarizedDump, NothingAsked, "summary-part",
                  "Summary of a dump.")
HPROF_NESTED(Record, &summaryTable(), "summary", ForJson, summaryOf(R),
             "Format, origin and contents of the dump.")
HPROF_TABLE_END

std::unique_ptr<Rows> SummaryPart::facts() const {
  return oneRow(partTable(), NothingAsked::value(), Is);
}
