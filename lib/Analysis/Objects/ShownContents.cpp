//===- ShownContents.cpp - Contents of collections ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShownContents.h"
#include "References.h"
#include "hprof/Analysis/Contents/ObjectContents.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"

using namespace hprof;
using namespace llvm;

using Kind = ObjectContents::Kind;

namespace {
/// The contents of an object, and the scope of the request.
struct ShownContents {
  const ObjectScope &Scope;
  std::shared_ptr<const ObjectContents> Is; ///< Null if there are no contents.
  bool IsMap = false;

  ShownContents(const ObjectScope &Scope, uint64_t Id);
};
} // namespace

/// Fetches the Strings among the entries.
static void fetchEntries(const ObjectScope &S, const ObjectContents &Of) {
  std::vector<uint64_t> Ids;
  for (const ContentEntry &E : Of.Entries)
    for (const ContentObject &O : {E.Key, E.Value})
      if (O.At != NoNode)
        Ids.push_back(O.Id);
  // Strings that cannot be read are shown by their id.
  consumeError(fetchStrings(S.Finder, Ids, StringPreview));
}

ShownContents::ShownContents(const ObjectScope &Scope, uint64_t Id)
    : Scope(Scope) {
  std::optional<ObjectContents> Of =
      objectContents(*Scope.Contents, Scope.Graph->find(Id), Scope.Top);
  if (!Of)
    return;
  IsMap = Of->What == Kind::Map;
  if (Of->isCollection())
    fetchEntries(Scope, *Of);
  Is = std::make_shared<const ObjectContents>(std::move(*Of));
}

/// Returns the value of a boxed primitive, a constant or a time.
static std::optional<std::string> valueOf(const ObjectScope &S, Node N) {
  std::optional<ObjectContents> Of = objectValue(*S.Contents, N);
  if (!Of || Of->What == Kind::Text || Of->What == Kind::Stack)
    return std::nullopt;
  return Of->Text;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

namespace {
struct EntryObject {
  const ContentObject *Is;
  Referenced Ref;
};
} // namespace

static std::optional<std::string> valueOf(const ObjectScope &S,
                                          const EntryObject &O) {
  return O.Is->isMissing() ? std::nullopt : valueOf(S, O.Is->At);
}

HPROF_TABLE_BEGIN(entryObjectTable, EntryObject, ObjectScope, "entry-object",
                  "An object in a collection.")
#include "ReferenceColumns.def"
HPROF_OPTIONAL(Flag, "is_missing", ForJson,
               R.Is->isMissing() ? Datum(true) : Datum(),
               "True if the object is missing from the dump.")
HPROF_OPTIONAL(Text, "text", ForJson, valueOf(A, R),
               "Value of a boxed primitive, constant or time.")
HPROF_TABLE_END

static Datum entryObject(const ObjectScope &S, const ContentObject &O) {
  if (O.isNull())
    return Datum::Null();
  return ownRow(entryObjectTable(), S, EntryObject{&O, {S, O.Id}});
}

static Datum shallowOf(const ObjectScope &S, const ContentEntry &E) {
  return E.Value.At == NoNode ? Datum() : Datum(S.Graph->shallow(E.Value.At));
}

static Datum retainedOf(const ObjectScope &S, const ContentEntry &E) {
  return E.Value.At == NoNode ? Datum() : Datum(S.Tree->retained(E.Value.At));
}

static Datum orDash(Datum Bytes) {
  return Bytes.isMissing() ? Datum("-") : std::move(Bytes);
}

static Prose entryWords(const ObjectScope &S, const ContentObject &O) {
  if (O.isMissing())
    return Prose().id(O.Id) << " (not in the dump)";
  Prose Text = referenceWords(S, O.Id);
  if (std::optional<std::string> Value = valueOf(S, O.At))
    (Text << " = ").name(*Value);
  return Text;
}

static Prose entryText(const ShownContents &In, const ContentEntry &E) {
  Prose Text = entryWords(In.Scope, E.Value);
  if (In.IsMap)
    return (entryWords(In.Scope, E.Key) << " -> ").prose(Text);
  if (In.Is->What != Kind::List)
    return Text;
  const size_t Index = size_t(&E - In.Is->Entries.data());
  return (Prose("[") << std::to_string(Index) << "] ").prose(Text);
}

HPROF_TABLE_BEGIN(entryTable, ContentEntry, ShownContents, "collection-entry",
                  "An entry of a collection.")
HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(A.IsMap), Record, "key", ForJson, true,
                    "", "", &entryObjectTable(), true,
                    entryObject(A.Scope, R.Key), "Key, for a map.")
HPROF_NESTED_NULLABLE(Record, &entryObjectTable(), "value", ForJson,
                      entryObject(A.Scope, R.Value),
                      "Element, or value of a map entry.")
HPROF_OPTIONAL(Bytes, "shallow", ForJson, shallowOf(A.Scope, R),
               "Shallow size of the element or value.")
HPROF_COLUMN(Bytes, "shallow", ForText, orDash(shallowOf(A.Scope, R)),
             "For display.")
HPROF_ANSWER_COLUMN(HPROF_ANSWER_WHEN(A.Scope.Tree), Bytes, "retained", ForJson,
                    true, "", "", nullptr, false, retainedOf(A.Scope, R),
                    "Retained size of the element or value.")
HPROF_COLUMN_IF(A.Scope.Tree, Bytes, "retained", ForText,
                orDash(retainedOf(A.Scope, R)), "For display.")
HPROF_TITLED_IF(A.IsMap, "key -> value", Text, "entry", ForText,
                entryText(A, R), "For display.")
HPROF_TITLED_IF(!A.IsMap, "element", Text, "entry", ForText, entryText(A, R),
                "For display.")
HPROF_TABLE_END

static Datum textOf(const ObjectContents &Of) {
  return Of.isCollection() ? Datum() : Datum(StringRef(Of.Text));
}

static Datum sizeOf(const ObjectContents &Of) {
  return Of.isCollection() ? Datum(Of.Size) : Datum();
}

static Datum entriesOf(const ShownContents &Of, const ObjectScope &) {
  if (!Of.Is->isCollection())
    return {};
  return rowsOf(entryTable(), Of, Of.Is->Entries);
}

HPROF_TABLE_BEGIN(contentsColumns, ShownContents, ObjectScope,
                  "object-contents", "Contents of an object.")
HPROF_COLUMN(Text, "kind", ForJson, contentKindName(R.Is->What),
             "Kind of the contents: list, set, map, text, value and so on.")
HPROF_OPTIONAL(Text, "text", ForJson, textOf(*R.Is),
               "Value of the object, unless it is a collection.")
HPROF_OPTIONAL(Count, "size", ForJson, sizeOf(*R.Is),
               "Number of entries of a collection.")
HPROF_NESTED_OPTIONAL(List, &entryTable(), "entries", ForJson, entriesOf(R, A),
                      "First entries.")
HPROF_TABLE_END

const TableInfo &hprof::contentsTable() { return contentsColumns(); }

Datum hprof::contentsOf(const ObjectScope &S, uint64_t Id) {
  if (!S.ShowsContents)
    return {};
  ShownContents Of(S, Id);
  return Of.Is ? Datum(ownRow(contentsColumns(), S, std::move(Of))) : Datum();
}

//===----------------------------------------------------------------------===//
// Text output
//===----------------------------------------------------------------------===//

void hprof::presentContents(Presenter &To, const ObjectScope &S, uint64_t Id) {
  const ShownContents Of(S, Id);
  if (!Of.Is)
    return;
  if (Of.Is->What == Kind::Stack) {
    SmallVector<StringRef, 32> Lines;
    StringRef(Of.Is->Text).split(Lines, '\n');
    for (StringRef Line : Lines)
      To.line(Prose(Line.consume_front("\t") ? "    " : "  ").name(Line));
    return;
  }
  if (!Of.Is->isCollection()) {
    Prose Line = "  contents = ";
    To.line(Of.Is->What == Kind::Text ? Line.quoted(Of.Is->Text)
                                      : Line.name(Of.Is->Text));
    return;
  }
  const uint64_t Size = Of.Is->Size;
  Prose Head = "  contents: ";
  Head << contentKindName(Of.Is->What) << " of ";
  if (Of.IsMap)
    Head.count(Size, "entry", "entries")
        << (Size ? " (sizes of the values)" : "");
  else
    Head.count(Size, "element");
  To.line(Head);
  if (!Of.Is->Entries.empty())
    To.table(*rowsOf(entryTable(), Of, Of.Is->Entries), /*Indent=*/4);
  if (Of.Is->Entries.size() < Size)
    To.line(Prose("    ... ").number(Size - Of.Is->Entries.size()) << " more");
}
