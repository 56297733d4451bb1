//===- SummaryText.cpp - The summary of a dump as text --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryTables.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Answer/FactList.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Context/DumpContext.h"

using namespace hprof;
using namespace llvm;

static std::string releaseText(const DumpProducer &W) {
  if (!W.Version.empty())
    return ", JDK " + W.Version;
  if (!W.AtLeast && !W.AtMost)
    return "";
  if (!W.AtMost)
    return ", JDK " + std::to_string(W.AtLeast) + " or later";
  if (!W.AtLeast)
    return ", JDK " + std::to_string(W.AtMost) + " or earlier";
  if (W.AtLeast == W.AtMost)
    return ", JDK " + std::to_string(W.AtLeast);
  return ", JDK " + std::to_string(W.AtLeast) + " to " +
         std::to_string(W.AtMost);
}

static Prose writerText(const DumpProducer &W) {
  if (W.Program == DumpProducer::Kind::Unknown)
    return Prose("unknown") << releaseText(W);
  Prose Out = DumpProducer::name(W.Program);
  Out << releaseText(W) << " (" << confidenceName(W.Sure) << ": ";
  for (const std::string &Sign : W.Signs)
    Out << (&Sign == W.Signs.data() ? "" : ", ") << Sign;
  return Out << ")";
}

/// Describes the data missing at the end, as far as known. A HEAP DUMP is the
/// last record in its file; other records may be followed by more records.
static Prose missingText(const SummarizedDump &Of) {
  const DumpSummary &S = Of.Summary;
  if (!Of.isCut())
    return S.UnreadFrom ? Prose("unknown: unreadable from ").id(*S.UnreadFrom)
                        : "no";
  Prose Text = "yes";
  const bool KnowsRecords = !Of.isCutInConversion();
  if (KnowsRecords && S.Cut)
    (Text << ", inside the record at ").id(S.Cut->Record.Offset);
  else if (KnowsRecords && S.HeaderBytes)
    Text << ", inside the header of a record";
  else if (KnowsRecords && S.LacksEnd)
    Text << ", without a HEAP DUMP END record";
  else if (KnowsRecords && S.hasNoRecords())
    Text << ", without records after the file header";
  const std::optional<uint64_t> Missing = Of.missingBytes();
  if (!Missing)
    return Text << "; missing amount unknown";
  const bool IsLast = S.Cut && S.Cut->Record.kind() == RecordKind::HeapDump;
  return (Text << (IsLast ? "; about " : "; at least "))
             .count(*Missing, "byte is", "bytes are")
         << " missing";
}

static Prose number(uint64_t N) { return Prose().number(N); }

static void addObjects(FactList &To, const DumpSummary &S) {
  const uint64_t Primitive = S.of(RecordKind::PrimitiveArrayDump).Count +
                             S.of(RecordKind::PrimitiveArrayNoData).Count;
  Prose Objects = number(S.objects());
  (Objects << ": ").count(S.of(RecordKind::InstanceDump).Count, "instance")
      << ", ";
  Objects.count(S.of(RecordKind::ObjectArrayDump).Count, "object array")
      << ", ";
  To.add("objects", Objects.count(Primitive, "primitive array"));
  if (S.UnexplainedInstances || S.UnexplainedArrays) {
    Prose Line;
    Line.count(S.UnexplainedInstances, "instance") << " and ";
    To.add("", Line.count(S.UnexplainedArrays, "object array")
                   << " whose class has no CLASS DUMP record");
  }
  if (S.Flattened)
    To.add("", Prose().count(S.Flattened, "instance is a value",
                             "instances are values")
                   << " inside other objects, without bytes of their own");
  To.add("classes", (number(S.of(RecordKind::ClassDump).Count) << " dumped, ")
                            .number(S.NamedClasses)
                        << " named");
  To.add("strings",
         (number(S.of(RecordKind::Utf8).Count) << ", ").bytes(S.StringBytes));
  Prose Threads = number(S.Threads);
  (Threads << ", ").count(S.of(RecordKind::StackTrace).Count, "stack trace")
      << " with ";
  To.add("threads", Threads.count(S.of(RecordKind::StackFrame).Count, "frame"));
}

static Prose sizeText(const SummarizedDump &Of) {
  const DumpSummary &S = Of.Summary;
  Prose Size = Prose().largeBytes(S.Size);
  const Compression Packed = Of.File.compression();
  if (Of.File.isConverted()) {
    Size << " as HPROF binary";
    if (S.RawSize)
      (Size << ", from ").largeBytes(S.RawSize);
  } else if (Packed != Compression::None) {
    Size << ", from ";
    if (S.RawSize)
      Size.largeBytes(S.RawSize) << " of ";
    Size << compressionName(Packed);
  }
  return Size;
}

static Prose dumpsText(const SummarizedDump &Of) {
  Prose Dumps;
  if (Of.Number)
    Dumps << std::to_string(Of.Number) << " of ";
  Dumps << std::to_string(Of.Summary.Dumps);
  if (uint64_t Segments = Of.Summary.of(RecordKind::HeapDumpSegment).Count)
    (Dumps << ", in ").count(Segments, "segment");
  return Dumps;
}

static FactList factsOf(const SummarizedDump &Of) {
  const DumpSummary &S = Of.Summary;
  FactList Facts;
  Prose As;
  if (Of.File.isConverted())
    As << formatInfo(Of.File.format()).Text << ", read as ";
  Facts.add("format", As << "HPROF binary " << S.Header.Version << ", "
                         << std::to_string(S.Header.IdSize) << "-byte ids");
  if (const uint64_t Millis = S.Header.writtenMillis())
    Facts.add("time", Prose().time(Millis));
  else
    Facts.add("time", "unknown");
  if (!Of.File.isConverted())
    Facts.add("written by", writerText(S.Writer));
  Facts.add("size", sizeText(Of));
  if (S.Headers > 1)
    Facts.add("files", number(S.Headers) << " concatenated dump files");
  Facts.add(Of.Number ? "heap dump" : "heap dumps", dumpsText(Of));
  addObjects(Facts, S);
  for (const DumpSummary::Heap &H : S.Heaps)
    Facts.add("heap " + std::to_string(H.Id),
              (Prose().name(H.Name) << ": ").count(H.Objects, "object"));
  const std::vector<std::string> Contents = S.Prepared.facts();
  for (const std::string &Fact : Contents)
    Facts.add(&Fact == &Contents.front() ? "contents" : "", Prose() << Fact);
  Facts.add("truncated", missingText(Of));
  Facts.add("damage", S.Faults ? Prose().count(S.Faults, "fault") : "none");
  return Facts;
}

void SummaryPart::present(Presenter &To) const {
  if (Is.Summary.Failure) {
    Is.Summary.Failure->present(To);
    To.line("");
  }
  factsOf(Is).present(To);
  To.line("");
  To.table(*recordCounts(Is));
}
