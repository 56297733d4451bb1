//===- AnswerPage.cpp - An answer of limited size -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mcp/Tools/AnswerPage.h"
#include "hprof/Answer/RowsFrom.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/AnswerOutput.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

static std::string toJson(function_ref<void(json::OStream &)> Write) {
  std::string Text;
  raw_string_ostream OS(Text);
  const std::unique_ptr<raw_ostream> Safe = safeJson(OS);
  json::OStream J(*Safe);
  Write(J);
  J.flush();
  Safe->flush();
  return Text;
}

/// \p Text as UTF-8, truncated after \p Most bytes.
static std::string shortened(StringRef Text, size_t Most) {
  std::string Is = toUtf8(Text);
  if (Is.size() <= Most)
    return Is;
  return (takeCharacters(Is, Most) + "... (" + utostr(Is.size()) + " bytes)")
      .str();
}

namespace {
/// The current record, with short strings.
class ShortRecord final : public RowsFrom {
public:
  ShortRecord(Rows &Of, size_t Most) : RowsFrom(Of), Most(Most) {}
  bool next() override { return true; } ///< The same record.
  Datum get(unsigned Column) const override {
    Datum Value = Of.get(Column);
    if (std::optional<StringRef> Text = Value.text();
        Text && Text->size() > Most)
      return shortened(*Text, Most);
    return Value;
  }

private:
  const size_t Most;
};
} // namespace

static std::string recordJson(Rows &Of, size_t MostText) {
  ShortRecord Short(Of, MostText);
  return toJson(
      [&](json::OStream &J) { J.object([&] { printAttributes(J, Short); }); });
}

/// Limits for strings, longest first.
static constexpr size_t TextSizes[] = {400, 100, 30, 8};

size_t AnswerPage::room() const {
  const size_t Most = MaxBytes - Reserve;
  return Json.size() < Most ? Most - Json.size() : 0;
}

void AnswerPage::attribute(StringRef Name, StringRef Value) {
  if (Json.size() > 1)
    Json += ',';
  Json += toJson([&](json::OStream &J) { J.value(Name); });
  Json += ':';
  Json += Value;
}

void AnswerPage::text(StringRef Name, StringRef Text) {
  attribute(Name, toJson([&](json::OStream &J) {
              J.value(shortened(Text, TextSizes[0]));
            }));
}

void AnswerPage::number(StringRef Name, uint64_t N) {
  attribute(Name, utostr(N));
}

void AnswerPage::flag(StringRef Name, bool Is) {
  attribute(Name, Is ? "true" : "false");
}

bool AnswerPage::record(StringRef Name, Rows &Of) {
  if (!Of.next())
    return false;
  attribute(Name, recordJson(Of, TextSizes[0]));
  return true;
}

void AnswerPage::texts(StringRef Name, ArrayRef<std::string> All) {
  std::string List = "[";
  for (StringRef Text : All) {
    const std::string One = toJson(
        [&](json::OStream &J) { J.value(shortened(Text, TextSizes[0])); });
    // The end of the answer must fit, too.
    if (Json.size() + List.size() + One.size() + 128 > MaxBytes)
      break;
    if (List.size() > 1)
      List += ',';
    List += One;
  }
  attribute(Name, List + "]");
}

static std::optional<uint64_t> idOf(const Rows &Of) {
  const std::vector<Column> &Columns = Of.info().Columns;
  for (unsigned I = 0; I != Columns.size(); ++I)
    if (Columns[I].Type == ColumnType::Id) {
      const Datum Value = Of.get(I);
      if (const auto *Id = Value.get<uint64_t>())
        return *Id;
    }
  return std::nullopt;
}

Error AnswerPage::list(StringRef Name, Rows &All, uint64_t Offset,
                       uint64_t Limit) {
  std::string List = "[";
  uint64_t At = 0;
  const size_t Room = room();
  while (true) {
    if (!All.next())
      break;
    if (At++ < Offset)
      continue;
    if (Shown == Limit) {
      Next = Offset + Shown;
      break;
    }
    std::string One;
    for (size_t Most : TextSizes) {
      One = recordJson(All, Most);
      if (Shown || List.size() + One.size() + 2 <= Room)
        break;
    }
    if (List.size() + One.size() + 2 > Room) {
      if (!Shown)
        return createStringError(
            "a row of " + Twine(One.size()) +
            " bytes does not fit into the result; select fewer columns");
      Next = Offset + Shown;
      break;
    }
    if (!Shown++)
      FirstId = idOf(All);
    else
      List += ',';
    List += One;
  }
  attribute(Name, List + "]");
  return Error::success();
}

std::string AnswerPage::finish() && { return std::move(Json) + "}"; }
