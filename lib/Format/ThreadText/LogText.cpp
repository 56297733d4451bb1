//===- LogText.cpp - Text wrapped by a log --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LogText.h"
#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

/// Names of members that contain the text: from Docker, Logstash and Logback,
/// zap and pino, Google's logging, events printed by jfr, and OpenTelemetry.
static constexpr StringLiteral TextKeys[] = {"log",         "message", "msg",
                                             "textPayload", "result",  "body"};
/// Names of members that contain the time.
static constexpr StringLiteral TimeKeys[] = {"@timestamp", "timestamp", "time",
                                             "ts"};
/// Maximum nesting of JSON in JSON members, as of a program that logs JSON to
/// Docker.
static constexpr unsigned MostNested = 4;

/// Whether \p Text is a member of JSON that is printed over several lines.
static bool isMember(StringRef Text) {
  return Text.starts_with("\"") && any_of(TextKeys, [&](StringRef Key) {
           return Text.drop_front().starts_with((Key + "\"").str());
         });
}

bool hprof::mayBeJsonLog(StringRef Line) {
  const StringRef Text = Line.ltrim();
  return Text.starts_with("{") || Text.starts_with("[{") || isMember(Text);
}

static bool unwrap(const json::Value &V, unsigned Depth,
                   function_ref<void(StringRef)> OnLine);

/// Passes on the lines of \p Text, or of the text in it if it is JSON.
static void lines(StringRef Text, unsigned Depth,
                  function_ref<void(StringRef)> OnLine) {
  if (Depth != MostNested && mayBeJsonLog(Text)) {
    Expected<json::Value> V = parseJson(Text);
    if (!V)
      consumeError(V.takeError());
    else if (unwrap(*V, Depth + 1, OnLine))
      return;
  }
  // No line follows the final newline.
  Text.consume_back("\n");
  do {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    OnLine(Line.rtrim('\r'));
  } while (!Text.empty());
}

/// \return false if \p V contains no text.
static bool unwrap(const json::Value &V, unsigned Depth,
                   function_ref<void(StringRef)> OnLine) {
  bool HasText = false;
  if (const json::Array *A = V.getAsArray()) {
    for (const json::Value &Each : *A)
      HasText |= unwrap(Each, Depth, OnLine);
    return HasText;
  }
  const json::Object *O = V.getAsObject();
  if (!O)
    return false;
  for (StringRef Key : TextKeys)
    if (const std::optional<StringRef> Text = O->getString(Key)) {
      lines(*Text, Depth, OnLine);
      return true;
    }
  for (const auto &Member : *O)
    if (Member.second.getAsObject() || Member.second.getAsArray())
      HasText |= unwrap(Member.second, Depth, OnLine);
  return HasText;
}

/// Undoes escapes without parsing the surrounding JSON.
static std::string loosely(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] != '\\' || I + 1 == Text.size()) {
      Out += Text[I];
      continue;
    }
    const char C = Text[++I];
    Out += C == 'n' ? '\n' : C == 't' ? '\t' : C == 'r' ? '\r' : C;
  }
  return Out;
}

void hprof::unwrapLogLine(StringRef Line,
                          function_ref<void(StringRef)> OnLine) {
  if (!mayBeJsonLog(Line))
    return OnLine(Line);
  StringRef Text = Line.trim();
  const bool IsOneMember = isMember(Text);
  Text.consume_back(",");
  Expected<json::Value> V =
      parseJson(IsOneMember ? ("{" + Text + "}").str() : Text);
  if (V) {
    if (!unwrap(*V, 0, OnLine))
      OnLine(Line);
    return;
  }
  consumeError(V.takeError());
  if (!Line.contains("\\n"))
    return OnLine(Line);
  lines(loosely(Line), MostNested, OnLine);
}

/// Returns the time at the front of \p Line, or in its JSON, as a string that
/// compares like times; empty if there is none.
static std::string timeOf(StringRef Line) {
  if (mayBeJsonLog(Line)) {
    Expected<json::Value> V = parseJson(Line.trim());
    if (!V) {
      consumeError(V.takeError());
      return "";
    }
    if (const json::Object *O = V->getAsObject())
      for (StringRef Key : TimeKeys)
        if (const std::optional<StringRef> Time = O->getString(Key))
          return Time->str();
    return "";
  }
  // "2031-02-03T04:05:06"
  static constexpr StringLiteral Shape = "0000-00-00?00:00:00";
  const StringRef Time = Line.take_while([](char C) {
    return isDigit(C) || C == '-' || C == ':' || C == 'T' || C == '.' ||
           C == ',' || C == ' ';
  });
  const bool IsTime = Time.size() >= Shape.size() &&
                      all_of(zip(Shape, Time), [](const auto &P) {
                        const auto [Wanted, Found] = P;
                        return Wanted == '0'   ? isDigit(Found)
                               : Wanted == '?' ? Found == 'T' || Found == ' '
                                               : Found == Wanted;
                      });
  return IsTime ? Time.rtrim().str() : "";
}

bool hprof::isNewestFirst(StringRef Head) {
  constexpr unsigned Enough = 4, Most = 200;
  std::string Last;
  unsigned Older = 0;
  for (unsigned Lines = 0; Head.contains('\n') && Lines != Most; ++Lines) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    std::string Time = timeOf(Line);
    if (Time.empty())
      continue;
    if (!Last.empty() && Time > Last)
      return false;
    Older += !Last.empty() && Time < Last;
    Last = std::move(Time);
  }
  return Older >= Enough;
}
