//===- ClassPart.cpp - The objects of a class as an answer ----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClassPart.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaFields.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(objectTable, Node, ClassPart, "class-object", "An object.")
#include "ObjectColumns.def"
HPROF_COLUMN_IF(!A.Fields.paths().empty(), Fields, "fields", ForAll,
                A.Fields.of(R),
                "With --fields: values of the fields. A reference is an "
                "object with id, class and, for a String, its contents.")
HPROF_COLUMN(Text, "file", ForCsv, StringRef(A.Store->name()),
             "Name of the input.")
HPROF_TABLE_END

namespace {
class ClassRows final : public RowsOf<Node, ClassPart> {
public:
  explicit ClassRows(const ClassPart &A)
      : RowsOf(objectTable(), A,
               [At = A.Of.Objects.data(),
                End = A.Of.Objects.data() + A.Of.Objects.size()]() mutable {
                 return At == End ? nullptr : At++;
               }) {}
  /// A field with the name of another CSV column gets the prefix "field:".
  std::vector<std::string> labels(unsigned, ColumnPlace Place) const override {
    std::vector<std::string> Names = A.Fields.paths();
    if (Place == ForCsv)
      for (std::string &Name : Names)
        if (any_of(info().Columns, [&](const Column &C) {
              return (C.Places & ForCsv) && C.Name == Name &&
                     C.Type != ColumnType::Fields;
            }))
          Name.insert(0, "field:");
    return Names;
  }
};
} // namespace

HPROF_TABLE_BEGIN(classFileTable, ClassPart, NothingAsked, "class-objects",
                  "A file.")
#include "GraphFactColumns.def"
#include "GraphFaultColumn.def"
HPROF_COLUMN(Text, "class", ForJson, StringRef(R.Of.Name), "Requested class.")
HPROF_COLUMN(Count, "rows_in_all", ForJson, R.InAll,
             "Number of rows, including those omitted by --top.")
HPROF_COLUMN(Count, "unreachable_rows", ForJson, R.Unreachable,
             "Number of unreachable objects, which have no rows.")
HPROF_NESTED(List, &objectTable(), "rows", ForJson, R.rows(),
             "Objects of the class, largest retained size first.")
HPROF_TABLE_END

std::unique_ptr<Rows> ClassPart::file() const {
  return oneRow(classFileTable(), NothingAsked::value(), *this);
}

std::unique_ptr<Rows> ClassPart::rows() const {
  return std::make_unique<ClassRows>(*this);
}

void ClassPart::present(Presenter &To) const {
  presentGraph(To, *this);
  To.table(*rows());
  if (InAll > Of.Objects.size())
    To.more(InAll, Of.Objects.size(), {});
  if (Unreachable)
    To.line((Prose("not listed: ").count(Unreachable, "unreachable object")
             << " of ")
                .name(Of.Name));
}

/// Fails for a field that does not exist in any class.
Error ClassPart::checkFields(const HeapContents &Contents) const {
  const DumpContext &Context = Contents.context();
  for (StringRef Path : Fields.paths())
    if (none_of(Of.Classes, [&](ClassNumber Class) {
          const uint64_t Id = graph().classes()[Class].Id;
          return bool(findField(Context, Id, firstField(Context, Id, Path)));
        }))
      return createFileError(
          Store->name(), createStringError("objects of '" + Of.Name +
                                           "' have no field '" + Path + "'"));
  return Error::success();
}

/// Keeps the \p Count largest objects, sorted by retained size, then by number.
void ClassPart::sortFirst(uint64_t Count) {
  std::vector<Node> &Nodes = Of.Objects;
  Count = std::min<uint64_t>(Count, Nodes.size());
  std::partial_sort(Nodes.begin(), Nodes.begin() + long(Count), Nodes.end(),
                    [&](Node A, Node B) {
                      return std::pair(Tree->retained(B), A) <
                             std::pair(Tree->retained(A), B);
                    });
  Nodes.resize(Count);
}

Expected<std::unique_ptr<ClassPart>>
ClassPart::create(GraphFacts Facts, const DominatorRequest &Request) {
  Expected<ClassObjects> Found = objectsOfClass(Facts.graph(), Request.Class);
  if (!Found)
    return createFileError(Facts.Store->name(), Found.takeError());
  Expected<const HeapContents *> Contents = Facts.Store->contents();
  if (!Contents)
    return Contents.takeError();
  std::unique_ptr<ClassPart> Part(
      new ClassPart(std::move(Facts), std::move(*Found),
                    FieldValues(**Contents, Request.Fields)));
  if (Error E = Part->checkFields(**Contents))
    return E;
  std::vector<Node> &Nodes = Part->Of.Objects;
  const uint64_t All = Nodes.size();
  erase_if(Nodes, [&](Node N) { return !Part->Tree->isReachable(N); });
  Part->InAll = Nodes.size();
  Part->Unreachable = All - Nodes.size();
  Part->sortFirst(Request.Top);
  return Part;
}

const AnswerInfo &ClassPart::kind() {
  static const AnswerInfo Info = {
      "hprof-dominators",
      "class-objects",
      "With --class: the objects of a class and, with --fields, their fields.",
      &classFileTable(),
      nullptr,
      &objectTable()};
  return Info;
}
