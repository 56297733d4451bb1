//===- PassPipeline.cpp - Parses passes -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Passes/Pass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

static std::optional<uint64_t> sizeOf(StringRef Text) {
  return expectedToOptional(parseByteSize(Text));
}

static Error failAt(size_t Column, const Twine &What) {
  return createStringError("column " + Twine(Column) + ": " + What);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

const PassCall::Argument *PassCall::find(StringRef Parameter) const {
  assert(any_of(Pass->Parameters,
                [&](const PassParameter &P) { return P.Name == Parameter; }) &&
         "no such parameter");
  const auto Found = find_if(
      Arguments, [&](const Argument &A) { return A.Of->Name == Parameter; });
  return Found == Arguments.end() ? nullptr : &*Found;
}

StringRef PassCall::get(StringRef Parameter) const {
  const Argument *A = find(Parameter);
  return A ? StringRef(A->Value) : StringRef();
}

std::vector<std::string> PassCall::getAll(StringRef Parameter) const {
  std::vector<std::string> All;
  for (const Argument &A : Arguments)
    if (A.Of->Name == Parameter)
      All.push_back(A.Value);
  return All;
}

uint64_t PassCall::size(StringRef Parameter, uint64_t Default) const {
  const Argument *A = find(Parameter);
  return A ? sizeOf(A->Value).value_or(Default) : Default;
}

int64_t PassCall::number(StringRef Parameter) const {
  int64_t N = 0;
  (void)get(Parameter).getAsInteger(0, N);
  return N;
}

static bool isRepeatable(const PassParameter &P) {
  return P.Of == PassParameter::Kind::Text ||
         P.Of == PassParameter::Kind::Required;
}

/// Describes the values that \p P accepts; empty if \p Value is one of them.
static std::string expected(const PassParameter &P, StringRef Value) {
  int64_t N;
  switch (P.Of) {
  case PassParameter::Kind::Flag:
    return "";
  case PassParameter::Kind::Size:
    return sizeOf(Value) ? "" : "a size such as 64k";
  case PassParameter::Kind::Number:
    return Value.getAsInteger(0, N) ? "a number such as 0x1000 or -16" : "";
  case PassParameter::Kind::Choice: {
    SmallVector<StringRef> Choices;
    StringRef(P.Value).split(Choices, '|');
    return is_contained(Choices, Value) ? "" : join(Choices, ", ");
  }
  case PassParameter::Kind::Text:
  case PassParameter::Kind::Once:
  case PassParameter::Kind::Required:
    return Value.empty() ? "a value" : "";
  }
  llvm_unreachable("a kind is missing");
}

Error PassCall::add(StringRef Name, StringRef Value, bool HasValue, size_t At) {
  const ArrayRef<PassParameter> All = Pass->Parameters;
  const PassParameter *P = find_if(
      All, [&](const PassParameter &Each) { return Name == Each.Name; });
  // A single word is a flag, or the value of the first parameter.
  if (P == All.end() && !HasValue && !All.empty() &&
      All.front().Of != PassParameter::Kind::Flag) {
    Value = Name;
    HasValue = true;
    P = All.begin();
  }
  if (P == All.end()) {
    SmallVector<StringRef> Names;
    for (const PassParameter &Each : All)
      Names.push_back(Each.Name);
    return failAt(
        At,
        "'" + Twine(Pass->Name) + "' has no parameter '" + Name + "'" +
            (All.empty() ? std::string() : ", expected " + join(Names, ", ")));
  }
  if (HasValue && P->Of == PassParameter::Kind::Flag)
    return failAt(At, "'" + Twine(P->Name) + "' takes no value");
  if (!isRepeatable(*P) && find(P->Name))
    return failAt(At, "'" + Twine(P->Name) + "' is given twice");
  const std::string Missing = expected(*P, Value);
  if (!Missing.empty())
    return failAt(At, "'" + Twine(P->Name) + "': expected " + Missing +
                          ", found '" + Value + "'");
  Arguments.push_back({P, Value.str()});
  return Error::success();
}

Error PassCall::check() const {
  for (const PassParameter &P : Pass->Parameters)
    if (P.Of == PassParameter::Kind::Required && !find(P.Name))
      return failAt(Column, "'" + Twine(Pass->Name) + "' needs " + P.Name +
                                "=" + P.Value);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The whole string
//===----------------------------------------------------------------------===//

namespace {
class PassParser {
public:
  explicit PassParser(StringRef Text) : Text(Text) {}
  Expected<std::vector<PassCall>> parse();

private:
  Expected<PassCall> call();
  Error argument(PassCall &C);
  Expected<std::string> value();
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
};
} // namespace

StringRef PassParser::word(StringRef Stops) {
  blanks();
  const size_t Begin = At;
  At = std::min(Text.find_first_of(Stops, At), Text.size());
  return Text.slice(Begin, At).rtrim();
}

Expected<std::string> PassParser::value() {
  if (!take('\''))
    return word(",()").str();
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

Error PassParser::argument(PassCall &C) {
  blanks();
  const size_t Begin = column();
  if (Text.substr(At).starts_with("'")) {
    Expected<std::string> V = value();
    if (!V)
      return V.takeError();
    return C.add(*V, "", false, Begin);
  }
  const StringRef Name = word(",()=");
  if (!take('='))
    return C.add(Name, "", false, Begin);
  Expected<std::string> V = value();
  if (!V)
    return V.takeError();
  return C.add(Name, *V, true, Begin);
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
  PassCall C(*Found, "", Begin + 1);
  if (take('(') && !take(')')) {
    do
      if (Error E = argument(C))
        return E;
    while (take(','));
    if (!take(')'))
      return failAt(column(), "expected ',' or ')', found " + rest());
  }
  if (Error E = C.check())
    return E;
  C.setText(Text.slice(Begin, At).trim().str());
  return C;
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
