//===- CommandText.cpp - Commands that people write -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Command/CommandText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

namespace {
struct CommandWord {
  CommandTag Tag;
  StringLiteral Word, Arguments, Help;
};
struct ControlWord {
  ControlOption Option;
  StringLiteral Word, Argument, Help;
};
} // namespace

// Arguments for each body layout, as text.
static constexpr StringLiteral ArgumentsOfNone = "", ArgumentsOfControl = "",
                               ArgumentsOfSamples = "[cutoff=<x>]",
                               ArgumentsOfSites =
                                   "[live|alloc][,incremental][,gc]"
                                   "[,cutoff=<x>]";
static constexpr StringLiteral ArgumentOfNone = "",
                               ArgumentOfThread = "[=<id>]",
                               ArgumentOfDepth = "=<n>";

static constexpr CommandWord CommandWords[] = {
#define HPROF_COMMAND(Name, Tag, Body, Title, Word, Help)                      \
  {CommandTag::Name, Word, ArgumentsOf##Body, Help},
#include "hprof/Command/Commands.def"
};

static constexpr ControlWord ControlWords[] = {
#define HPROF_CONTROL(Name, Number, Body, Word, Help)                          \
  {ControlOption::Name, Word, ArgumentOf##Body, Help},
#include "hprof/Command/Commands.def"
};

/// Arguments; each must be used exactly once.
using Arguments = SmallVector<StringRef, 4>;

static Error unexpected(const CommandWord &Row, StringRef Argument) {
  std::string Takes = Row.Arguments.str();
  return createStringError(Row.Word + ": unexpected '" + Argument +
                           "', expected " +
                           (Takes.empty() ? "nothing" : Takes));
}

/// \return false if \p Text is not a cutoff.
static bool parseCutoff(StringRef Text, float &Cutoff) {
  double Value;
  if (!Text.consume_front("cutoff=") || Text.getAsDouble(Value) ||
      !std::isfinite(float(Value)) || Value < 0)
    return false;
  Cutoff = float(Value);
  return true;
}

static Error parseSites(const CommandWord &Row, const Arguments &Args,
                        Command &C) {
  bool HasOrder = false;
  for (StringRef A : Args) {
    const bool IsOrder = A == "live" || A == "alloc";
    if (IsOrder && std::exchange(HasOrder, true))
      return createStringError(Row.Word +
                               ": live and alloc are mutually exclusive");
    if (A == "alloc")
      C.Flags |= Command::ByAllocation;
    else if (A == "incremental")
      C.Flags |= Command::Incremental;
    else if (A == "gc")
      C.Flags |= Command::CollectFirst;
    else if (!IsOrder && !parseCutoff(A, C.Cutoff))
      return unexpected(Row, A);
  }
  return Error::success();
}

static Error parseControl(const Arguments &Args, Command &C) {
  auto Fail = [](const Twine &What) {
    std::string Words;
    for (const ControlWord &W : ControlWords)
      Words += (Words.empty() ? "" : ", ") + W.Word.str() + W.Argument.str();
    return createStringError("control: " + What + ", expected one of " + Words);
  };
  if (Args.size() != 1)
    return Fail(Twine(Args.size()) + " arguments");
  auto [Word, Value] = Args[0].split('=');
  const bool HasValue = Args[0].contains('=');
  for (const ControlWord &W : ControlWords) {
    if (W.Word != Word)
      continue;
    C.Option = W.Option;
    if (W.Argument == ArgumentOfDepth && HasValue &&
        !Value.getAsInteger(10, C.Depth))
      return Error::success();
    if (W.Argument == ArgumentOfThread &&
        (!HasValue || !Value.getAsInteger(0, C.Thread)))
      return Error::success();
    if (W.Argument.empty() && !HasValue)
      return Error::success();
  }
  return Fail("'" + Args[0] + "'");
}

static Error parseArguments(const CommandWord &Row, const Arguments &Args,
                            Command &C) {
  if (C.Tag == CommandTag::Control)
    return parseControl(Args, C);
  if (C.Tag == CommandTag::AllocSites)
    return parseSites(Row, Args, C);
  for (StringRef A : Args)
    if (C.Tag != CommandTag::CpuSamples || !parseCutoff(A, C.Cutoff))
      return unexpected(Row, A);
  return Error::success();
}

Expected<Command> hprof::parseCommand(StringRef Word, StringRef Text) {
  Arguments Args;
  SplitString(Text, Args, ", \t\r");
  for (const CommandWord &Row : CommandWords) {
    if (Row.Word != Word)
      continue;
    Command C;
    C.Tag = Row.Tag;
    if (Error E = parseArguments(Row, Args, C))
      return E;
    return C;
  }
  std::string Words;
  for (const CommandWord &Row : CommandWords)
    Words += (Words.empty() ? "" : ", ") + Row.Word.str();
  return createStringError("unknown command '" + Word + "', expected " + Words);
}

std::string hprof::commandHelp() {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Print = [&](const Twine &Usage, StringRef Help) {
    const std::string Left = Usage.str();
    // A command too long for its column gets a separate line.
    constexpr unsigned Wide = 25;
    OS << "  " << Left;
    if (Left.size() > Wide)
      OS << "\n  " << std::string(Wide, ' ');
    else
      OS.indent(unsigned(Wide - Left.size()));
    OS << "  " << Help << '\n';
  };
  for (const CommandWord &Row : CommandWords)
    if (Row.Tag != CommandTag::Control)
      Print(Row.Word + (Row.Arguments.empty() ? "" : " ") + Row.Arguments,
            Row.Help);
  for (const ControlWord &W : ControlWords)
    Print("control " + W.Word + W.Argument, W.Help);
  return Text;
}
