//===- TextProfiles.cpp - Reads profiles in the agent's text --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextReaderImpl.h"
#include "TextShares.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Whether \p Line consists of column titles.
static bool isTitle(StringRef Line) {
  Line = Line.ltrim(' ');
  return Line.starts_with("percent ") || Line.starts_with("rank ");
}

void TextReader::checkRank(const TextLine &L, uint64_t Rank,
                           uint64_t Expected) {
  if (Rank != Expected)
    tell(format_errc::bad_value, L.Offset,
         textPlace(L.Number, L.Column + 1) + ": expected rank " +
             utostr(Expected) + ", found " + utostr(Rank));
}

/// Sends the percentages unless they can be computed from the numbers.
void TextReader::tellShares(uint64_t Offset) {
  ListBuilder<Percentage> List;
  for (const Percentage &P : Shares)
    List.add(P);
  Percentages R;
  R.Rows = List.ref();
  emit(R, Offset);
}

//===----------------------------------------------------------------------===//
// Allocation sites
//===----------------------------------------------------------------------===//

/// Returns the element type of the array class \p Name; 0 if it is not an
/// array. Both "int[]" and "[I" occur, the latter before JDK 5.
static uint8_t arrayIndicator(StringRef Name) {
  if (Name.consume_back("[]")) {
    return uint8_t(parsePrimitiveType(Name).value_or(BasicType::Object));
  }
  if (!Name.consume_front("["))
    return 0;
  for (unsigned T = unsigned(BasicType::Boolean);
       T <= unsigned(BasicType::Long); ++T)
    if (Name.size() == 1 && Name[0] == basicTypeDescriptor(BasicType(T)))
      return uint8_t(T);
  return uint8_t(BasicType::Object);
}

void TextReader::sites(TextLine &L) {
  TextScan S(L);
  SiteTotals = AllocSites();
  S.lit("SITES BEGIN (ordered by ");
  if (S.tryLit("allocated"))
    SiteTotals.Flags = 2;
  else
    S.lit("live");
  S.lit(" bytes) ");
  uint64_t Offset = L.Offset;
  sectionTime(L, S);
  Sites.clear();
  Parts.clear();
  Shares.clear();
  while (sectionLine(L, "SITES END"))
    if (!isTitle(L.Text))
      siteRow(L);
  uint64_t Total = guessTotal(Parts, Shares);
  SiteTotals.LiveBytes = Total;
  if (!givesShares(TextShares::Of::Sites, SiteTotals.LiveBytes, Parts, Shares))
    tellShares(Offset);
  SiteTotals.Sites = Sites.ref();
  emit(SiteTotals, Offset);
}

void TextReader::siteRow(TextLine &L) {
  TextScan S(L);
  uint32_t Rank = 0;
  Percentage P;
  AllocSite R;
  S.blanks() && S.dec(Rank) && S.blanks() && S.percent(P.Self) && S.blanks() &&
      S.percent(P.Accumulated) && S.blanks() && S.dec(R.LiveBytes) &&
      S.blanks() && S.dec(R.LiveInstances) && S.blanks() &&
      S.dec(R.AllocatedBytes) && S.blanks() && S.dec(R.AllocatedInstances) &&
      S.blanks() && S.dec(R.TraceSerial) && S.lit(" ");
  StringRef Name = S.tail();
  if (S.ok() && Name.empty())
    S.fail("a class");
  if (!accept(L, S))
    return;
  checkRank(L, Rank, Sites.size() + 1);
  Names.setOffset(L.Offset);
  R.ArrayIndicator = arrayIndicator(Name);
  R.ClassSerial = Names.classSerial(Name);
  // The text contains no totals. The sums of the rows are lower bounds.
  SiteTotals.LiveInstances += R.LiveInstances;
  SiteTotals.AllocatedBytes += R.AllocatedBytes;
  SiteTotals.AllocatedInstances += R.AllocatedInstances;
  Sites.add(R);
  Parts.push_back(R.LiveBytes);
  Shares.push_back(P);
}

//===----------------------------------------------------------------------===//
// Costs of traces
//===----------------------------------------------------------------------===//

/// Reads the section that begins with \p L into Rows, and sends its percentages
/// unless they can be computed from the rows.
void TextReader::costs(TextLine &L, const CostSection &Of, uint64_t &Total) {
  TextScan S(L);
  uint64_t Offset = L.Offset;
  StringRef Title;
  S.upTo(" BEGIN (total = ", Title) && S.wrapped(Total) && S.lit(Of.Unit);
  sectionTime(L, S);
  Rows.clear();
  Parts.clear();
  Shares.clear();
  while (sectionLine(L, Of.Last)) {
    if (isTitle(L.Text))
      continue;
    Row R;
    if (costRow(L, Of.IsOfMonitors, R)) {
      checkRank(L, R.Rank, Rows.size() + 1);
      Rows.push_back(R);
      Parts.push_back(R.Count);
      Shares.push_back(R.Share);
    }
  }
  // In sections with times, the text contains only the percentages.
  if (!Of.IsCounted) {
    Parts = guessParts(Total, Shares);
    for (auto [R, Part] : zip_equal(Rows, Parts))
      R.Millis = Part;
  }
  if (!givesShares(TextShares::Of::Costs, Total, Parts, Shares))
    tellShares(Offset);
}

bool TextReader::costRow(TextLine &L, bool IsOfMonitors, Row &R) {
  TextScan S(L);
  S.blanks() && S.dec(R.Rank) && S.blanks() && S.percent(R.Share.Self) &&
      S.blanks() && S.percent(R.Share.Accumulated) && S.blanks() &&
      S.dec(R.Count) && S.blanks() && S.dec(R.Trace);
  size_t NameAt = S.position();
  // The agent writes the remaining columns of the row separately.
  if (!IsOfMonitors && findCut(L, NameAt + CutSize))
    return costRow(L, IsOfMonitors, R);
  S.lit(" ");
  size_t Behind = S.position();
  StringRef Name = S.tail();
  // (Raw) marks a VM monitor, before JDK 5: "name"(address).
  if (IsOfMonitors && !Name.consume_back(" (Raw)")) {
    S.moveTo(Behind);
    S.upToEnd(" (Java)", Name);
  } else if (S.ok() && Name.empty()) {
    S.fail("a name");
  }
  if (!accept(L, S))
    return false;
  Names.setOffset(L.Offset);
  if (IsOfMonitors)
    R.Name = Names.string(Name);
  else
    checkMethod(L, NameAt + 1, R.Trace, Name);
  return true;
}

/// Reports damage unless \p Method is the innermost one of \p Trace.
void TextReader::checkMethod(const TextLine &L, size_t At, uint32_t Trace,
                             StringRef Method) {
  auto It = TopFrame.find(Trace);
  // 0 means that the row has no trace.
  StringRef Known = It != TopFrame.end() && It->second
                        ? Names.methodOf(It->second)
                    : It != TopFrame.end() || Trace == 0 ? "<empty trace>"
                                                         : "an earlier record";
  if (Known == Method || (L.IsCut && Known.starts_with(Method)))
    return;
  tell(format_errc::bad_value, L.Offset + At,
       textPlace(L.Number, L.Column + At + 1) + ": expected " + Known.str() +
           " for trace " + utostr(Trace) + ", found '" + Method.str() + "'");
}

/// Reads a row of methodSamples() into Rows and Shares, and sends its trace.
bool TextReader::methodRow(const TextLine &L) {
  TextScan S(L);
  Row R;
  S.blanks() && S.dec(R.Rank) && S.blanks() && S.percent(R.Share.Self) &&
      S.blanks() && S.percent(R.Share.Accumulated) && S.blanks();
  const size_t MethodAt = S.position();
  const StringRef Text = S.ok() ? S.tail() : "";
  const auto [Name, Descriptor] = Text.split(' ');
  const auto [Class, Method] = Name.rsplit('.');
  if (S.ok() && (Class.empty() || Method.empty())) {
    S.moveTo(MethodAt);
    S.fail("a class, '.', a method and its descriptor");
  }
  if (!accept(L, S))
    return false;
  checkRank(L, R.Rank, Rows.size() + 1);
  Names.setOffset(L.Offset);
  StackTrace Trace;
  // Each number is tried once per file.
  while (TopFrame.contains(NextSerial))
    ++NextSerial;
  R.Trace = NextSerial;
  StackFrameRef Ref;
  Ref.Frame = Names.findFrame(Text);
  if (!Ref.Frame)
    Ref.Frame = Names.addFrame(
        Text, {javaClassName(Class), Method, Descriptor, /*Source=*/""});
  TopFrame[R.Trace] = Ref.Frame;
  Frames.clear();
  Frames.add(Ref);
  Trace.TraceSerial = R.Trace;
  Trace.Frames = Frames.ref();
  emit(Trace, L.Offset);
  Rows.push_back(R);
  Shares.push_back(R.Share);
  return true;
}

/// JDK 1.2 printed neither traces nor counts: "CPU SAMPLES BEGIN (40 samples,
/// 44 ticks, depth 1)", and a method in each row. Each is sent as a trace.
void TextReader::methodSamples(TextLine &L) {
  TextScan S(L);
  const uint64_t Offset = L.Offset;
  CpuSamples R;
  uint64_t Ticks;
  S.lit("CPU SAMPLES BEGIN (") && S.dec(R.Total) && S.lit(" samples, ") &&
      S.dec(Ticks) && S.lit(" ticks, depth 1) ");
  sectionTime(L, S);
  Rows.clear();
  Shares.clear();
  while (sectionLine(L, "CPU SAMPLES END"))
    if (!isTitle(L.Text))
      methodRow(L);
  Parts = guessParts(R.Total, Shares);
  if (!givesShares(TextShares::Of::Costs, R.Total, Parts, Shares))
    tellShares(Offset);
  ListBuilder<CpuSample> List;
  for (auto [Row, Count] : zip_equal(Rows, Parts))
    List.add({Count, Row.Trace});
  R.Samples = List.ref();
  emit(R, Offset);
}

void TextReader::cpuSamples(TextLine &L) {
  if (L.Text.contains(" samples, "))
    return methodSamples(L);
  CpuSamples R;
  uint64_t Offset = L.Offset;
  costs(L, {") ", "CPU SAMPLES END", /*IsCounted=*/true}, R.Total);
  ListBuilder<CpuSample> List;
  for (const Row &Row : Rows)
    List.add({Row.Count, Row.Trace});
  R.Samples = List.ref();
  emit(R, Offset);
}

void TextReader::cpuTimes(TextLine &L) {
  CpuTimes R;
  uint64_t Offset = L.Offset;
  costs(L, {") ", "CPU TIME (ms) END"}, R.TotalMillis);
  ListBuilder<CpuTime> List;
  for (const Row &Row : Rows)
    List.add({Row.Count, Row.Trace, Row.Millis});
  R.Times = List.ref();
  emit(R, Offset);
}

void TextReader::monitorTimes(TextLine &L) {
  MonitorTimes R;
  uint64_t Offset = L.Offset;
  costs(L,
        {" ms) ", "MONITOR TIME END", /*IsCounted=*/false,
         /*IsOfMonitors=*/true},
        R.TotalMillis);
  ListBuilder<MonitorTime> List;
  for (const Row &Row : Rows)
    List.add({Row.Count, Row.Trace, Row.Millis, Row.Name});
  R.Times = List.ref();
  emit(R, Offset);
}

//===----------------------------------------------------------------------===//
// cpu=old
//===----------------------------------------------------------------------===//

void TextReader::methodCalls(TextLine &L) {
  TextScan S(L);
  S.lit("count callee caller time") && S.end();
  if (!accept(L, S))
    return;
  uint64_t Offset = L.Offset;
  Calls.clear();
  while (next(L)) {
    if (TextRule::find(L.Text)) {
      In.unread();
      break;
    }
    if (!L.Text.empty())
      methodCall(L);
  }
  MethodCalls R;
  R.Calls = Calls.ref();
  emit(R, Offset);
}

/// Parses "class.method(descriptor)type " at the start of \p S, or \p Unknown.
static void method(TextScan &S, StringRef Unknown, StringRef &Name) {
  Name = StringRef();
  if (S.tryLit(Unknown)) {
    S.lit(" ");
    return;
  }
  // Names in languages other than Java may contain spaces, but not descriptors.
  StringRef Rest = S.rest();
  size_t Size = Rest.find(')');
  Size = Size == StringRef::npos ? Rest.find(' ') : Rest.find(' ', Size);
  if (!Size || Size == StringRef::npos) {
    S.fail("a class, '.', a method and its descriptor");
    return;
  }
  Name = Rest.take_front(Size);
  S.moveTo(S.position() + Size + 1);
}

void TextReader::methodCall(const TextLine &L) {
  TextScan S(L);
  MethodCall R;
  StringRef Callee, Caller;
  S.dec(R.Calls) && S.lit(" ");
  if (S.ok())
    method(S, "<unknown callee>", Callee);
  if (S.ok())
    method(S, "<unknown caller>", Caller);
  uint32_t Millis = 0;
  S.wrapped(Millis) && S.end();
  if (!accept(L, S))
    return;
  Names.setOffset(L.Offset);
  R.Callee = Names.string(Callee);
  R.Caller = Names.string(Caller);
  R.Millis = int32_t(Millis);
  Calls.add(R);
}
