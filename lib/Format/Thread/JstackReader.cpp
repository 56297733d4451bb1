//===- JstackReader.cpp - Reads thread dumps in text ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/JstackReader.h"
#include "ArtBuilder.h"
#include "DamagedLine.h"
#include "Format/Stream/TextInput.h"
#include "HsErrBuilder.h"
#include "JstackBuilder.h"
#include "hprof/Format/Base/Identify.h"
#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// "{"log":"line\\n","stream":"stdout",...}", as Docker keeps the lines of a
/// container; \p Text gets the line.
static bool isDockerLog(StringRef Line, std::string &Text) {
  if (!Line.starts_with("{\"log\":"))
    return false;
  Expected<json::Value> Value = parseJson(Line);
  if (!Value) {
    consumeError(Value.takeError());
    return false;
  }
  const json::Object *O = Value->getAsObject();
  const std::optional<StringRef> Log = O ? O->getString("log") : std::nullopt;
  if (Log)
    Text = Log->rtrim("\r\n").str();
  return Log.has_value();
}

namespace {
enum class Dialect : uint8_t { Jstack, HsErr, Art };
} // namespace

/// By the beginning of an input.
static Dialect dialectOf(StringRef Head) {
  std::string Unwrapped;
  for (unsigned Lines = 0; !Head.empty() && Lines != 40; ++Lines) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    if (isDockerLog(Line, Unwrapped))
      Line = Unwrapped;
    if (HsErrBuilder::isTitle(Line))
      return Dialect::HsErr;
    if (ArtBuilder::isTitle(Line))
      return Dialect::Art;
    if (JstackBuilder::isTitle(Line))
      return Dialect::Jstack;
  }
  return Dialect::Jstack;
}

/// Whether any line of \p Text, which may be much of a log, is a title.
static bool hasTitle(StringRef Text) {
  constexpr StringLiteral Words = "Full thread dump ";
  std::string Unwrapped;
  for (size_t At = 0; (At = Text.find(Words, At)) != StringRef::npos;) {
    const size_t Begin = Text.rfind('\n', At) + 1;
    const size_t End = Text.find('\n', At);
    StringRef Line = Text.slice(Begin, End);
    if (isDockerLog(Line, Unwrapped))
      Line = Unwrapped;
    if (JstackBuilder::isTitle(Line))
      return true;
    At = std::min(End, Text.size());
  }
  return false;
}

bool hprof::looksLikeJstack(StringRef Head) {
  if (dialectOf(Head) != Dialect::Jstack || hasTitle(Head))
    return true;
  // The text that Thread.dump_to_file writes has no title.
  for (unsigned Lines = 0; !Head.empty() && Lines != 8; ++Lines) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    if (JstackBuilder::isPlainThread(Line))
      return true;
  }
  return false;
}

Expected<std::vector<ThreadDump>>
hprof::readJstack(Source &In, const DamageHandler &OnDamage) {
  constexpr size_t Enough = 64 << 10;
  const StringRef Head = toStringRef(In.peek(Enough)).take_front(Enough);
  const std::string Found = describeContent(Head);
  const Dialect Kind = dialectOf(Head);
  TextInput Input(In);
  TextLine L;
  auto Complain = [&](const Twine &What) {
    if (OnDamage)
      OnDamage({format_errc::bad_text, L.Offset,
                ("line " + Twine(L.Number) + ": " + What).str()});
  };
  auto TellBroken = [&] {
    Complain("expected text in UTF-8, found control characters or other bytes");
  };
  JstackBuilder Jstack(Complain);
  ArtBuilder Art(Complain);
  HsErrBuilder HsErr;
  std::string Joined, Unwrapped, Fixed;
  while (Input.next(L)) {
    StringRef Line = withoutSurrogates(L.Text, Joined);
    if (isDockerLog(Line, Unwrapped))
      Line = Unwrapped;
    const bool IsBroken = hasNoText(Line);
    if (!json::isUTF8(Line))
      Line = Fixed = json::fixUTF8(Line);
    switch (Kind) {
    case Dialect::Jstack:
      Jstack.line(Line, IsBroken);
      break;
    case Dialect::HsErr:
      HsErr.line(Line);
      if (IsBroken && HsErr.isInThreads())
        TellBroken();
      break;
    case Dialect::Art:
      Art.line(Line);
      if (IsBroken && Art.isInside())
        TellBroken();
      break;
    }
  }
  if (Error E = Input.takeErrorOrTell(OnDamage))
    return E;
  std::vector<ThreadDump> Dumps = Kind == Dialect::HsErr ? HsErr.finish()
                                  : Kind == Dialect::Art ? Art.finish()
                                                         : Jstack.finish();
  if (Dumps.empty())
    return make_error<FormatError>(format_errc::not_a_dump, 0,
                                   "expected a line with 'Full thread dump': "
                                   "found " +
                                       Found);
  return Dumps;
}
