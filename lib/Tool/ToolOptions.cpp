//===- ToolOptions.cpp - A tool's option table and its checks -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ToolOptions.h"
#include "ResponseFiles.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;
using namespace llvm::opt;
using namespace hprof;

ToolOptions::ToolOptions(ArrayRef<Info> Rows)
    : GenericOptTable(Rows), Rows(Rows) {
  setDashDashParsing(true);
  setGroupedShortOptions(true);
}

unsigned ToolOptions::find(StringRef Name) const {
  const Info *Row =
      find_if(Rows, [&](const Info &I) { return I.PrefixedName == Name; });
  if (Row == Rows.end())
    return 0;
  return Row->AliasID ? Row->AliasID : Row->ID;
}

SmallVector<StringRef, 8> hprof::optionValues(const OptTable::Info &Row) {
  SmallVector<StringRef, 8> Values;
  if (Row.Values)
    StringRef(Row.Values).split(Values, ',');
  return Values;
}

/// Returns the fault in \p Value for an option whose value is called \p
/// MetaVar, or an empty string.
static std::string checkValue(StringRef MetaVar, StringRef Value) {
  uint64_t Number;
  if (MetaVar == "<n>" && Value.getAsInteger(10, Number))
    return "expected a number";
  if (MetaVar == "<nth>" &&
      (Value.getAsInteger(10, Number) || !Number || Number > UINT32_MAX))
    return "expected the number of a heap dump, from 1";
  if (MetaVar == "<id>" && Value.getAsInteger(0, Number))
    return "expected an object id such as 0x7f3a10" +
           (Value.getAsInteger(16, Number)
                ? ""
                : ("; did you mean 0x" + Value + "?").str());
  if (MetaVar == "<class>" || MetaVar == "<pattern>")
    if (Error E = ClassPattern::create(Value).takeError())
      return toString(std::move(E));
  if (MetaVar == "<size>")
    if (Error E = parseByteSize(Value).takeError())
      return toString(std::move(E));
  if (MetaVar == "<share>")
    if (Error E = parseShare(Value).takeError())
      return toString(std::move(E));
  return "";
}

std::string hprof::listOf(ArrayRef<StringRef> Values) {
  if (Values.size() < 2)
    return join(Values, "");
  return join(Values.drop_back(), ", ") + " or " + Values.back().str();
}

static void checkArg(const Arg &A, const OptTable::Info &Row,
                     function_ref<void(const Twine &)> Problem) {
  SmallVector<StringRef, 8> Values = optionValues(Row);
  StringRef MetaVar = Row.MetaVar ? Row.MetaVar : "";
  StringRef Spelling = (A.getAlias() ? *A.getAlias() : A).getSpelling();
  Spelling.consume_back("=");
  for (StringRef Value : A.getValues()) {
    std::string Why = !Values.empty() && !is_contained(Values, Value)
                          ? "expected " + listOf(Values)
                          : checkValue(MetaVar, Value);
    if (!Why.empty())
      Problem("invalid value '" + Value + "' for '" + Spelling + "': " + Why);
  }
}

/// OptTable skips empty arguments that are not an option's value: a script's
/// "$FILE" with an unset variable would become standard input.
static bool hasEmptyArgument(ArrayRef<const char *> Argv,
                             const InputArgList &Args) {
  for (const auto &[I, Text] : enumerate(Argv))
    if (!*Text && none_of(Args, [At = I](const Arg *A) {
          return A->getIndex() + 1 == At && A->getNumValues() &&
                 !*A->getValue();
        }))
      return true;
  return false;
}

InputArgList
ToolOptions::parse(ArrayRef<const char *> Argv, StringSaver &Saver,
                   function_ref<void(const Twine &)> Problem) const {
  // "--" also ends response files.
  const auto *Dashes = find_if(Argv, [](StringRef A) { return A == "--"; });
  SmallVector<const char *, 32> Expanded(Argv.begin(), Dashes);
  cl::ExpansionContext Files(Saver.getAllocator(), cl::TokenizeGNUCommandLine);
  ResponseFiles Opened;
  Files.setVFS(&Opened);
  if (Error E = Files.expandResponseFiles(Expanded)) {
    if (!Opened.fault().empty()) {
      consumeError(std::move(E));
      Problem(Opened.fault());
      Expanded.clear();
    } else {
      // LLVM 19 writes that it "cannot not open" a file.
      std::string Text = toString(std::move(E));
      StringRef Rest = Text;
      bool IsDoubled = Rest.consume_front("cannot not ");
      Problem((IsDoubled ? "cannot " : "") + Rest);
    }
  }
  // Response files that do not exist have been left unexpanded.
  for (StringRef Argument : Expanded)
    if (Argument.consume_front("@") && !sys::fs::exists(Argument))
      Problem(
          "cannot open response file '" + Argument + "': " +
          std::make_error_code(std::errc::no_such_file_or_directory).message());
  Expanded.append(Dashes, Argv.end());

  unsigned MissingIndex, MissingCount;
  InputArgList Args = ParseArgs(Expanded, MissingIndex, MissingCount);
  if (MissingCount) {
    StringRef Name = Args.getArgString(MissingIndex);
    Problem("argument to '" + Name + "' is missing");
  }
  if (hasEmptyArgument(Expanded, Args))
    Problem("empty argument; expected an option, a file or -");
  for (const Arg *A : Args) {
    const Info &Row = row(A->getOption().getID());
    if (Row.Kind != Option::UnknownClass) {
      if (Row.Kind != Option::InputClass)
        checkArg(*A, Row, Problem);
      continue;
    }
    std::string Spelling = A->getAsString(Args), Nearest;
    if (findNearest(Spelling, Nearest, Visibility(), /*MinimumLength=*/4) > 2)
      Problem(Twine("unknown argument '") + Spelling + "'");
    else
      Problem(Twine("unknown argument '") + Spelling + "'; did you mean '" +
              Nearest + "'?");
  }
  return Args;
}
