//===- ContentsPart.cpp - Prints what is in collections -------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"

using namespace llvm;
using namespace hprof;

/// Fetches the Strings among the entries to show their texts.
static void fetchEntries(const Part &P, const ObjectContents &Of) {
  std::vector<uint64_t> Ids;
  for (const ContentEntry &E : Of.Entries)
    for (const ContentObject &O : {E.Key, E.Value})
      if (O.At != NoNode)
        Ids.push_back(O.Id);
  // Unreadable ones are shown by id.
  consumeError(fetchStrings(P.Finder, Ids, StringPreview));
}

/// The value of a box, a constant or a time.
static std::optional<std::string> valueOf(const Part &P, Node N) {
  std::optional<ObjectContents> Of = objectValue(*P.Contents, N);
  if (!Of || Of->What == ObjectContents::Kind::Text)
    return std::nullopt;
  return Of->Text;
}

static std::string entryText(const Part &P, const ContentObject &O) {
  if (O.isMissing())
    return jsonId(O.Id) + " (not in the dump)";
  std::string Text = referenceText(P, O.Id);
  if (std::optional<std::string> Value = valueOf(P, O.At))
    Text += " = " + P.show(*Value);
  return Text;
}

static void printEntries(const Part &P, const ObjectContents &Of) {
  constexpr TextTable::Align Bytes = TextTable::Align::Bytes;
  using Kind = ObjectContents::Kind;
  std::vector<TextTable::Column> Titles = {{"shallow", Bytes}};
  if (P.Tree)
    Titles.push_back({"retained", Bytes});
  Titles.push_back({Of.What == Kind::Map ? "key -> value" : "element"});
  TextTable Table(Titles);
  for (size_t I = 0; I != Of.Entries.size(); ++I) {
    const ContentEntry &E = Of.Entries[I];
    Node N = E.Value.At;
    std::vector<Cell> Cells = {N == NoNode ? Cell("-")
                                           : Cell(P.Graph->shallow(N))};
    if (P.Tree)
      Cells.push_back(N == NoNode ? Cell("-") : Cell(P.Tree->retained(N)));
    std::string Text = entryText(P, E.Value);
    if (Of.What == Kind::Map)
      Text = entryText(P, E.Key) + " -> " + Text;
    else if (Of.What == Kind::List)
      Text = "[" + std::to_string(I) + "] " + Text;
    Cells.push_back(Text);
    Table.row(Cells);
  }
  Table.print(P.OS, 4);
}

void hprof::contentsText(const Part &P, uint64_t Id) {
  std::optional<ObjectContents> Of =
      objectContents(*P.Contents, P.Graph->find(Id), P.Top);
  if (!Of)
    return;
  if (!Of->isCollection()) {
    bool IsText = Of->What == ObjectContents::Kind::Text;
    P.OS << "  contents = "
         << (IsText ? '"' + escapeQuoted(Of->Text, '"', P.Mode) + '"'
                    : P.show(Of->Text))
         << '\n';
    return;
  }
  fetchEntries(P, *Of);
  bool IsMap = Of->What == ObjectContents::Kind::Map;
  P.OS << "  contents: " << contentKindName(Of->What) << " of "
       << (IsMap ? counted(Of->Size, "entry", "entries")
                 : counted(Of->Size, "element"))
       << (IsMap && Of->Size ? " (sizes are of values)" : "") << '\n';
  if (!Of->Entries.empty())
    printEntries(P, *Of);
  if (Of->Entries.size() < Of->Size)
    P.OS << "    ... " << Of->Size - Of->Entries.size() << " more\n";
}

static void entryJson(const Part &P, StringRef Name, const ContentObject &O) {
  if (O.isNull())
    return P.J->attribute(Name, nullptr);
  P.J->attributeObject(Name, [&] {
    referenceJson(P, O.Id);
    if (O.isMissing())
      P.J->attribute("is_missing", true);
    else if (std::optional<std::string> Value = valueOf(P, O.At))
      P.J->attribute("text", toUtf8(*Value));
  });
}

void hprof::contentsJson(const Part &P, uint64_t Id) {
  std::optional<ObjectContents> Of =
      objectContents(*P.Contents, P.Graph->find(Id), P.Top);
  if (!Of)
    return;
  json::OStream &J = *P.J;
  J.attributeObject("contents", [&] {
    J.attribute("kind", contentKindName(Of->What));
    if (!Of->isCollection())
      return J.attribute("text", toUtf8(Of->Text));
    fetchEntries(P, *Of);
    J.attribute("size", Of->Size);
    J.attributeArray("entries", [&] {
      for (const ContentEntry &E : Of->Entries)
        J.object([&, &E = E] {
          if (Of->What == ObjectContents::Kind::Map)
            entryJson(P, "key", E.Key);
          entryJson(P, "value", E.Value);
          if (E.Value.At == NoNode)
            return;
          J.attribute("shallow", P.Graph->shallow(E.Value.At));
          if (P.Tree)
            J.attribute("retained", P.Tree->retained(E.Value.At));
        });
    });
  });
}
