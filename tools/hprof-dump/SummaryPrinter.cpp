//===- SummaryPrinter.cpp - Prints the summary of a dump ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SummaryPrinter.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Analysis/Heap/MissingBytes.h"
#include "hprof/Convert/Formats.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/TimeText.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace hprof;

static StringRef packedName(Compression C) {
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

static StringRef sureName(DumpProducer::Confidence C) {
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

/// "3145728 bytes (3.0 MiB)"; small numbers need no unit.
static std::string sizeText(uint64_t Bytes) {
  std::string Out = bytesText(Bytes);
  if (TextStyle::current().IsHuman)
    return Out;
  raw_string_ostream OS(Out); // Appends to Out.
  if (Bytes >= uint64_t(1) << 30)
    OS << format(" (%.1f GiB)", double(Bytes) / (1 << 30));
  else if (Bytes >= 1 << 20)
    OS << format(" (%.1f MiB)", double(Bytes) / (1 << 20));
  return Out;
}

static std::string releaseText(const DumpProducer &W) {
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

static std::string writerText(const DumpProducer &W) {
  if (W.Program == DumpProducer::Kind::Unknown)
    return "not known";
  std::string Out = DumpProducer::name(W.Program) + releaseText(W);
  Out += " (" + sureName(W.Sure).str() + ": ";
  for (const std::string &Sign : W.Signs)
    Out += (&Sign == W.Signs.data() ? "" : ", ") + Sign;
  return Out + ")";
}

/// Then the records that were made from the input end where they should.
static bool isCutInConversion(const SummaryView &V) {
  return V.FileIsCut && V.File.isConverted();
}

static bool isCut(const SummaryView &V) {
  const DumpSummary &S = V.Summary;
  return S.Cut || S.LacksEnd || S.EndsEarly || V.FileIsCut;
}

/// The least number of bytes that a cut input lacks, if known: the rest of the
/// last record or of its header and, after segments, the HEAP DUMP END.
static std::optional<uint64_t> missingBytes(const SummaryView &V) {
  const DumpSummary &S = V.Summary;
  if (isCutInConversion(V) || !S.LengthsAreSound)
    return std::nullopt;
  if (S.Cut)
    return missingAfter(S.Cut->Record, S.Cut->Present);
  if (S.HeaderBytes || S.LacksEnd)
    return missingOfHeader(S.HeaderBytes);
  return std::nullopt;
}

/// What is missing at the end, as far as known. A HEAP DUMP is the last record
/// of its file; after other records there could be more.
static std::string missingText(const SummaryView &V) {
  const DumpSummary &S = V.Summary;
  if (!isCut(V))
    return S.UnreadFrom ? "not known, since the rest from " +
                              jsonId(*S.UnreadFrom) + " on could not be read"
                        : "no";
  std::string Text = "yes";
  const bool KnowsRecords = !isCutInConversion(V);
  if (KnowsRecords && S.Cut)
    Text += ", inside the record at " + jsonId(S.Cut->Record.Offset);
  else if (KnowsRecords && S.HeaderBytes)
    Text += ", inside the header of a record";
  else if (KnowsRecords && S.LacksEnd)
    Text += ", there is no HEAP DUMP END";
  std::optional<uint64_t> Missing = missingBytes(V);
  if (!Missing)
    return Text + "; how much is missing is unknown";
  bool IsLast = S.Cut && S.Cut->Record.kind() == RecordKind::HeapDump;
  return Text + (IsLast ? "; about " : "; at least ") +
         counted(*Missing, "byte is", "bytes are") + " missing";
}

static void printObjects(TextTable &T, const DumpSummary &S) {
  auto Count = [&](RecordKind K) { return std::to_string(S.of(K).Count); };
  auto Counted = [&](RecordKind K, const char *Noun) {
    return counted(S.of(K).Count, Noun);
  };
  uint64_t Primitive = S.of(RecordKind::PrimitiveArrayDump).Count +
                       S.of(RecordKind::PrimitiveArrayNoData).Count;
  T.row({"objects", std::to_string(S.objects()) + ": " +
                        Counted(RecordKind::InstanceDump, "instance") + ", " +
                        Counted(RecordKind::ObjectArrayDump, "object array") +
                        ", " + counted(Primitive, "primitive array")});
  if (S.UnexplainedInstances || S.UnexplainedArrays)
    T.row({"", counted(S.UnexplainedInstances, "instance") + " and " +
                   counted(S.UnexplainedArrays, "object array") +
                   " of classes without CLASS DUMP"});
  if (S.Flattened)
    T.row({"",
           counted(S.Flattened, "instance is a value", "instances are values") +
               " inside other objects, without bytes of their own"});
  T.row({"classes", Count(RecordKind::ClassDump) + " dumped, " +
                        std::to_string(S.NamedClasses) + " named"});
  T.row(
      {"strings", Count(RecordKind::Utf8) + " of " + bytesText(S.StringBytes)});
  T.row({"threads", std::to_string(S.Threads) + ", " +
                        Counted(RecordKind::StackTrace, "stack trace") +
                        " of " + Counted(RecordKind::StackFrame, "frame")});
}

static void printFacts(raw_ostream &OS, const SummaryView &V, EscapeMode Mode) {
  const DumpSummary &S = V.Summary;
  TextTable T({{""}, {""}});
  std::string As = "HPROF binary " + S.Header.Version + ", ids of " +
                   counted(S.Header.IdSize, "byte");
  if (V.File.isConverted())
    As = Twine(formatInfo(V.File.format()).Text, ", read as " + As).str();
  T.row({"format", As});
  T.row({"time", timeText(S.Header.writtenMillis())});
  if (!V.File.isConverted())
    T.row({"written by", writerText(S.Writer)});
  std::string Size = sizeText(S.Size);
  const Compression Packed = V.File.compression();
  if (V.File.isConverted()) {
    Size += " as HPROF binary";
    if (S.RawSize)
      Size += ", from " + sizeText(S.RawSize);
  } else if (Packed != Compression::None) {
    Size += ", from " + packedName(Packed).str();
    if (S.RawSize)
      Size += " of " + sizeText(S.RawSize);
  }
  T.row({"size", Size});
  if (S.Headers > 1)
    T.row({"files", std::to_string(S.Headers) + " dump files in one"});
  std::string Dumps = std::to_string(S.Dumps);
  if (uint64_t Segments = S.of(RecordKind::HeapDumpSegment).Count)
    Dumps += ", in " + counted(Segments, "segment");
  if (V.Number)
    T.row({"heap dump", std::to_string(V.Number) + " of " + Dumps});
  else
    T.row({"heap dumps", Dumps});
  printObjects(T, S);
  for (const DumpSummary::Heap &H : S.Heaps)
    T.row({"heap " + std::to_string(H.Id),
           escape(H.Name, Mode) + ": " + counted(H.Objects, "object")});
  const std::vector<std::string> Facts = S.Prepared.facts();
  for (const std::string &Fact : Facts)
    T.row({&Fact == &Facts.front() ? "contents" : "", Fact});
  T.row({"cut", missingText(V)});
  T.row({"damage", S.Faults ? counted(S.Faults, "fault") : "none"});
  T.print(OS);
}

static void printOutOfMemory(raw_ostream &OS, const SummaryView &V,
                             EscapeMode Mode) {
  if (!V.Summary.OutOfMemoryThread)
    return;
  const ThreadInfo *T = V.Context.findThread(*V.Summary.OutOfMemoryThread);
  OS << "\nwritten for an OutOfMemoryError in thread ";
  if (!V.OutOfMemoryThread.empty())
    OS << '"' << escapeQuoted(V.OutOfMemoryThread, '"', Mode) << "\" ";
  OS << "(serial " << T->Serial << ", object " << jsonId(T->Object) << "):\n";
  std::optional<TraceInfo> Trace = V.Context.findTrace(T->TraceSerial);
  for (uint64_t Frame : Trace->Frames)
    OS << "    at " << escape(V.Context.frameText(Frame), Mode) << '\n';
}

void hprof::printSummary(raw_ostream &OS, const SummaryView &V,
                         EscapeMode Mode) {
  printFacts(OS, V, Mode);
  OS << '\n';
  TextTable T({{"record"},
               {"count", TextTable::Align::Right},
               {"bytes", TextTable::Align::Bytes}});
  for (unsigned K = 0; K != NumRecordKinds; ++K)
    if (const RecordCount &C = V.Summary.Records[K]; C.Count)
      T.row({recordInfo(RecordKind(K)).Text, C.Count, C.Bytes});
  T.print(OS);
  printOutOfMemory(OS, V, Mode);
}

static void printWriter(json::OStream &J, const DumpProducer &W) {
  J.attributeObject("writer", [&] {
    J.attribute("program", DumpProducer::name(W.Program));
    J.attribute("confidence", sureName(W.Sure));
    J.attribute("jdk_at_least", W.AtLeast ? json::Value(W.AtLeast) : nullptr);
    J.attribute("jdk_at_most", W.AtMost ? json::Value(W.AtMost) : nullptr);
    J.attributeArray("signs", [&] {
      for (const std::string &Sign : W.Signs)
        J.value(Sign);
    });
  });
}

static void printOutOfMemory(json::OStream &J, const SummaryView &V) {
  if (!V.Summary.OutOfMemoryThread)
    return J.attribute("out_of_memory", nullptr);
  const ThreadInfo *T = V.Context.findThread(*V.Summary.OutOfMemoryThread);
  J.attributeObject("out_of_memory", [&] {
    J.attribute("thread_serial", T->Serial);
    J.attribute("thread", jsonId(T->Object));
    J.attribute("thread_name", V.OutOfMemoryThread.empty()
                                   ? json::Value(nullptr)
                                   : json::Value(toUtf8(V.OutOfMemoryThread)));
    J.attributeArray("frames", [&] {
      const FrameList Stack = V.Context.findTrace(T->TraceSerial)->Frames;
      for (uint64_t Frame : Stack)
        J.value(toUtf8(V.Context.frameText(Frame)));
    });
  });
}

static void printCut(json::OStream &J, const SummaryView &V) {
  const DumpSummary &S = V.Summary;
  bool IsCut = isCut(V);
  std::optional<uint64_t> Missing = missingBytes(V);
  J.attribute("cut", IsCut);
  J.attribute("missing_at_least", !IsCut    ? json::Value(0)
                                  : Missing ? json::Value(*Missing)
                                            : json::Value(nullptr));
  J.attribute("unread_from", S.UnreadFrom ? json::Value(jsonId(*S.UnreadFrom))
                                          : json::Value(nullptr));
}

void hprof::printSummary(json::OStream &J, const SummaryView &V) {
  const DumpSummary &S = V.Summary;
  J.attributeObject("summary", [&] {
    J.attribute("format", V.File.isConverted()
                              ? formatInfo(V.File.format()).Name
                          : S.Header.isAndroid()        ? "hprof-android"
                          : S.Header.Version == "1.0.2" ? "hprof"
                                                        : "hprof-1.0.1");
    J.attribute("version", S.Header.Version);
    J.attribute("id_size", S.Header.IdSize);
    J.attribute("time_ms", S.Header.writtenMillis());
    printWriter(J, S.Writer);
    J.attribute("compression", packedName(V.File.compression()));
    J.attribute("size", S.Size);
    J.attribute("file_size", S.RawSize ? json::Value(S.RawSize) : nullptr);
    J.attribute("headers", S.Headers);
    J.attribute("heap_dumps", S.Dumps);
    J.attribute("objects", S.objects());
    J.attribute("instances_without_class", S.UnexplainedInstances);
    J.attribute("arrays_without_class", S.UnexplainedArrays);
    J.attribute("flattened_values", S.Flattened);
    J.attributeArray("contents", [&] {
      for (const std::string &Fact : S.Prepared.facts())
        J.value(Fact);
    });
    J.attribute("classes_named", S.NamedClasses);
    J.attribute("string_bytes", S.StringBytes);
    J.attribute("threads", S.Threads);
    J.attributeArray("heaps", [&] {
      for (const DumpSummary::Heap &H : S.Heaps)
        J.object([&] {
          J.attribute("id", H.Id);
          J.attribute("name", toUtf8(H.Name));
          J.attribute("objects", H.Objects);
        });
    });
    printCut(J, V);
    J.attribute("faults", S.Faults);
    printOutOfMemory(J, V);
    J.attributeArray("records", [&] {
      for (unsigned K = 0; K != NumRecordKinds; ++K)
        if (const RecordCount &C = S.Records[K]; C.Count)
          J.object([&] {
            J.attribute("record", recordInfo(RecordKind(K)).Text);
            J.attribute("count", C.Count);
            J.attribute("bytes", C.Bytes);
          });
    });
  });
}
