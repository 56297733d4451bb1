//===- PassPipeline.cpp - Parses passes -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Passes/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static Error failAt(size_t Column, const Twine &What) {
  return createStringError("column " + Twine(Column) + ": " + What);
}

namespace {
class PassParser {
public:
  explicit PassParser(StringRef Text) : Text(Text) {}
  Expected<std::vector<PassCall>> parse();

private:
  Expected<PassCall> call();
  Error argument(ArrayRef<Argument> Known);
  Expected<std::string> value(StringRef Stops);
  StringRef word(StringRef Stops);
  void blanks() {
    while (At != Text.size() && isSpace(Text[At]))
      ++At;
  }
  bool take(char C) {
    blanks();
    if (At == Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }
  size_t column() const { return At + 1; }
  /// Returns the text at the current position, for messages.
  std::string rest() const {
    return At == Text.size() ? "the end"
                             : "'" + Text.substr(At, 20).str() + "'";
  }

  const StringRef Text;
  size_t At = 0;
  // Arguments of the current pass.
  GivenArguments Given;
  std::vector<size_t> Columns;
};
} // namespace

StringRef PassParser::word(StringRef Stops) {
  blanks();
  const size_t Begin = At;
  At = std::min(Text.find_first_of(Stops, At), Text.size());
  return Text.slice(Begin, At).rtrim();
}

Expected<std::string> PassParser::value(StringRef Stops) {
  if (!take('\''))
    return word(Stops).str();
  const size_t Begin = column() - 1;
  std::string Value;
  for (; At != Text.size(); ++At) {
    if (Text[At] != '\'') {
      Value += Text[At];
    } else if (Text.substr(At + 1).starts_with("'")) {
      Value += Text[At++];
    } else {
      ++At;
      return Value;
    }
  }
  return failAt(Begin, "unterminated quote");
}

Error PassParser::argument(ArrayRef<Argument> Known) {
  blanks();
  Columns.push_back(column());
  const bool IsQuoted = Text.substr(At).starts_with("'");
  Expected<std::string> Name = value(",()=");
  if (!Name)
    return Name.takeError();
  const auto *Is =
      find_if(Known, [&](const Argument &A) { return A.Name == *Name; });
  const bool IsKnown = Is != Known.end();
  const bool IsSwitch = IsKnown && Is->Kind == ArgumentKind::Switch;
  std::string Value = IsSwitch ? "true" : "";
  if (!IsQuoted && take('=')) {
    if (IsSwitch)
      return failAt(Columns.back(), "'" + *Name + "' takes no value");
    Expected<std::string> Found = value(",()");
    if (!Found)
      return Found.takeError();
    Value = std::move(*Found);
  } else if (!IsKnown && !Known.empty() &&
             Known.front().Kind != ArgumentKind::Switch) {
    // A single word is a switch, or the value of the first parameter.
    Value = std::move(*Name);
    *Name = Known.front().Name.str();
  }
  Given.emplace_back(std::move(*Name), std::move(Value));
  return Error::success();
}

Expected<PassCall> PassParser::call() {
  blanks();
  const size_t Begin = At;
  const StringRef Name = word(",()");
  const ArrayRef<PassInfo> All = allPasses();
  const PassInfo *Found =
      find_if(All, [&](const PassInfo &P) { return Name == P.Name; });
  if (Name.empty())
    return failAt(Begin + 1, "expected a pass name, found " + rest());
  if (Found == All.end()) {
    const PassInfo *Near = nullptr;
    unsigned Best = 4;
    for (const PassInfo &P : All)
      if (unsigned D = Name.edit_distance(P.Name, true, Best); D < Best) {
        Best = D;
        Near = &P;
      }
    return failAt(Begin + 1,
                  "unknown pass '" + Name + "'" +
                      (Near ? "; did you mean '" + Twine(Near->Name) + "'?"
                            : "; --list-passes lists all"));
  }
  Given.clear();
  Columns.clear();
  if (take('(') && !take(')')) {
    do
      if (Error E = argument(Found->arguments()))
        return E;
    while (take(','));
    if (!take(')'))
      return failAt(column(), "expected ',' or ')', found " + rest());
  }
  Expected<AddPass> Add = Found->Parse(Found->arguments(), Given);
  if (!Add)
    return handleErrors(Add.takeError(), [&](const ArgumentError &E) {
      return E.index()
                 ? failAt(Columns[*E.index()],
                          "'" + E.name() + "': " + E.what())
                 : failAt(Begin + 1, "'" + Name + "' needs '" + E.name() + "'");
    });
  return PassCall{Found, Text.slice(Begin, At).trim().str(), Begin + 1,
                  std::move(*Add)};
}

Expected<std::vector<PassCall>> PassParser::parse() {
  std::vector<PassCall> Calls;
  do {
    Expected<PassCall> C = call();
    if (!C)
      return C.takeError();
    Calls.push_back(std::move(*C));
  } while (take(','));
  blanks();
  if (At != Text.size())
    return failAt(column(), "expected ',', found " + rest());
  return Calls;
}

Expected<std::vector<PassCall>> hprof::parsePasses(StringRef Text) {
  return PassParser(Text).parse();
}
