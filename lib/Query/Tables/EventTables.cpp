//===- EventTables.cpp - Events of flight recordings ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedTable.h"
#include "RecordedTables.h"
#include "hprof/Analysis/Stacks/RecordingPart.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace hprof;
using namespace llvm;

using EventType = JfrRecording::EventType;

static ColumnType columnType(JfrRecording::ColumnKind Kind) {
  switch (Kind) {
  case JfrRecording::ColumnKind::Integer:
  case JfrRecording::ColumnKind::Nanos:
  case JfrRecording::ColumnKind::Bytes:
    return ColumnType::Number;
  case JfrRecording::ColumnKind::Real:
    return ColumnType::Real;
  case JfrRecording::ColumnKind::Boolean:
    return ColumnType::Flag;
  case JfrRecording::ColumnKind::Text:
  case JfrRecording::ColumnKind::Time:
    return ColumnType::Text;
  }
  llvm_unreachable("unhandled kind");
}

static StringRef unitText(JfrRecording::ColumnKind Kind) {
  return Kind == JfrRecording::ColumnKind::Nanos   ? ", in nanoseconds"
         : Kind == JfrRecording::ColumnKind::Bytes ? ", in bytes"
                                                   : "";
}

/// \p Name, with a suffix if \p Known has it. SQL ignores case in names.
static std::string uniqueName(StringSet<> &Known, StringRef Name) {
  std::string Unique = Name.str();
  for (unsigned I = 1; !Known.insert(StringRef(Unique).lower()).second; ++I)
    Unique = (Name + "#" + Twine(I)).str();
  return Unique;
}

namespace {
class EventTable final : public QueryTable {
public:
  EventTable(std::shared_ptr<const JfrRecording> Of, const EventType &Type,
             std::string Name);

  const TableInfo &info() const override { return Info; }
  uint64_t expected() const override { return Type.Count; }
  uint64_t omitted() const override {
    return Type.Columns.size() - Info.Columns.size();
  }
  Expected<QueryRows> rows(const RowRequest &) override;

private:
  std::shared_ptr<const JfrRecording> Of;
  const EventType &Type;
  std::string Name;
  std::vector<std::string> Columns, Sentences;
  TableInfo Info;
};

class EventRows final : public Rows {
public:
  EventRows(const TableInfo &Info, JfrRecording::Events All)
      : Info(Info), All(std::move(All)) {}

  const TableInfo &info() const override { return Info; }
  bool next() override { return All.next(); }
  Datum get(unsigned Column) const override {
    return std::visit(
        [](auto &&Is) {
          using T = std::decay_t<decltype(Is)>;
          if constexpr (std::is_same_v<T, std::monostate>)
            return Datum(Datum::Null());
          else if constexpr (std::is_same_v<T, JfrRecording::Instant>)
            return Datum(Is.text());
          else
            return Datum(std::move(Is));
        },
        All.get(Column));
  }

private:
  const TableInfo &Info;
  JfrRecording::Events All;
};
} // namespace

EventTable::EventTable(std::shared_ptr<const JfrRecording> Of,
                       const EventType &Type, std::string Name)
    : Of(std::move(Of)), Type(Type), Name(std::move(Name)) {
  StringSet<> Known;
  constexpr size_t Most = 1900; // SQLite supports 2000 columns.
  for (const JfrRecording::Column &C :
       ArrayRef(Type.Columns).take_front(Most)) {
    Columns.push_back(uniqueName(Known, C.Name));
    Sentences.push_back(C.Label + unitText(C.Kind).str());
  }
  Info.Name = this->Name;
  Info.Sentence = Type.Label;
  for (size_t I = 0; I != Columns.size(); ++I) {
    Column C;
    C.Name = Columns[I];
    C.Type = columnType(Type.Columns[I].Kind);
    C.Sentence = Sentences[I];
    C.MayBeNull = true;
    Info.Columns.push_back(C);
  }
}

Expected<QueryRows> EventTable::rows(const RowRequest &) {
  return QueryRows(std::make_unique<EventRows>(Info, Of->events(Type)));
}

void hprof::addEventTables(QueryTables &To,
                           const std::shared_ptr<const JfrRecording> &Of) {
  StringSet<> Known;
  for (const std::unique_ptr<QueryTable> &T : To)
    Known.insert(T->info().Name.lower());
  Known.insert(eventTypeTable().Name.lower());
  std::vector<EventType> Types;
  QueryTables Events;
  for (const EventType &T : Of->types()) {
    std::string Name = uniqueName(Known, T.Name);
    if (T.Count)
      Types.emplace_back(T).Name = Name;
    Events.push_back(std::make_unique<EventTable>(Of, T, std::move(Name)));
  }
  To.push_back(std::make_unique<FixedTable<EventType, JfrRecording>>(
      Of, eventTypeTable(), std::move(Types)));
  std::move(Events.begin(), Events.end(), std::back_inserter(To));
}
