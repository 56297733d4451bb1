//===- Argument.cpp - Arguments of questions ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Argument.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

Error ArgumentValue::expected(const Twine &What) const {
  return createStringError("expected " + What + ", not '" + Text + "'");
}

Expected<unsigned> ArgumentValue::choice() const {
  SmallVector<StringRef, 8> Words;
  Is.Choices.split(Words, '|');
  const auto *At = find(Words, Text);
  if (At == Words.end())
    return expected(join(Words, " or "));
  return unsigned(At - Words.begin());
}

Error ArgumentValue::toSwitch(bool &Into) const {
  if (Text != "true" && Text != "false")
    return expected("true or false");
  Into = Text == "true";
  return Error::success();
}

Error ArgumentValue::toMost(uint64_t &Into) const {
  uint64_t Most = 0;
  if (Text.getAsInteger(10, Most))
    return expected("a number");
  Into = Most ? Most : UINT64_MAX;
  return Error::success();
}

Error ArgumentValue::toPattern(
    std::shared_ptr<const ClassPattern> &Into) const {
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  Into = std::make_shared<const ClassPattern>(std::move(*Pattern));
  return Error::success();
}

Error ArgumentValue::toObject(std::vector<uint64_t> &Into) const {
  uint64_t Id = 0;
  if (Text.getAsInteger(0, Id))
    return expected("an id");
  Into = {Id};
  return Error::success();
}

Error ArgumentValue::toFile(std::string &Into) const {
  if (Text.empty())
    return expected("a path");
  Into = Text.str();
  return Error::success();
}

char ArgumentError::ID;
void ArgumentError::log(raw_ostream &OS) const {
  OS << "argument '" << Name << "': " << What;
}
std::error_code ArgumentError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

static Error fail(StringRef Name, const Twine &What) {
  return make_error<ArgumentError>(Name, What);
}

Error hprof::setArguments(ArrayRef<Argument> Known, const GivenArguments &Given,
                          void *Request) {
  std::vector<bool> Has(Known.size());
  for (const auto &[Name, Value] : Given) {
    const auto *Is =
        find_if(Known, [&N = Name](const Argument &A) { return A.Name == N; });
    if (Is == Known.end())
      return fail(Name,
                  "unknown, expected " + join(map_range(Known,
                                                        [](const Argument &A) {
                                                          return A.Name.str();
                                                        }),
                                              ", "));
    const size_t Number = size_t(Is - Known.begin());
    if (Has[Number])
      return fail(Name, "given twice");
    Has[Number] = true;
    if (Error E = Is->Set(Request, ArgumentValue(*Is, Value)))
      return fail(Name, toString(std::move(E)));
  }
  for (auto [Is, IsGiven] : zip_equal(Known, Has))
    if (Is.IsRequired && !IsGiven)
      return fail(Is.Name, "missing");
  return Error::success();
}
