//===- FieldValues.cpp - Fields of objects as columns ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FieldValues.h"
#include "GraphFacts.h"
#include "hprof/Analysis/Contents/ObjectTitle.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

namespace hprof {
class FieldRecord final : public Rows {
public:
  FieldRecord(const FieldValues &Of, Node N) : Of(Of), N(N) {}
  const TableInfo &info() const override { return Of.Info; }
  bool next() override { return !std::exchange(IsDone, true); }
  Datum get(unsigned Column) const override { return Of.get(N, Column); }

private:
  const FieldValues &Of;
  Node N;
  bool IsDone = false;
};
} // namespace hprof

static constexpr ColumnPlace Places[] = {ForText, ForCsv, ForJson};

FieldValues::FieldValues(const HeapContents &Contents,
                         std::vector<std::string> Fields)
    : Contents(Contents), Paths(std::move(Fields)) {
  Info.Name = "fields";
  for (const std::string &Path : Paths)
    for (ColumnPlace Place : Places) {
      Column C;
      C.Name = Path;
      C.Places = Place;
      Info.Columns.push_back(C);
    }
}

std::unique_ptr<Rows> FieldValues::of(Node N) const {
  return std::make_unique<FieldRecord>(*this, N);
}

/// Returns nullopt if a field is missing or a reference on the path is null.
std::optional<Value> FieldValues::read(Node N, StringRef Path) const {
  while (std::optional<FoundObject> O = Contents.object(N)) {
    const StringRef Name = firstField(Contents.context(), O->Class, Path);
    Path = Path.drop_front(Name.size());
    std::optional<Value> V = Contents.field(*O, Name);
    if (!V || !Path.consume_front("."))
      return V;
    if (!isReference(V->Type) || !V->Bits)
      return std::nullopt;
    N = Contents.find(V->Bits);
  }
  return std::nullopt;
}

Datum FieldValues::get(Node N, unsigned Column) const {
  const ColumnPlace Place = Places[Column % std::size(Places)];
  std::optional<Value> V = read(N, Paths[Column / std::size(Places)]);
  if (!V)
    return Place == ForText ? Datum("-") : Datum();
  const Node To =
      isReference(V->Type) && V->Bits ? Contents.find(V->Bits) : NoNode;
  return Place == ForText  ? forText(*V, To)
         : Place == ForCsv ? forCsv(*V, To)
                           : forJson(*V, To);
}

/// Returns the masked value of a java.lang.String.
static std::optional<std::string> stringOf(const HeapContents &C, Node N) {
  if (C.graph().asClass(N) != NoClass ||
      C.graph().classOf(N).Name != "java.lang.String")
    return std::nullopt;
  std::optional<JavaString> S = C.string(N);
  return S ? std::optional(C.masked(std::move(S->Text))) : std::nullopt;
}

Datum FieldValues::forText(const Value &V, Node To) const {
  if (To == NoNode)
    return Prose().value(V);
  std::optional<std::string> Content = objectContent(Contents, To);
  if (Content && stringOf(Contents, To))
    return Prose().quoted(*Content);
  Prose Text = Prose().name(objectKind(Contents.graph(), To)) << " ";
  if (Content)
    Text.quoted(*Content) << " ";
  return Text.id(Contents.graph().id(To));
}

Datum FieldValues::forCsv(const Value &V, Node To) const {
  if (To == NoNode)
    return Prose().value(V);
  if (std::optional<std::string> Text = stringOf(Contents, To))
    return *Text;
  return objectKind(Contents.graph(), To) + " 0x" +
         utohexstr(V.Bits, /*LowerCase=*/true);
}

namespace {
struct FieldReference {
  const HeapContents *Contents;
  Node To;
};
} // namespace

HPROF_TABLE_BEGIN(referenceTable, FieldReference, NothingAsked,
                  "field-reference", "An object.")
HPROF_COLUMN(Id, "id", ForJson, R.Contents->graph().id(R.To),
             "Id of the object.")
HPROF_COLUMN(Text, "class", ForJson, R.Contents->graph().describe(R.To),
             "Class of the object.")
HPROF_OPTIONAL(Text, "string", ForJson, stringOf(*R.Contents, R.To),
               "Contents of a String.")
HPROF_TABLE_END

static Datum realDatum(double Number) {
  if (std::isfinite(Number))
    return Number;
  return std::isnan(Number) ? "NaN" : Number > 0 ? "Infinity" : "-Infinity";
}

/// Chars become codes, and references to missing objects ids.
Datum FieldValues::forJson(const Value &V, Node To) const {
  if (To != NoNode)
    return Datum(ownRow(referenceTable(), NothingAsked::value(),
                        FieldReference{&Contents, To}));
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? Datum("0x" + utohexstr(V.Bits, /*LowerCase=*/true))
                  : Datum(Datum::Null());
  case BasicType::Boolean:
    return V.Bits <= 1 ? Datum(V.Bits == 1) : Datum(V.Bits);
  case BasicType::Char:
    return V.Bits;
  case BasicType::Float:
    return realDatum(double(bit_cast<float>(uint32_t(V.Bits))));
  case BasicType::Double:
    return realDatum(bit_cast<double>(V.Bits));
  case BasicType::Byte:
    return int64_t(int8_t(V.Bits));
  case BasicType::Short:
    return int64_t(int16_t(V.Bits));
  case BasicType::Int:
    return int64_t(int32_t(V.Bits));
  case BasicType::Long:
    return int64_t(V.Bits);
  }
  llvm_unreachable("unhandled type");
}
