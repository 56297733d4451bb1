//===- ClassPart.cpp - Prints the objects of a class ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "View.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/GraphTool/ClassObjects.h"
#include "hprof/GraphTool/ObjectText.h"
#include "hprof/Tool/ToolContext.h"
#include "hprof/Tool/ValueText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

namespace {

/// Evaluates "a.b": the field b of the object in field a.
class FieldReader {
public:
  explicit FieldReader(const HeapContents &C) : C(C) {}

  /// None if there is no such field, or null on the way.
  std::optional<Value> read(Node N, StringRef Path) const {
    for (StringRef Name : split(Path, '.')) {
      std::optional<FoundObject> O = C.object(N);
      std::optional<Value> V = O ? C.field(*O, Name) : std::nullopt;
      if (!V || Name.end() == Path.end())
        return V;
      if (!isReference(V->Type) || !V->Bits)
        return std::nullopt;
      N = C.find(V->Bits);
      if (N == NoNode)
        return std::nullopt;
    }
    return std::nullopt;
  }
  /// For a String, only its text if \p IsBare.
  std::string text(const std::optional<Value> &V, bool IsBare,
                   EscapeMode Mode) const {
    if (!V)
      return IsBare ? "" : "-";
    if (!isReference(V->Type))
      return valueText(*V);
    Node N = C.find(V->Bits);
    if (!V->Bits || N == NoNode)
      return valueText(*V);
    if (std::optional<JavaString> S = string(N))
      return IsBare ? S->Text
                    : '"' + escapeQuoted(*objectContent(C, N), '"', Mode) + '"';
    if (!IsBare)
      return objectText(C, N, Mode);
    return objectKind(C.graph(), N) + " " + jsonId(V->Bits);
  }
  void json(json::OStream &J, StringRef Path,
            const std::optional<Value> &V) const {
    if (!V)
      return;
    Node N = isReference(V->Type) ? C.find(V->Bits) : NoNode;
    if (N == NoNode || !V->Bits)
      return J.attribute(Path, valueJson(*V));
    J.attributeObject(Path, [&] {
      J.attribute("id", jsonId(V->Bits));
      J.attribute("class", toUtf8(C.graph().describe(N)));
      if (std::optional<JavaString> S = string(N))
        J.attribute("string", toUtf8(S->Text));
    });
  }

private:
  std::optional<JavaString> string(Node N) const {
    if (C.graph().asClass(N) != NoClass ||
        C.graph().classOf(N).Name != "java.lang.String")
      return std::nullopt;
    return C.string(N);
  }

  const HeapContents &C;
};

} // namespace

/// Whether instances of \p Class have a field called \p Name.
static bool hasField(const HeapContents &C, ClassNumber Class, StringRef Name) {
  bool Has = false;
  if (const InstanceShape *S = C.shape(Class))
    S->forEachField(UINT64_MAX, [&](const FieldSlot &F) {
      Has = C.context().string(F.NameId) == Name;
      return !Has;
    });
  return Has;
}

/// A field that no class has is a user error.
static Error checkFields(const DominatorOutput &Out, const HeapContents &C,
                         const ClassObjects &Of) {
  for (StringRef Path : Out.View.Fields) {
    StringRef Name = Path.split('.').first;
    if (none_of(Of.Classes,
                [&](ClassNumber Class) { return hasField(C, Class, Name); }))
      return createFileError(Out.Store.name(),
                             createStringError("objects of '" + Of.Name +
                                               "' have no field '" + Name +
                                               "'"));
  }
  return Error::success();
}

/// Sorts the first \p Count by retained size, equal ones by number.
static void sortFirst(std::vector<Node> &Nodes, const DominatorTree &T,
                      uint64_t Count) {
  auto Before = [&](Node A, Node B) {
    return std::pair(T.retained(B), A) < std::pair(T.retained(A), B);
  };
  Count = std::min<uint64_t>(Count, Nodes.size());
  std::partial_sort(Nodes.begin(), Nodes.begin() + long(Count), Nodes.end(),
                    Before);
  Nodes.resize(Count);
}

static void printText(const DominatorOutput &Out, const FieldReader &Read,
                      ArrayRef<Node> Rows) {
  constexpr TextTable::Align Right = TextTable::Align::Right;
  std::vector<TextTable::Column> Titles = {
      {"retained", Right}, {"", Right}, {"shallow", Right}};
  for (const std::string &Field : Out.View.Fields)
    Titles.push_back({Out.show(Field)});
  Titles.push_back({"object"});
  TextTable Table(Titles);
  for (Node N : Rows) {
    std::vector<Cell> Cells = {
        Out.T->retained(N), Out.percent(Out.T->retained(N)), Out.G.shallow(N)};
    for (StringRef Field : Out.View.Fields)
      Cells.push_back(
          Read.text(Read.read(N, Field), /*IsBare=*/false, Out.Mode));
    Cells.push_back(Out.show(N));
    Table.row(Cells);
  }
  Table.print(Out.OS);
}

Error hprof::printOfClass(const DominatorOutput &Out) {
  const HeapContents &C = *Out.Contents;
  FieldReader Read(C);
  std::vector<Node> Rows = Out.Of->Objects;
  uint64_t InAll = Rows.size();
  erase_if(Rows, [&](Node N) { return !Out.T->isReachable(N); });
  uint64_t All = Rows.size();
  sortFirst(Rows, *Out.T, Out.View.Top);
  if (Out.J) {
    Out.J->attribute("class", toUtf8(Out.Of->Name));
    Out.J->attribute("rows_in_all", All);
    Out.J->attribute("unreachable_rows", InAll - All);
    Out.J->attributeArray("rows", [&] {
      for (Node N : Rows)
        Out.J->object([&] {
          Out.objectJson(N);
          if (!Out.View.Fields.empty())
            Out.J->attributeObject("fields", [&] {
              for (StringRef Field : Out.View.Fields)
                Read.json(*Out.J, Field, Read.read(N, Field));
            });
        });
    });
    return Error::success();
  }
  if (Out.Csv) {
    for (Node N : Rows) {
      std::vector<Cell> Cells = {jsonId(Out.G.id(N)), Out.G.describe(N),
                                 Out.G.shallow(N), Out.T->retained(N)};
      for (StringRef Field : Out.View.Fields)
        Cells.push_back(
            Read.text(Read.read(N, Field), /*IsBare=*/true, Out.Mode));
      Cells.push_back(Out.Store.name());
      Out.Csv->row(Cells);
    }
    return Error::success();
  }
  printText(Out, Read, Rows);
  printMore(Out, All, Rows.size());
  if (InAll != All)
    Out.OS << "no root reaches " << counted(InAll - All, "other object")
           << " of " << Out.show(Out.Of->Name) << '\n';
  return Error::success();
}

Error hprof::findClass(DominatorOutput &Out, ClassObjects &Of) {
  Expected<ClassObjects> Found = objectsOfClass(Out.G, Out.View.Class);
  if (!Found)
    return createFileError(Out.Store.name(), Found.takeError());
  Of = std::move(*Found);
  Expected<const HeapContents *> Contents = Out.Store.contents();
  if (!Contents)
    return Contents.takeError();
  Out.Of = &Of;
  Out.Contents = *Contents;
  return checkFields(Out, **Contents, Of);
}
