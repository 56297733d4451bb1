//===- Argument.cpp - Arguments of requests -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Answer/Argument.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/ClassPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

ArrayRef<Argument> hprof::argumentsOf(StringRef Name, ArrayRef<Argument> All) {
  auto IsOther = [&](const Argument &A) { return A.Of != Name; };
  return All.drop_while(IsOther).take_until(IsOther);
}

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

Error ArgumentValue::toOffset(int64_t &Into) const {
  return Text.getAsInteger(0, Into) ? expected("a number such as 0x1000 or -16")
                                    : Error::success();
}

Error ArgumentValue::toSize(std::optional<uint64_t> &Into) const {
  Into = expectedToOptional(parseByteSize(Text));
  return Into ? Error::success() : expected("a size such as 64k");
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

Error ArgumentValue::toPattern(std::vector<ClassPattern> &Into) const {
  if (Text.empty())
    return expected("a value");
  Expected<ClassPattern> Pattern = ClassPattern::create(Text);
  if (!Pattern)
    return Pattern.takeError();
  Into.push_back(std::move(*Pattern));
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

Error ArgumentValue::toFile(std::vector<std::string> &Into) const {
  return toFile(Into.emplace_back());
}

Error ArgumentValue::toText(std::vector<std::string> &Into) const {
  Into.push_back(Text.str());
  return Text.empty() ? expected("a value") : Error::success();
}

char ArgumentError::ID;
void ArgumentError::log(raw_ostream &OS) const {
  OS << "argument '" << Name << "': " << What;
}
std::error_code ArgumentError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

static std::string namesOf(ArrayRef<Argument> Known) {
  auto Names = map_range(Known, [](const Argument &A) { return A.Name.str(); });
  return Known.empty() ? "none" : join(Names, ", ");
}

Error hprof::setArguments(ArrayRef<Argument> Known, const GivenArguments &Given,
                          void *Request) {
  std::vector<bool> Has(Known.size());
  for (size_t I = 0; I != Given.size(); ++I) {
    const auto &[Name, Value] = Given[I];
    auto Fail = [&, &Name = Name](const Twine &What) {
      return make_error<ArgumentError>(Name, What, I);
    };
    const auto *Is =
        find_if(Known, [&N = Name](const Argument &A) { return A.Name == N; });
    if (Is == Known.end())
      return Fail("unknown, expected " + namesOf(Known));
    const size_t Number = size_t(Is - Known.begin());
    if (Has[Number] && !Is->IsRepeated)
      return Fail("given twice");
    Has[Number] = true;
    if (Error E = Is->Set(Request, ArgumentValue(*Is, Value)))
      return Fail(toString(std::move(E)));
  }
  for (auto [Is, IsGiven] : zip_equal(Known, Has))
    if (Is.IsRequired && !IsGiven)
      return make_error<ArgumentError>(Is.Name, "missing");
  return Error::success();
}
