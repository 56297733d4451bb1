//===- InferredColumn.cpp - A column of unknown type ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/PlainColumns.h"

using namespace hprof;
using namespace llvm;

namespace {
/// Keeps the values of the first batch until their type is known. Numbers of
/// different types become real numbers, and other mixtures become strings.
class InferredColumn final : public ArrowColumn {
public:
  ArrowType type() const override {
    return Is ? Is->type() : ArrowType{"u", {}, {}, false, {}, {}};
  }
  Expected<ArrowParts> finish() override;
  uint64_t bytes() const override { return Is ? Is->bytes() : Bytes; }

protected:
  Error addValue(const Datum &Value) override;
  void addEmpty() override;
  void moveTo(ArrowParts &) override {}

private:
  // Each type can represent the values of the types before it, except that
  // flags are not numbers.
  enum class Kind : uint8_t { None, Flag, Whole, Real, Text };
  using Cell = std::variant<std::monostate, bool, int64_t, double, std::string>;
  static Datum datum(const Cell &Value);
  Error decide();

  Kind Seen = Kind::None;
  std::vector<Cell> First;
  uint64_t Bytes = 0;
  std::unique_ptr<ArrowColumn> Is; ///< Null before the first batch is complete.
};
} // namespace

Error InferredColumn::addValue(const Datum &Value) {
  if (Is) {
    if (Error E = Is->add(Value)) {
      consumeError(std::move(E));
      return createStringError("value has another type than previous rows; use "
                               "CAST(... AS TEXT) in the query");
    }
    return Error::success();
  }
  Cell Now;
  Kind Of = Kind::Text;
  if (const auto *N = Value.get<uint64_t>()) {
    Now = int64_t(*N);
    Of = Kind::Whole;
  } else if (const auto *Signed = Value.get<int64_t>()) {
    Now = *Signed;
    Of = Kind::Whole;
  } else if (const auto *Real = Value.get<double>()) {
    Now = *Real;
    Of = Kind::Real;
  } else if (const auto *Flag = Value.get<bool>()) {
    Now = *Flag;
    Of = Kind::Flag;
  } else {
    std::string Buffer;
    Now = textOf(Value, Buffer).str();
    Bytes += std::get<std::string>(Now).size();
  }
  if ((Seen == Kind::Flag) != (Of == Kind::Flag) && Seen != Kind::None)
    Of = Kind::Text;
  Seen = std::max(Seen, Of);
  Bytes += sizeof(Cell);
  First.push_back(std::move(Now));
  return Error::success();
}

void InferredColumn::addEmpty() {
  if (Is)
    Is->addNull();
  else
    First.emplace_back();
}

Datum InferredColumn::datum(const Cell &Value) {
  if (const auto *N = std::get_if<int64_t>(&Value))
    return *N;
  if (const auto *Real = std::get_if<double>(&Value))
    return *Real;
  if (const auto *Flag = std::get_if<bool>(&Value))
    return *Flag;
  if (const auto *Text = std::get_if<std::string>(&Value))
    return StringRef(*Text);
  return Datum::Null();
}

Error InferredColumn::decide() {
  switch (Seen) {
  case Kind::Flag:
    Is = std::make_unique<FlagColumn>();
    break;
  case Kind::Whole:
    Is = std::make_unique<NumberColumn<int64_t>>("l");
    break;
  case Kind::Real:
    Is = std::make_unique<NumberColumn<double>>("g");
    break;
  case Kind::None:
  case Kind::Text:
    Is = std::make_unique<TextColumn>();
    break;
  }
  for (const Cell &Value : std::exchange(First, {}))
    if (Error E = Is->add(datum(Value)))
      return E;
  return Error::success();
}

Expected<ArrowParts> InferredColumn::finish() {
  if (!Is)
    if (Error E = decide())
      return E;
  // Resets this column's counts of values and nulls.
  if (Expected<ArrowParts> Own = ArrowColumn::finish(); !Own)
    return Own.takeError();
  return Is->finish();
}

std::unique_ptr<ArrowColumn> hprof::inferredColumn() {
  return std::make_unique<InferredColumn>();
}
