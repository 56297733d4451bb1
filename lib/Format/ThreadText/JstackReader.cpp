//===- JstackReader.cpp - Reads thread dumps in text ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/ThreadText/JstackReader.h"
#include "ArtBuilder.h"
#include "DamagedLine.h"
#include "DialectFrames.h"
#include "Format/Stream/TextInput.h"
#include "HsErrBuilder.h"
#include "JstackBuilder.h"
#include "LogText.h"
#include "ThreadLine.h"
#include "hprof/Format/Base/Identify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

namespace {
enum class Dialect : uint8_t { Jstack, HsErr, Art };
} // namespace

/// Returns the dialect that \p Line, outside of a dump, begins.
static std::optional<Dialect> dialectAt(StringRef Line) {
  if (HsErrBuilder::isTitle(Line))
    return Dialect::HsErr;
  if (ArtBuilder::isTitle(Line) || ArtBuilder::isSureThread(Line))
    return Dialect::Art;
  if (JstackBuilder::isTitle(Line))
    return Dialect::Jstack;
  return std::nullopt;
}

namespace {
/// Searches the lines for the beginning of a dump.
class DumpSearch {
public:
  /// \return whether \p Line begins a dump, or confirms a preceding thread.
  bool see(StringRef Line) {
    // A log may quote the first line of a thread, but no frame after it.
    constexpr unsigned Close = 8;
    if (isSureThreadLine(Line))
      SinceThread = 0;
    else if (SinceThread != UINT_MAX)
      ++SinceThread;
    if (SinceThread <= Close && SinceThread && isOfThread(Line))
      return true;
    // Thread.dump_to_file's text begins with three lines.
    constexpr unsigned Header = 8;
    return dialectAt(Line) ||
           (++Lines <= Header && JstackBuilder::isPlainThread(Line));
  }

private:
  static bool isOfThread(StringRef Line) {
    return Line.contains("java.lang.Thread.State: ") ||
           Line.contains("\tat ") || Line.ltrim().starts_with("at ") ||
           readAgentFrame(Line) || readImageFrame(Line);
  }

  unsigned Lines = 0;
  unsigned SinceThread = UINT_MAX; ///< Lines since the first one of a thread.
};
} // namespace

bool hprof::looksLikeJstack(StringRef Head) {
  DumpSearch Search;
  bool IsFound = false;
  while (!Head.empty() && !IsFound) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    unwrapLogLine(Line.rtrim('\r'), [&](StringRef Text) {
      IsFound = IsFound || Search.see(Text);
    });
  }
  return IsFound;
}

namespace {
/// Passes each line to the reader of the current dialect.
class TextDumps {
public:
  explicit TextDumps(const DamageHandler &OnDamage)
      : OnDamage(OnDamage), Jstack([this](const Twine &W) { complain(W); }),
        Art([this](const Twine &W) { complain(W); }) {}

  /// Reads a line of the file, which may contain several lines of a dump.
  void line(StringRef Line, uint64_t At, uint64_t AtNumber) {
    Offset = At;
    Number = AtNumber;
    // In a dump that began as plain text, JSON is another log line.
    if (IsBegun && !IsWrapped)
      return take(Line);
    const bool Before = IsBegun;
    unwrapLogLine(Line, [&](StringRef Text) { take(Text); });
    if (IsBegun && !Before)
      IsWrapped = mayBeJsonLog(Line);
  }
  std::vector<ThreadDump> finish() {
    if (Kind == Dialect::HsErr)
      return HsErr.finish();
    std::vector<ThreadDump> Dumps = Jstack.finish();
    std::vector<ThreadDump> Others = Art.finish();
    const auto HasThreads = [](const ThreadDump &D) {
      return !D.Threads.empty();
    };
    if (none_of(Dumps, HasThreads))
      return Others.empty() ? Dumps : Others;
    append_range(Dumps, make_filter_range(Others, HasThreads));
    return Dumps;
  }

private:
  void complain(const Twine &What) {
    if (OnDamage)
      OnDamage({format_errc::bad_text, Offset,
                ("line " + Twine(Number) + ": " + What).str()});
  }
  void take(StringRef Text);

  const DamageHandler &OnDamage;
  JstackBuilder Jstack;
  ArtBuilder Art;
  HsErrBuilder HsErr;
  Dialect Kind = Dialect::Jstack;
  bool IsBegun = false;
  bool IsWrapped = false; ///< Whether a log contains the dump's lines as JSON.
  uint64_t Offset = 0, Number = 0;
  std::string Joined, Fixed;
};
} // namespace

void TextDumps::take(StringRef Text) {
  StringRef Line = withoutSurrogates(Text, Joined);
  const bool IsBroken = hasNoText(Line);
  if (!json::isUTF8(Line))
    Line = Fixed = json::fixUTF8(Line);
  // A crash file is one dump, regardless of its lines.
  if (const std::optional<Dialect> Begins = dialectAt(Line);
      Begins && (!IsBegun || (Kind != Dialect::HsErr &&
                              *Begins != Dialect::HsErr && !Art.isInside()))) {
    Kind = *Begins;
    IsBegun = true;
  }
  IsBegun = IsBegun || isSureThreadLine(Line);
  auto TellBroken = [&] {
    complain("expected UTF-8 text, found control characters or invalid UTF-8");
  };
  switch (Kind) {
  case Dialect::Jstack:
    return Jstack.line(Line, Number, IsBroken);
  case Dialect::HsErr:
    HsErr.line(Line);
    if (IsBroken && HsErr.isInThreads())
      TellBroken();
    return;
  case Dialect::Art:
    Art.line(Line, Number);
    if (IsBroken && Art.isInside())
      TellBroken();
    return;
  }
}

/// Reads the lines of \p Input in reverse order.
static void readBackwards(TextInput &Input, TextDumps &Dumps) {
  struct KeptLine {
    std::string Text;
    uint64_t Offset, Number;
  };
  std::vector<KeptLine> Lines;
  for (TextLine L; Input.next(L);) {
    if (L.Column)
      Lines.back().Text += L.Text;
    else
      Lines.push_back({L.Text.str(), L.Offset, L.Number});
  }
  for (const KeptLine &L : reverse(Lines))
    Dumps.line(L.Text, L.Offset, L.Number);
}

/// Reads the lines in order. Lines in JSON are complete, however long.
static void readForwards(TextInput &Input, TextDumps &Dumps) {
  std::string Json;
  uint64_t Offset = 0, Number = 0;
  auto Flush = [&] {
    if (!Json.empty())
      Dumps.line(Json, Offset, Number);
    Json.clear();
  };
  for (TextLine L; Input.next(L);) {
    if (L.Column && !Json.empty()) {
      Json += L.Text;
      continue;
    }
    Flush();
    if (L.Text.size() < TextInput::MaxLine || !mayBeJsonLog(L.Text)) {
      Dumps.line(L.Text, L.Offset, L.Number);
      continue;
    }
    Json = L.Text.str();
    Offset = L.Offset;
    Number = L.Number;
  }
  Flush();
}

Expected<std::vector<ThreadDump>>
hprof::readJstack(Source &In, const DamageHandler &OnDamage) {
  constexpr size_t Enough = 64 << 10;
  const StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  const std::string Found = describeContent(Head);
  const bool IsBackwards = isNewestFirst(Head);
  TextInput Input(In);
  TextDumps Text(OnDamage);
  if (IsBackwards)
    readBackwards(Input, Text);
  else
    readForwards(Input, Text);
  if (Error E = Input.takeErrorOrTell(OnDamage))
    return E;
  std::vector<ThreadDump> Dumps = Text.finish();
  if (Dumps.empty())
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected a line with 'Full thread dump', "
                                   "found " +
                                       Found);
  if (all_of(Dumps, [](const ThreadDump &D) { return D.Threads.empty(); }))
    return make_error<FormatError>(
        format_errc::not_a_dump, 0,
        "expected threads after the beginning of a thread dump, found none");
  return Dumps;
}
