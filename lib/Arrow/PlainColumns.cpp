//===- PlainColumns.cpp - Columns of values of one type -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrow/PlainColumns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

Error hprof::wrongType() {
  return createStringError("value does not have the type of its column");
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

void FlagColumn::push(bool Flag) {
  if (Count % 8 == 0)
    Bits.push_back(0);
  Bits.back() |= uint8_t(Flag) << Count++ % 8;
}

Error FlagColumn::addValue(const Datum &Value) {
  if (const auto *Flag = Value.get<bool>())
    push(*Flag);
  else if (const auto *N = Value.get<uint64_t>())
    push(*N); // A boolean in a damaged dump may be 2.
  else
    return wrongType();
  return Error::success();
}

void FlagColumn::moveTo(ArrowParts &To) {
  To.Buffers.push_back(arrowBuffer(std::exchange(Bits, {})));
  Count = 0;
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

Error TextValues::add(StringRef Text) {
  if (Text.size() > size_t(INT32_MAX) - Bytes.size())
    return createStringError("string of " + Twine(Text.size()) +
                             " bytes does not fit in a column of at most 2 "
                             "GiB; truncate it with substr() in a query");
  Bytes.insert(Bytes.end(), Text.begin(), Text.end());
  Offsets.push_back(int32_t(Bytes.size()));
  return Error::success();
}

void TextValues::moveTo(ArrowParts &To) {
  To.Buffers.push_back(arrowBuffer(std::exchange(Offsets, {0})));
  To.Buffers.push_back(arrowBuffer(std::exchange(Bytes, {})));
}

void TextValues::copyTo(ArrowParts &To) const {
  To.Buffers.push_back(arrowBuffer(ArrowValues<int32_t>(Offsets)));
  To.Buffers.push_back(arrowBuffer(ArrowValues<char>(Bytes)));
}

template <class Index>
DictionaryColumn<Index>::DictionaryColumn(StringRef Words)
    : Words(Words), Seen(256, {nullptr, Index(0)}) {
  begin();
}

template <class Index> void DictionaryColumn<Index>::begin() {
  Texts = TextValues();
  Known.clear();
  std::fill(Seen.begin(), Seen.end(), std::pair<const char *, Index>());
  for (StringRef Word : split(Words, '|')) {
    if (Word.empty())
      continue;
    Known[Word] = Index(Texts.size());
    cantFail(Texts.add(Word));
  }
}

template <class Index> ArrowType DictionaryColumn<Index>::type() const {
  ArrowType Is;
  Is.Format = sizeof(Index) == 1 ? "c" : "i";
  Is.Dictionary = std::make_shared<const ArrowType>(
      ArrowType{"u", {}, {}, false, {}, nullptr});
  return Is;
}

template <class Index>
Error DictionaryColumn<Index>::addValue(const Datum &Value) {
  // Class names stay at their address as long as the heap is open; comparing
  // addresses saves most of the hashing.
  const std::optional<StringRef> Text = Value.text();
  if (!Text)
    return addText(textOf(Value, Buffer));
  auto &[At, Number] = Seen[uintptr_t(Text->data()) / 16 % Seen.size()];
  if (At != Text->data() || size_t(Number) >= Texts.size() ||
      Texts[size_t(Number)] != *Text) {
    if (Error E = addText(textOf(Value, Buffer)))
      return E;
    At = Text->data();
    Number = Indices.back();
    return Error::success();
  }
  Indices.push_back(Number);
  return Error::success();
}

template <class Index> Error DictionaryColumn<Index>::addText(StringRef Text) {
  constexpr size_t Most = size_t(std::numeric_limits<Index>::max());
  const auto Found = Known.find(Text);
  if (Found != Known.end()) {
    Indices.push_back(Found->second);
    return Error::success();
  }
  if (Texts.size() > Most)
    return createStringError("more than " + Twine(Most) +
                             " distinct words in a word column");
  if (Error E = Texts.add(Text))
    return E;
  const Index Number = Index(Texts.size() - 1);
  Known[Text] = Number;
  Indices.push_back(Number);
  Grown += Text.size() + sizeof(int32_t);
  Shared = nullptr;
  return Error::success();
}

template <class Index> void DictionaryColumn<Index>::moveTo(ArrowParts &To) {
  if (!Shared) {
    ArrowParts All;
    All.Length = Texts.size();
    All.Buffers.push_back(nullptr);
    Texts.copyTo(All);
    Shared = std::make_shared<const ArrowParts>(std::move(All));
  }
  const size_t Size = Indices.size();
  To.Buffers.push_back(arrowBuffer(std::exchange(Indices, {})));
  Indices.reserve(Size);
  To.Dictionary = Shared;
  Grown = 0;
  if (Texts.bytes() < MaxBytes)
    return;
  Shared = nullptr;
  begin();
}

namespace hprof {
template class DictionaryColumn<int8_t>;
template class DictionaryColumn<int32_t>;
} // namespace hprof

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

ArrowType ListColumn::type() const {
  ArrowType Is, Item = Of->type();
  Item.Name = "item";
  Item.IsNullable = true;
  Is.Format = "+l";
  Is.Children.push_back(std::move(Item));
  return Is;
}

Error ListColumn::addAll(const Datum &Value) {
  auto Each = [&](const auto &All, auto Make) -> Error {
    for (const auto &Is : All)
      if (Error E = Of->add(Make(Is)))
        return E;
    return Error::success();
  };
  if (const auto *Texts = Value.get<std::vector<std::string>>())
    return Each(*Texts, [](StringRef Is) { return Datum(Is); });
  if (const auto *Texts = Value.get<std::vector<Prose>>())
    return Each(*Texts, [](const Prose &Is) { return Datum(Prose(Is)); });
  if (const auto *Ids = Value.get<std::vector<uint64_t>>())
    return Each(*Ids, [](uint64_t Is) { return Datum(Is); });
  Rows *All = Value.rows();
  if (!All)
    return wrongType();
  auto *Record =
      All->info().value() ? nullptr : static_cast<RecordColumn *>(Of.get());
  while (All->next())
    if (Error E = Record ? Record->addRecord(*All) : Of->add(All->get(0)))
      return E;
  return Error::success();
}

Error ListColumn::addValue(const Datum &Value) {
  if (Error E = addAll(Value))
    return E;
  if (Of->length() > uint64_t(INT32_MAX))
    return createStringError("list of more than 2147483647 rows");
  Offsets.push_back(int32_t(Of->length()));
  return Error::success();
}

void ListColumn::moveTo(ArrowParts &To) {
  To.Buffers.push_back(arrowBuffer(std::exchange(Offsets, {0})));
}

Expected<ArrowParts> ListColumn::finish() {
  Expected<ArrowParts> Values = Of->finish();
  if (!Values)
    return Values;
  Expected<ArrowParts> Is = ArrowColumn::finish();
  if (Is)
    Is->Children.push_back(std::move(*Values));
  return Is;
}
