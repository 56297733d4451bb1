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

namespace entry_object {
using Row = EntryObject;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "EntryObjectColumns.def"
  };
  static const Table<Row, Asked> Is("entry-object",
                                    "An object in a collection.", Columns);
  return Is;
}
} // namespace entry_object

static const TableInfo &entryObjectTable() { return entry_object::table(); }

static Datum entryObject(const ObjectScope &S, const ContentObject &O) {
  if (O.isNull())
    return Datum::Null();
  return ownRow(entry_object::table(), S, EntryObject{&O, {S, O.Id}});
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

namespace entry {
using Row = ContentEntry;
using Asked = ShownContents;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "EntryColumns.def"
  };
  static const Table<Row, Asked> Is("collection-entry",
                                    "An entry of a collection.", Columns);
  return Is;
}
} // namespace entry

static const TableInfo &entryTable() { return entry::table(); }

static Datum textOf(const ObjectContents &Of) {
  return Of.isCollection() ? Datum() : Datum(StringRef(Of.Text));
}

static Datum sizeOf(const ObjectContents &Of) {
  return Of.isCollection() ? Datum(Of.Size) : Datum();
}

static Datum entriesOf(const ShownContents &Of, const ObjectScope &) {
  if (!Of.Is->isCollection())
    return {};
  return rowsOf(entry::table(), Of, Of.Is->Entries);
}

namespace contents {
using Row = ShownContents;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ContentsColumns.def"
  };
  static const Table<Row, Asked> Is("object-contents", "Contents of an object.",
                                    Columns);
  return Is;
}
} // namespace contents

const TableInfo &hprof::contentsTable() { return contents::table(); }

Datum hprof::contentsOf(const ObjectScope &S, uint64_t Id) {
  if (!S.ShowsContents)
    return {};
  ShownContents Of(S, Id);
  return Of.Is ? Datum(ownRow(contents::table(), S, std::move(Of))) : Datum();
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
    To.table(*rowsOf(entry::table(), Of, Of.Is->Entries), /*Indent=*/4);
  if (Of.Is->Entries.size() < Size)
    To.line(Prose("    ... ").number(Size - Of.Is->Entries.size()) << " more");
}
