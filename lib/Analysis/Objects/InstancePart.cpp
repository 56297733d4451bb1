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

HPROF_TABLE_BEGIN(listedTable, Listed, ObjectScope, "listed-object",
                  "An object of a class.")
#include "ReferenceColumns.def"
HPROF_COLUMN(Id, "id", ForText, R.Ref.Id, "For display.")
HPROF_NULLABLE(Number, "offset", ForJson,
               A.HasOffsets ? Datum(R.Is->Offset) : Datum(Datum::Null()),
               "Offset of the record in the file; null for converted input.")
HPROF_COLUMN(
    Count, "length", ForJson, R.Is->Length,
    "Number of elements of an array, or bytes of an instance's fields.")
HPROF_COLUMN(Bytes, "shallow", ForText | ForJson, R.Is->Shallow,
             "Shallow size of the object.")
HPROF_COLUMN(Text, "object", ForText, wordsOf(R, A), "For display.")
HPROF_TABLE_END

static std::unique_ptr<Rows> listedIn(const Instances &Of,
                                      const ObjectScope &S) {
  return madeRows(listedTable(), S, Of.Objects.size(), [&](size_t I) {
    return Listed{&Of.Objects[I], Referenced(S, Of.Objects[I].Id)};
  });
}

HPROF_TABLE_BEGIN(instancesTable, Instances, ObjectScope, "class-instances",
                  "Objects of a class.")
HPROF_COLUMN(Text, "class", ForJson, StringRef(R.Class), "Requested class.")
HPROF_COLUMN(Count, "count", ForJson, R.Count, "Total number of objects.")
HPROF_NESTED(Record, &layoutTable(), "layout", ForJson, layoutRows(R.Layout),
             "Object layout, from which all sizes are computed.")
HPROF_NESTED(List, &listedTable(), "objects", ForJson, listedIn(R, A),
             "First objects.")
HPROF_TABLE_END

namespace {
/// Rows of all searches.
struct InstanceSearch {
  std::function<std::unique_ptr<Rows>()> All;
};
} // namespace

HPROF_TABLE_BEGIN(partTable, InstanceSearch, NothingAsked, "instance-part",
                  "Objects of the requested classes.")
HPROF_NESTED(List, &instancesTable(), "instances", ForJson, R.All(),
             "Objects of each requested class.")
HPROF_TABLE_END

std::unique_ptr<Rows> InstancePart::facts() const {
  auto All = [this]() -> std::unique_ptr<Rows> {
    return std::make_unique<RowsOf<Instances, ObjectScope>>(
        instancesTable(), Scope,
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
  return ownRow(partTable(), NothingAsked::value(), InstanceSearch{All});
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
