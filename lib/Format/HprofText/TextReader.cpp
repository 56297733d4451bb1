//===- TextReader.cpp - Reads the HPROF agent's text ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/HprofText/TextReader.h"
#include "TextReaderImpl.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Beginnings of lines
//===----------------------------------------------------------------------===//

const TextRule *TextRule::find(StringRef Line) {
  // Most lines, those of heap dumps, are excluded by one test.
  if (Line.empty() || !StringRef("TSCHMWEcJ").contains(Line.front()))
    return nullptr;
  for (const TextRule &R : Rules) {
    if (!Line.starts_with(R.First))
      continue;
    if (R.Read != &TextReader::trace)
      return &R;
    // A line of the prelude begins with TRACE and spaces.
    StringRef Serial = Line.drop_front(R.First.size());
    return !Serial.empty() && isDigit(Serial.front()) ? &R : nullptr;
  }
  return nullptr;
}

const TextRule TextRule::Rules[] = {
    {"TRACE ", &TextReader::trace},
    {"THREAD START (", &TextReader::threadStart},
    {"THREAD END (", &TextReader::threadEnd},
    {"HEAP DUMP BEGIN (", &TextReader::heapDump},
    {"SITES BEGIN (", &TextReader::sites},
    {"CPU SAMPLES BEGIN (", &TextReader::cpuSamples},
    {"CPU TIME (ms) BEGIN (", &TextReader::cpuTimes},
    {"MONITOR TIME BEGIN (", &TextReader::monitorTimes},
    {"MONITOR DUMP BEGIN", &TextReader::monitorDump},
    {"WAIT: MONITOR ", &TextReader::monitorEvent},
    {"WAITED: MONITOR ", &TextReader::monitorEvent},
    {"SLEEP: timeout=", &TextReader::monitorEvent},
    {"EXIT: MONITOR ", &TextReader::monitorEvent},
    {"count callee caller time", &TextReader::methodCalls},
    {"JAVA PROFILE ", &TextReader::file},
};

/// Whether \p Text begins like any line, including lines in sections. A
/// truncated line is followed directly by the next one.
static bool startsLine(StringRef Text) {
  static constexpr StringLiteral Within[] = {
      "\t",       "OBJ ",     "ARR ",          "CLS ",          "ROOT ",
      "SITES ",   "CPU ",     "HEAP DUMP END", "MONITOR TIME ", "MONITOR DUMP ",
      "    MONI", "    THRE",
  };
  if (TextRule::find(Text))
    return true;
  if (any_of(Within, [&](StringRef First) { return Text.starts_with(First); }))
    return true;
  // A ranked row: "   12 48.11% ...".
  Text = Text.ltrim(' ');
  size_t Digits = Text.find_first_not_of("0123456789");
  if (!Digits || Digits == StringRef::npos)
    return false;
  Text = Text.drop_front(Digits).take_front(9);
  return Text.starts_with(" ") && Text.contains('%');
}

bool hprof::looksLikeHprofText(StringRef Head) {
  Head = Head.ltrim("\r\n");
  const TextRule *R = TextRule::find(Head);
  if (!R)
    return false;
  // Binary dumps contain a NUL after their version.
  StringRef Line = Head.take_until([](char C) { return C == '\n'; });
  return !Line.contains('\0');
}

//===----------------------------------------------------------------------===//
// Lines and their faults
//===----------------------------------------------------------------------===//

bool TextReader::next(TextLine &L) {
  if (LLVM_UNLIKELY(!V.wantsMore())) {
    IsStopped = true;
    return false;
  }
  if (!In.next(L))
    return false;
  if (LLVM_UNLIKELY(L.Text.size() > CutSize))
    findCut(L, CutSize);
  return true;
}

/// Ends \p L at \p At if another line begins there.
bool TextReader::findCut(TextLine &L, size_t At) {
  if (L.IsCut || L.Text.size() <= At || !startsLine(L.Text.drop_front(At)))
    return false;
  In.resize(L, At, 0);
  return L.IsCut = true;
}

/// Joins the lines of a thread or group name that contains newlines.
void TextReader::joinName(TextLine &L) {
  StringRef Ahead = In.ahead().take_front(TextInput::Ahead);
  size_t End = Ahead.find('\n');
  if (L.IsCut || L.Text.ends_with("\")") || End == StringRef::npos)
    return;
  while (End < CutSize && !startsLine(Ahead.drop_front(End + 1))) {
    size_t Begin = End + 1;
    End = std::min(Ahead.find('\n', Begin), Ahead.size());
    if (End > CutSize && startsLine(Ahead.drop_front(CutSize))) {
      In.resize(L, CutSize, 0);
      L.IsCut = true;
      return;
    }
    size_t Size = End - Ahead.take_front(End).ends_with("\r");
    if (Ahead.slice(Begin, Size).ends_with("\")"))
      return In.resize(L, Size, std::min(End + 1, Ahead.size()) - Size);
    if (End != Ahead.size())
      continue;
    if (Ahead.size() < TextInput::Ahead) { // The input ends within the name.
      In.resize(L, End, 0);
      L.IsOpen = true;
    }
    return;
  }
}

bool TextReader::sectionLine(TextLine &L, const char *Last) {
  while (next(L)) {
    if (L.Text.empty())
      continue;
    if (L.Text == Last) {
      InFault = false;
      return false;
    }
    if (!TextRule::find(L.Text))
      return true;
    tell(format_errc::missing_end, L.Offset,
         textPlace(L.Number, L.Column + 1) + ": expected '" + Last +
             "' before '" + L.Text.take_front(24).str() + "'");
    In.unread();
    return false;
  }
  tell(format_errc::truncated, In.offset(),
       textPlace(In.lineNumber(), 1) + ": expected '" + Last +
           "', found the end of the input");
  return false;
}

void TextReader::tell(format_errc Code, uint64_t Offset, std::string What) {
  if (IsStopped || (HasEnded && Code == format_errc::truncated))
    return;
  HasEnded |= Code == format_errc::truncated;
  if (Options.OnDamage)
    Options.OnDamage({Code, Offset, std::move(What)});
}

bool TextReader::accept(const TextLine &L, const TextScan &S) {
  if (S.ok() && !L.IsOpen) {
    InFault = false;
    if (S.wasCut())
      tell(format_errc::bad_text, L.Offset + L.Text.size(),
           textPlace(L.Number, L.Column + L.Text.size() + 1) +
               ": expected the rest of the line, which its writer truncated");
    return true;
  }
  if (L.IsOpen) {
    // A line that ends with a parenthesis has lost only its newline.
    if (S.ok() && L.Text.ends_with(")"))
      return true;
    tell(format_errc::truncated, S.failureOffset(),
         S.ok() ? textPlace(L.Number, L.Column + L.Text.size() + 1) +
                      ": expected the end of the line, found the end of the "
                      "input"
                : S.failure());
    return false;
  }
  if (!InFault)
    tell(format_errc::bad_text, S.failureOffset(), S.failure());
  InFault = true;
  return false;
}

void TextReader::unexplained(const TextLine &L, const char *Expected) {
  TextScan S(L);
  S.fail(Expected);
  accept(L, S);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

void TextReader::begin(const FileHeader &H) {
  HasHeader = true;
  Names.reset();
  TopFrame.clear();
  NextSerial = 1;
  V.visit(H);
}

void TextReader::file(TextLine &L) {
  TextScan S(L);
  FileHeader H;
  H.Offset = L.Offset;
  H.Carrier = Format::HprofText;
  H.IdSize = IdSize;
  StringRef Version;
  S.lit("JAVA PROFILE ");
  if (S.upTo(", created ", Version) && Version.size() > 16) {
    S.moveTo(13);
    S.fail("a version like '1.0.1'");
  }
  bool HasVersion = S.ok();
  H.Version = Version.str();
  S.date(H.Millis) && S.end();
  accept(L, S);
  // A missing date does not invalidate the file.
  if (HasVersion)
    begin(H);
  prelude();
}

/// Skips the file's description of its format, up to a line of hyphens.
void TextReader::prelude() {
  InFault = false;
  TextLine L;
  while (next(L)) {
    if (L.Text.size() >= 8 && all_of(L.Text, [](char C) { return C == '-'; }))
      return;
    if (TextRule::find(L.Text))
      return In.unread();
  }
  tell(format_errc::truncated, In.offset(),
       textPlace(In.lineNumber(), 1) +
           ": expected '--------', found the end of the input");
}

void TextReader::topLine(TextLine &L) {
  Names.setOffset(L.Offset);
  const TextRule *R = TextRule::find(L.Text);
  if (!R) {
    if (!L.Text.empty())
      unexplained(L, "the first line of a record or section");
    return;
  }
  if (!HasHeader && R->Read != &TextReader::file) {
    FileHeader H;
    H.Carrier = Format::HprofText;
    H.IdSize = IdSize;
    begin(H);
  }
  (this->*R->Read)(L);
}

Error TextReader::read() {
  TextLine L;
  while (next(L)) {
    if (!HasHeader && !L.Text.empty() && !TextRule::find(L.Text))
      return make_error<FormatError>(
          format_errc::not_a_dump, L.Offset,
          "expected text output of the HPROF agent, found " +
              describeContent(In.ahead().take_front(TextInput::Ahead)));
    topLine(L);
  }
  if (IsStopped)
    return Error::success();
  // A premature end of a container is damage if there was some text.
  if (Error E = handleErrors(In.takeError(),
                             [&](std::unique_ptr<FormatError> FE) -> Error {
                               if (FE->code() == format_errc::io || !HasHeader)
                                 return Error(std::move(FE));
                               tell(FE->code(), FE->offset(), FE->what());
                               return Error::success();
                             }))
    return E;
  if (!HasHeader)
    return make_error<FormatError>(
        format_errc::not_a_dump, In.offset(),
        "expected text output of the HPROF agent, found an empty file");
  return Error::success();
}

Error hprof::readHprofText(Source &In, RecordVisitor &V,
                           const TextReaderOptions &Options) {
  return TextReader(In, V, Options).read();
}

//===----------------------------------------------------------------------===//
// Threads and traces
//===----------------------------------------------------------------------===//

void TextReader::threadStart(TextLine &L) {
  joinName(L);
  TextScan S(L);
  StartThread R;
  StringRef Name, Group;
  S.lit("THREAD START (obj=") && S.hex(R.Thread) && S.lit(", id = ") &&
      S.dec(R.ThreadSerial) && S.lit(", name=\"") &&
      S.upTo("\", group=\"", Name) && S.upToEnd("\")", Group);
  if (!accept(L, S))
    return;
  R.Name = Names.string(Name);
  R.GroupName = Names.string(Group);
  emit(R, L.Offset);
}

void TextReader::threadEnd(TextLine &L) {
  TextScan S(L);
  EndThread R;
  S.lit("THREAD END (id = ") && S.dec(R.ThreadSerial) && S.lit(")") && S.end();
  if (accept(L, S))
    emit(R, L.Offset);
}

void TextReader::sectionTime(const TextLine &L, TextScan &S) {
  SectionTime R;
  if (S.date(R.Millis) && S.end())
    emit(R, L.Offset);
  accept(L, S);
}

void TextReader::trace(TextLine &L) {
  TextScan S(L);
  StackTrace R;
  StringRef Phase;
  S.lit("TRACE ") && S.dec(R.TraceSerial) && S.lit(":");
  if (S.tryLit(" (thread="))
    S.dec(R.ThreadSerial) && S.lit(")");
  if (S.tryLit(" (from "))
    S.upTo(" phase of JVM)", Phase);
  S.end();
  if (!accept(L, S))
    return;
  TracePhase P;
  P.TraceSerial = R.TraceSerial;
  P.Phase = Names.string(Phase);
  uint64_t Offset = L.Offset;
  Frames.clear();
  uint64_t Top = 0;
  bool HasLines = false;
  while (next(L)) {
    if (!L.Text.starts_with("\t")) {
      if (!HasLines)
        unexplained(L, "a frame or <empty> after a tab");
      In.unread();
      break;
    }
    HasLines = true;
    StackFrameRef Ref;
    if (L.Text == "\t<empty>" || !frame(L, Ref.Frame))
      continue;
    if (Frames.empty())
      Top = Ref.Frame;
    Frames.add(Ref);
  }
  TopFrame[R.TraceSerial] = Top;
  if (P.Phase)
    emit(P, Offset);
  R.Frames = Frames.ref();
  emit(R, Offset);
}

/// Parses the line number after the colon of a frame.
static bool frameLine(TextScan &S, int32_t &Line) {
  size_t At = S.position();
  uint32_t Number = 0;
  if (S.tryLit("Unknown line"))
    Line = -1;
  else if (S.tryLit("Compiled method"))
    Line = -2;
  else if (S.tryLit("Native method"))
    Line = -3;
  else if (S.dec(Number) && Number <= INT32_MAX)
    Line = int32_t(Number);
  else {
    S.moveTo(At);
    return S.fail("a 31-bit line number");
  }
  return true;
}

/// Parses the string in parentheses as printed by the agent or, failing that,
/// as in a Java exception, which is the form that other profilers use.
static bool frameSource(TextScan &S, TextFrame &F) {
  StringRef Inside = S.rest();
  if (S.tryLit("Native Method")) {
    F.Line = -3;
  } else if (!S.tryLit("Unknown Source")) {
    size_t Size = Inside.rfind(')');
    if (!Inside.take_front(Size).contains(':'))
      return S.upTo(")", F.Source, /*Last=*/true) && S.end();
    S.upTo(":", F.Source, /*Last=*/true) && frameLine(S, F.Line);
  }
  if (F.Source == "<Unknown Source>")
    F.Source = StringRef();
  return S.lit(")") && S.end();
}

bool TextReader::frame(const TextLine &L, uint64_t &Id) {
  StringRef Text = L.Text.drop_front();
  Id = Names.findFrame(Text);
  if (Id && !L.IsOpen && !L.IsCut) {
    InFault = false;
    return true;
  }
  TextScan S(L);
  TextFrame F;
  StringRef Method;
  S.lit("\t");
  if (S.upTo("(", Method, /*Last=*/true)) {
    size_t Behind = S.position();
    std::tie(F.Class, F.Method) = Method.rsplit('.');
    if (Method.rfind('.') == StringRef::npos) {
      S.moveTo(1);
      S.fail("a class, '.' and a method");
    } else {
      S.moveTo(Behind);
      frameSource(S, F);
    }
  }
  if (!accept(L, S))
    return false;
  Names.setOffset(L.Offset);
  Id = Names.addFrame(Text, F);
  return true;
}
