//===- SnapshotReader.cpp - Reads V8's heap snapshots ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SnapshotReaderImpl.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/Identify.h"

using namespace hprof;
using namespace hprof::snapshot;
using namespace llvm;

bool hprof::looksLikeSnapshot(StringRef Head) {
  Head = Head.ltrim();
  auto Take = [&](StringRef Token) {
    Head = Head.ltrim();
    return Head.consume_front(Token);
  };
  return Take("{") && Take("\"snapshot\"") && Take(":") && Take("{") &&
         Head.contains("\"meta\"");
}

void Reader::damage(format_errc Code, uint64_t Offset, const Twine &What) {
  if (Options.OnDamage)
    Options.OnDamage({Code, Offset, What.str()});
}

void Reader::odd(Oddity O, format_errc Code, const Twine &What) {
  if (!OddCounts[unsigned(O)]++)
    damage(Code, In.offset(), What);
}

void Reader::sendText(uint64_t Id, StringRef Text) {
  Utf8 R;
  R.Offset = In.offset();
  R.Id = Id;
  R.Text = Payload(arrayRefFromStringRef(Text));
  V.visit(R);
}

void Reader::sendBeginning() {
  FileHeader H;
  H.Carrier = Format::Snapshot;
  V.visit(H);
  sendText(ObjectName, "java/lang/Object");
  sendText(PartName, "(more edges)");
  for (auto [I, T] : enumerate(M.NodeTypes))
    if (!T.IsNamed)
      sendText(FirstTypeName + I, T.Class);
  ReferenceClass Object;
  Object.Class = FirstClass;
  Object.Name = ObjectName;
  V.visit(Object);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Reads the numbers of a node, from the first number.
bool Reader::readNode() {
  uint64_t Type = 0, Name = 0, Id = 0, Size = 0, Edges = 0;
  for (unsigned I = 0; I != M.Node.Count; ++I) {
    if (I && !In.expect(','))
      return false;
    if (I == M.Node.Type)
      Type = In.number();
    else if (I == M.Node.Name)
      Name = In.number();
    else if (I == M.Node.Id)
      Id = In.number();
    else if (I == M.Node.Size)
      Size = In.number();
    else if (I == M.Node.Edges)
      Edges = In.number();
    else if (!In.skipValue())
      return false;
    if (In.hasFailed())
      return false;
  }
  if (Type >= M.NodeTypes.size()) {
    odd(Oddity::NodeType, format_errc::bad_value,
        "a node of type " + Twine(Type) + ", expected a type below " +
            Twine(M.NodeTypes.size()));
    Type = 0;
  }
  if (Name >= MostStrings || Edges >= MostStrings) {
    In.fail("a name and an edge count below " + Twine(MostStrings));
    return false;
  }
  if (!Id || Id >= FirstMadeId) {
    odd(Oddity::NodeId, format_errc::bad_value,
        "a node with the invalid id " + Twine(Id) + ", which is replaced");
    Id = FirstMadeId + Ids.size();
  }
  if (Size > UINT32_MAX) {
    odd(Oddity::Size, format_errc::bad_value,
        "a node of " + Twine(Size) + " bytes, reduced to " + Twine(UINT32_MAX));
    Size = UINT32_MAX;
  }
  Types.push_back(uint8_t(Type));
  Names.push_back(uint32_t(Name));
  Ids.push_back(Id);
  Sizes.push_back(uint32_t(Size));
  EdgeCounts.push_back(uint32_t(Edges));
  return true;
}

bool Reader::readNodes() {
  if (!In.expect('['))
    return false;
  for (bool IsFirst = true; In.nextElement(IsFirst) && V.wantsMore();) {
    if (Ids.size() == MostNodes) {
      In.fail("fewer than 2^32 nodes");
      return false;
    }
    if (!readNode())
      return false;
  }
  replaceRepeatedIds();
  return !In.hasFailed();
}

/// Assigns new ids to nodes with the ids of earlier ones.
void Reader::replaceRepeatedIds() {
  std::vector<uint64_t> Sorted = Ids;
  sort(Sorted);
  DenseMap<IdKey, size_t> FirstOf; ///< The first node of each repeated id.
  for (size_t I = 1; I < Sorted.size(); ++I)
    if (Sorted[I] == Sorted[I - 1])
      FirstOf.try_emplace(Sorted[I], Ids.size());
  if (FirstOf.empty())
    return;
  for (auto [I, Id] : enumerate(Ids)) {
    auto First = FirstOf.find(Id);
    if (First == FirstOf.end())
      continue;
    if (First->second == Ids.size()) {
      First->second = I;
      continue;
    }
    odd(Oddity::SameId, format_errc::bad_value,
        "nodes " + Twine(First->second) + " and " + Twine(I) +
            " have the same id " + Twine(Id) + "; the id of node " + Twine(I) +
            " is replaced");
    Id = FirstMadeId + I;
  }
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Returns the id of the file's string \p Index.
uint64_t Reader::text(uint64_t Index) {
  MaxString = std::max(MaxString, Index);
  return FirstText + Index;
}

/// Returns \p Name as a class name: it must not be empty, and with brackets,
/// its objects would be treated as arrays, which have no fields.
static std::string className(std::string Name) {
  Name = escapeSlashes(Name);
  if (Name.empty())
    return "(no name)";
  const StringRef Brackets = "[]";
  if (StringRef(Name).ends_with(Brackets))
    Name.replace(Name.size() - Brackets.size(), Brackets.size(), " array");
  return Name;
}

bool Reader::readStrings() {
  if (!In.expect('['))
    return false;
  std::string Text;
  uint64_t Index = 0;
  for (bool IsFirst = true; In.nextElement(IsFirst); ++Index) {
    const bool IsUsed = Index < MostStrings && Texts.contains(Index);
    auto Group =
        Index < MostStrings ? Groups.find(uint32_t(Index)) : Groups.end();
    if (!IsUsed && Group == Groups.end()) {
      if (!In.skipString())
        return false;
      continue;
    }
    if (!In.string(Text, LongestText))
      return false;
    if (Group != Groups.end())
      Group->second = Text;
    if (ClassNames.contains(uint32_t(Index)))
      Text = className(std::move(Text));
    if (!IsUsed)
      continue;
    sendText(FirstText + Index, Text);
    Texts.erase(uint32_t(Index));
  }
  if (!In.hasFailed() && MaxString >= Index && !Ids.empty())
    damage(format_errc::bad_value, In.offset(),
           "string " + Twine(MaxString) +
               " is used as a name, expected a string below " + Twine(Index));
  return !In.hasFailed();
}

/// Synthesizes names whose strings are missing or truncated.
void Reader::sendMissingTexts() {
  std::vector<uint64_t> Missing(Texts.begin(), Texts.end());
  sort(Missing);
  for (uint64_t Index : Missing)
    sendText(
        FirstText + Index,
        ((ClassNames.contains(Index) ? "unknown-class@" : "unknown-field@") +
         Twine(Index))
            .str());
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void Reader::sendRoot(uint64_t Object, StringRef Group) {
#define HPROF_ROOT_GROUP(NAME, RECORD)                                         \
  if (Group == NAME) {                                                         \
    RECORD R;                                                                  \
    R.Offset = In.offset();                                                    \
    R.Object = Object;                                                         \
    return V.visit(R);                                                         \
  }
#include "NodeTypes.def"
  RootUnknown R;
  R.Offset = In.offset();
  R.Object = Object;
  V.visit(R);
}

void Reader::sendRoots() {
  // The first node also has direct edges to the contents of groups.
  DenseSet<IdKey> Left(Shortcuts.begin(), Shortcuts.end());
  for (auto [Object, Group] : Roots) {
    Left.erase(Object);
    sendRoot(Object, Groups.lookup(Group));
  }
  for (uint64_t Object : Shortcuts)
    if (Left.erase(Object))
      sendRoot(Object, "");
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

bool Reader::readMembers() {
  std::string Name;
  auto InOrder = [&](bool Before, bool &Is) {
    if (!Before || Is)
      In.fail("snapshot, nodes, edges and strings, once and in this order");
    Is = true;
    return !In.hasFailed();
  };
  for (bool IsFirst = true; In.nextElement(IsFirst, '}') && V.wantsMore();) {
    if (!In.string(Name, LongestText) || !In.expect(':'))
      return false;
    bool Is = true;
    if (Name == "snapshot") {
      Is = InOrder(true, HasMeta) && M.read(In);
      if (!Is || !M.fault().empty())
        return false;
      sendBeginning();
      HasBegun = true;
    } else if (Name == "nodes") {
      Is = InOrder(HasMeta, HasNodes) && readNodes();
    } else if (Name == "edges") {
      Is = InOrder(HasNodes, HasEdges) && readEdges();
    } else if (Name == "strings") {
      Is = InOrder(HasEdges, HasStrings) && readStrings();
    } else {
      Is = In.skipValue();
    }
    if (!Is)
      return false;
  }
  return !In.hasFailed();
}

/// Begins a message with its position. All of a snapshot is on one line.
static std::string placed(const Damage &D) {
  const bool IsText = D.Code == format_errc::bad_text;
  return (IsText ? "offset 0x" + utohexstr(D.Offset, true) + ": " : "") +
         D.What;
}

Error Reader::finish() {
  if (NumDroppedNames && Options.OnDroppedNames)
    Options.OnDroppedNames(NumDroppedNames);
  static constexpr std::pair<StringLiteral, StringLiteral> Others[] = {
      {"node has an unknown type", "nodes have unknown types"},
      {"edge has an unknown type", "edges have unknown types"},
      {"node has an impossible id", "nodes have impossible ids"},
      {"node has a duplicate id", "nodes have duplicate ids"},
      {"node has more than 4294967295 bytes",
       "nodes have more than 4294967295 bytes"},
      {"edge has no target node", "edges have no target node"},
      {"edge has an impossible name", "edges have impossible names"}};
  static_assert(std::size(Others) == NumOddities);
  for (unsigned O = 0; O != NumOddities; ++O)
    if (OddCounts[O] > 1)
      damage(format_errc::bad_value, In.offset(),
             counted(OddCounts[O] - 1, ("more " + Others[O].first).str(),
                     ("more " + Others[O].second).str()));
  Error Rest = handleErrors(In.takeError(),
                            [&](std::unique_ptr<FormatError> FE) -> Error {
                              if (FE->code() == format_errc::io)
                                return Error(std::move(FE));
                              damage(FE->code(), FE->offset(), FE->what());
                              return Error::success();
                            });
  if (In.hasFailed())
    damage(In.failure().Code, In.failure().Offset, placed(In.failure()));
  return Rest;
}

Error Reader::run() {
  const bool IsWhole =
      In.take('{') && readMembers() && (!V.wantsMore() || In.expectEnd());
  if (!HasBegun) {
    if (Error E = In.takeError())
      return E;
    if (In.hasFailed())
      return make_error<FormatError>(In.failure().Code, In.failure().Offset,
                                     placed(In.failure()));
    return make_error<FormatError>(
        HasMeta ? format_errc::bad_header : format_errc::not_a_dump,
        In.offset(),
        HasMeta ? "a heap snapshot that cannot be read: " + M.fault()
                : "expected a heap snapshot, which begins with "
                  "{\"snapshot\":{\"meta\":");
  }
  if (V.wantsMore()) {
    sendMissingTexts();
    sendRoots();
  }
  if (IsWhole && V.wantsMore() && !HasStrings)
    damage(format_errc::missing_end, In.offset(),
           "the snapshot has no strings");
  return finish();
}

Error hprof::readSnapshot(Source &In, RecordVisitor &V,
                          const SnapshotReaderOptions &Options) {
  return Reader(In, V, Options).run();
}
