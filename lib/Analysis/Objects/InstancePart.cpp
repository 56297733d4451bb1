//===- InstancePart.cpp - Objects of classes, for output ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Objects/InstancePart.h"
#include "InstanceSearch.h"
#include "References.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Listed {
  const ListedObject *Is;
  Referenced Ref;
};
} // namespace

static Prose wordsOf(const Listed &Of, const ObjectScope &S) {
  Prose Out;
  addObject(Out, S, Of.Is->Id);
  if (Of.Is->IsArray)
    (Out << " of ").number(Of.Is->Length);
  return Out;
}

namespace listed {
using Row = Listed;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "ListedColumns.def"
  };
  static const Table<Row, Asked> Is("listed-object", "An object of a class.",
                                    Columns);
  return Is;
}
} // namespace listed

static const TableInfo &listedTable() { return listed::table(); }

static std::unique_ptr<Rows> listedIn(const Instances &Of,
                                      const ObjectScope &S) {
  return madeRows(listed::table(), S, Of.Objects.size(), [&](size_t I) {
    return Listed{&Of.Objects[I], Referenced(S, Of.Objects[I].Id)};
  });
}

namespace instances {
using Row = Instances;
using Asked = ObjectScope;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "InstancesColumns.def"
  };
  static const Table<Row, Asked> Is("class-instances", "Objects of a class.",
                                    Columns);
  return Is;
}
} // namespace instances

static const TableInfo &instancesTable() { return instances::table(); }

namespace {
/// Rows of all searches.
struct InstanceSearch {
  std::function<std::unique_ptr<Rows>()> All;
};
} // namespace

namespace part {
using Row = InstanceSearch;
using Asked = NothingAsked;

static const Table<Row, Asked> &table() {
  static const TypedColumn<Row, Asked> Columns[] = {
#include "InstancePartColumns.def"
  };
  static const Table<Row, Asked> Is(
      "instance-part", "Objects of the requested classes.", Columns);
  return Is;
}
} // namespace part

std::unique_ptr<Rows> InstancePart::facts() const {
  auto All = [this]() -> std::unique_ptr<Rows> {
    return std::make_unique<RowsOf<Instances, ObjectScope>>(
        instances::table(), Scope,
        [this, At = size_t(0), Now = Instances()]() mutable -> Instances * {
          while (At != Classes.size()) {
            Expected<Instances> Next =
                Instances::find(Scope, Classes[At++], WithSubclasses);
            if (Next) {
              Now = std::move(*Next);
              return &Now;
            }
            Failed = joinErrors(std::move(Failed), Next.takeError());
          }
          return nullptr;
        });
  };
  return ownRow(part::table(), NothingAsked::value(), InstanceSearch{All});
}

static void presentOf(Presenter &To, const ObjectScope &S,
                      const Instances &Of) {
  if (!Of.Objects.empty())
    To.table(*listedIn(Of, S));
  Prose Line;
  Line.number(Of.Objects.size()) << " of ";
  Line.count(Of.Count, "instance") << " of ";
  Line.name(Of.Class);
  if (Of.LackValues)
    Line << "; no values in this format";
  if (!Of.Objects.empty() && !Of.Layout.IsCertain)
    Line << "; layout and sizes uncertain";
  To.line(Line);
}

void InstancePart::present(Presenter &To) const {
  for (const std::string &Class : Classes) {
    Expected<Instances> Found = Instances::find(Scope, Class, WithSubclasses);
    if (Found)
      presentOf(To, Scope, *Found);
    else
      Failed = joinErrors(std::move(Failed), Found.takeError());
  }
}
