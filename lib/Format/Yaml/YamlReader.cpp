//===- YamlReader.cpp - Reads dumps in YAML -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Yaml/YamlReader.h"
#include "YamlBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

static constexpr StringLiteral Marker = "--- !hprof";

bool hprof::looksLikeYamlDump(StringRef Head) {
  while (!Head.empty()) {
    StringRef Line;
    std::tie(Line, Head) = Head.split('\n');
    if (Line.starts_with(Marker))
      return Line.drop_front(Marker.size()).trim().empty() ||
             Line[Marker.size()] == ' ';
    Line = Line.trim();
    if (!Line.empty() && Line[0] != '#' && Line[0] != '%')
      return false;
  }
  return false;
}

namespace {
/// Splits the input into the header maps and items for the builder.
class Splitter {
public:
  Splitter(Source &In, Builder &Build, const DamageHandler *OnDamage)
      : In(In), Build(Build), OnDamage(OnDamage) {}
  Error run();

private:
  enum class Where : uint8_t { Before, Header, Body };

  Error stop();
  Error tell(Error E) const;
  bool step(StringRef Rest, bool AtEnd, size_t &Used);
  bool marker(StringRef Line);
  static size_t itemEnd(StringRef Rest, bool AtEnd);
  static size_t headerEnd(StringRef Rest, bool AtEnd);

  Source &In;
  Builder &Build;
  const DamageHandler *const OnDamage; ///< Null if damage is an error.
  Where State = Where::Before;
};
} // namespace

/// Returns the end of the lines of the item at the start of \p Rest: those that
/// are indented, empty or comments. Returns npos if the item may continue after
/// \p Rest.
size_t Splitter::itemEnd(StringRef Rest, bool AtEnd) {
  size_t At = 0;
  while (true) {
    At = Rest.find('\n', At);
    if (At == StringRef::npos || At + 1 == Rest.size())
      return AtEnd ? Rest.size() : StringRef::npos;
    ++At;
    switch (Rest[At]) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '#':
      continue;
    }
    return At;
  }
}

size_t Splitter::headerEnd(StringRef Rest, bool AtEnd) {
  if (Rest.starts_with("---") || Rest.starts_with("- "))
    return 0;
  size_t End = std::min(Rest.find("\n---"), Rest.find("\n- "));
  if (End != StringRef::npos)
    return End + 1;
  return AtEnd ? Rest.size() : StringRef::npos;
}

bool Splitter::marker(StringRef Line) {
  StringRef What = Line.drop_front(3).split('#').first.trim();
  if (What == "!hprof") {
    State = Where::Header;
    return Build.newFile();
  }
  if (!What.empty())
    return Build.fail(3,
                      "expected '---' or '--- !hprof', found '" + Line + "'");
  if (State == Where::Before)
    return Build.fail(0, "expected '--- !hprof' before any other document");
  State = Where::Body;
  return true;
}

/// Processes the line or item at the beginning of \p Rest; sets \p Used to its
/// size, or to 0 if more of the input is needed.
bool Splitter::step(StringRef Rest, bool AtEnd, size_t &Used) {
  Used = 0;
  if (State == Where::Header) {
    size_t End = headerEnd(Rest, AtEnd);
    if (End == StringRef::npos)
      return Rest.size() < (1 << 16) ||
             Build.fail(0, "expected '---' after the header");
    State = Where::Body;
    Used = End;
    if (!Build.header(Rest.take_front(End)))
      return false;
    if (Used)
      return true;
  }
  size_t LineEnd = Rest.find('\n');
  bool IsBlank = Rest.take_front(LineEnd).trim().empty() || Rest[0] == '#';
  bool IsMarker = Rest.starts_with("---") || Rest.starts_with("...");
  if (Rest[0] == '%' || IsBlank || IsMarker || Rest[0] != '-') {
    if (LineEnd == StringRef::npos && !AtEnd)
      return true;
    StringRef Line = Rest.take_front(LineEnd);
    Used = LineEnd == StringRef::npos ? Rest.size() : LineEnd + 1;
    if (Rest.starts_with("---"))
      return marker(Line.rtrim());
    if (IsBlank || IsMarker || (Rest[0] == '%' && State == Where::Before))
      return true;
    return Build.fail(0, State == Where::Before
                             ? "expected '--- !hprof'"
                             : "expected '- ' and a record in column 1");
  }
  if (State == Where::Before)
    return Build.fail(0, "expected '--- !hprof' before the first record");
  size_t End = itemEnd(Rest, AtEnd);
  if (End == StringRef::npos)
    return true;
  Used = End;
  return Build.item(Rest.take_front(End));
}

/// Reports damage \p E. \return \p E unless it is damage.
Error Splitter::tell(Error E) const {
  if (!OnDamage || Build.hasNothing())
    return E;
  return handleErrors(std::move(E),
                      [&](std::unique_ptr<FormatError> FE) -> Error {
                        if (FE->code() == format_errc::io)
                          return Error(std::move(FE));
                        if (*OnDamage)
                          (*OnDamage)({FE->code(), FE->offset(), FE->what()});
                        return Error::success();
                      });
}

/// Stops reading after a fault. The records before it are kept.
Error Splitter::stop() {
  Error Fault = Build.takeError();
  // A truncated container has truncated the last item.
  if (Error Cause = In.takeError()) {
    consumeError(std::move(Fault));
    Fault = std::move(Cause);
  }
  if (Error E = tell(std::move(Fault)))
    return E;
  Build.finish();
  return Error::success();
}

Error Splitter::run() {
  size_t Want = 1 << 20;
  while (Build.wantsMore()) {
    ArrayRef<uint8_t> Window = In.peek(Want);
    bool AtEnd =
        Window.size() < Want || In.size() == In.offset() + Window.size();
    StringRef Rest = toStringRef(Window);
    if (Rest.empty())
      break;
    size_t Done = 0;
    while (Done != Rest.size() && Build.wantsMore()) {
      size_t Used;
      if (!step(Rest.drop_front(Done), AtEnd, Used))
        return stop();
      if (!Used)
        break;
      Build.advance(Rest.substr(Done, Used));
      Done += Used;
    }
    In.consume(Done);
    if (!Done && AtEnd)
      break;
    Want = Done ? 1 << 20 : 2 * Want;
    if (Want > 2 * Parser::MaxItem) {
      Build.fail(0, "this item is larger than " + Twine(Parser::MaxItem >> 20) +
                        " MiB");
      return stop();
    }
  }
  if (Error E = tell(In.takeError()))
    return E;
  if (State == Where::Before) {
    Build.fail(0, "expected '--- !hprof', found the end of the input");
    return Build.takeError();
  }
  Build.finish();
  return Build.takeError();
}

Error hprof::readYaml(Source &In, RecordVisitor &V,
                      const YamlReaderOptions &Options) {
  Builder Build(V, Options);
  return Splitter(In, Build, /*OnDamage=*/nullptr).run();
}

Error hprof::readYaml(Source &In, RecordVisitor &V,
                      const DamageHandler &OnDamage,
                      const YamlReaderOptions &Options) {
  Builder Build(V, Options);
  return Splitter(In, Build, &OnDamage).run();
}
