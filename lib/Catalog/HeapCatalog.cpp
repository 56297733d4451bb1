//===- HeapCatalog.cpp - All tables and answers of a dump -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Catalog/HeapCatalog.h"
#include "Catalog/CatalogNotes.h"
#include "Catalog/CatalogTables.h"
#include "Catalog/ObjectRow.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Answer/RowsFrom.h"
#include "hprof/Convert/KnownInput.h"
#include "hprof/Query/QueryDocument.h"
#include "hprof/Query/TableRead.h"
#include "hprof/Question/Question.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <mutex>

using namespace hprof;
using namespace llvm;

char CatalogError::ID;

void CatalogError::log(raw_ostream &OS) const { OS << What; }

std::error_code CatalogError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

HeapCatalog::~HeapCatalog() = default;

namespace {
class OpenCatalog final : public HeapCatalog,
                          public std::enable_shared_from_this<OpenCatalog> {
public:
  explicit OpenCatalog(CatalogOptions Given) : Options(std::move(Given)) {}
  Error open(StringRef Path);

  std::unique_ptr<RecordBatches> tables() override;
  BatchesOrError table(StringRef Name,
                       const CatalogArguments &Arguments) override;
  BatchesOrError query(StringRef Sql) override;
  BatchesOrError object(uint64_t Id) override;
  bool isDamaged() const override { return Notes.isDamaged(); }

private:
  friend class CatalogBatches;
  void setEvents();
  void progress(const StoreProgress &Now);
  bool shouldEnd();
  /// Returns CancelledError if shouldEnd() was true, otherwise \p E.
  Error cancelledOr(Error E);
  std::unique_ptr<RecordBatches> guard(std::unique_ptr<Rows> Of,
                                       BatchOptions How = {},
                                       QueryResult *Result = nullptr);
  using Request = TableRequest;
  BatchesOrError answer(const Question &Is, const Request &Asked);
  BatchesOrError run(StringRef Sql, const Request &Asked);
  BatchesOrError read(const Request &Asked);

  std::mutex Lock;         ///< Held by the running operation.
  std::mutex CallbackLock; ///< Held by the user's callbacks.
  CatalogOptions Options;
  CatalogNotes Notes;
  StoreEvents Events;
  std::shared_ptr<HeapStore> Store;
  std::unique_ptr<QuerySession> Session;
  std::atomic<bool> IsCancelled{false};
  bool IsPulled = false; ///< A batch is being computed.
  static constexpr std::chrono::milliseconds Pause{50};
  const char *Phase = nullptr; ///< Last reported phase.
  std::chrono::steady_clock::time_point Reported;
};

/// Batches of a heap, pulled one at a time; they keep the heap open.
class CatalogBatches final : public RecordBatches {
public:
  CatalogBatches(std::shared_ptr<OpenCatalog> In,
                 std::unique_ptr<RecordBatches> Of, QueryResult *Result)
      : In(std::move(In)), Of(std::move(Of)), Result(Result) {}
  ~CatalogBatches() override {
    const std::lock_guard<std::mutex> Guard(In->Lock);
    Of.reset();
  }
  Error schema(ArrowSchema &Out) override {
    const std::lock_guard<std::mutex> Guard(In->Lock);
    Error E = In->cancelledOr(Of->schema(Out));
    // The computation was cancelled without an error from schema().
    if (E && Out.release)
      Out.release(&Out);
    return E;
  }
  Expected<bool> next(ArrowArray &Out) override {
    const std::lock_guard<std::mutex> Guard(In->Lock);
    if (In->shouldEnd())
      return In->cancelledOr(Error::success());
    In->IsPulled = true;
    Expected<bool> Has = Of->next(Out);
    In->IsPulled = false;
    if (!Has)
      return In->cancelledOr(Has.takeError());
    if (*Has || !Result)
      return *Has;
    if (Error E = In->cancelledOr(Result->takeError()))
      return E;
    return false;
  }

private:
  std::shared_ptr<OpenCatalog> In;
  std::unique_ptr<RecordBatches> Of;
  QueryResult *Result; ///< Contained in Of if the batch is from a query.
};
} // namespace

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

/// Reports the beginning of a phase, and then a few events each second: queries
/// report progress too often for any callback.
void OpenCatalog::progress(const StoreProgress &Now) {
  // Skip if another thread is reporting.
  const std::unique_lock<std::mutex> Guard(CallbackLock, std::try_to_lock);
  const auto Time = std::chrono::steady_clock::now();
  if (!Guard || (Now.Phase == Phase && Time - Reported < Pause))
    return;
  Phase = Now.Phase;
  Reported = Time;
  Options.OnProgress(Now);
}

bool OpenCatalog::shouldEnd() {
  if (!IsCancelled && Options.ShouldEnd)
    // If another thread is calling shouldEnd(), use its result next time.
    if (std::unique_lock<std::mutex> Guard(CallbackLock, std::try_to_lock);
        Guard && Options.ShouldEnd())
      IsCancelled = true;
  return IsCancelled;
}

Error OpenCatalog::cancelledOr(Error E) {
  if (!IsCancelled.exchange(false))
    return E;
  consumeError(std::move(E));
  return make_error<CancelledError>();
}

void OpenCatalog::setEvents() {
  Events.OnNote = [this](const Twine &Text) { Notes.add("note", Text); };
  Events.OnUnreachable = Events.OnNote;
  Events.OnWarning = [this](const Twine &Text) { Notes.add("warning", Text); };
  Events.OnDamage = [this](const Damage &D) { Notes.addDamage(D); };
  Events.OnLoss = [this](Error E) {
    Notes.add("warning", toString(std::move(E)));
  };
  if (Options.OnProgress)
    Events.OnProgress = [this](const StoreProgress &Now) { progress(Now); };
  if (Options.ShouldEnd)
    Events.ShouldEnd = [this] { return shouldEnd(); };
  Session->OnNote = [this](const std::string &Text) {
    Notes.add("note", Text);
  };
  Session->ShouldEnd = [this] { return shouldEnd(); };
  if (Options.OnProgress)
    Session->OnProgress = [this](uint64_t Done, uint64_t All) {
      if (Done != All && !IsPulled)
        progress({"scanning objects", Done, All, false});
    };
}

Error OpenCatalog::open(StringRef Path) {
  Expected<std::unique_ptr<QuerySession>> Made = QuerySession::open();
  if (!Made)
    return Made.takeError();
  Session = std::move(*Made);
  setEvents();
  Expected<KnownInput> In = KnownInput::open(Path);
  if (!In)
    return In.takeError();
  if (isDocument(*In))
    return cancelledOr(
        addDocument(*Session, "main", std::move(*In),
                    {Events.OnDamage, Events.OnNote, Options.Store.TempDir}));
  Options.Store.KeepIfCut = true;
  Expected<std::unique_ptr<HeapStore>> Opened =
      HeapStore::open(std::move(*In), Options.Store, Events);
  if (!Opened)
    return cancelledOr(Opened.takeError());
  Store = std::move(*Opened);
  if (const HeapGraph &G = Store->graph(); !G.isLayoutCertain())
    Notes.add("note", "layout: " + G.layout().Text +
                          ", uncertain; all sizes depend on it");
  return Session->add("main", Store);
}

Expected<std::shared_ptr<HeapCatalog>>
HeapCatalog::open(StringRef Path, CatalogOptions Options) {
  auto Is = std::make_shared<OpenCatalog>(std::move(Options));
  if (Error E = Is->open(Path))
    return E;
  return Is;
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

std::unique_ptr<RecordBatches> OpenCatalog::guard(std::unique_ptr<Rows> Of,
                                                  BatchOptions How,
                                                  QueryResult *Result) {
  return std::make_unique<CatalogBatches>(
      shared_from_this(), recordBatches(std::move(Of), std::move(How)), Result);
}

std::unique_ptr<RecordBatches> OpenCatalog::tables() {
  return guard(Store ? catalogTables() : documentTables(*Session));
}

/// Returns the numbers of the columns of \p All called \p Names.
static Expected<std::vector<unsigned>>
chooseColumns(StringRef Table, const Rows &All, ArrayRef<std::string> Names) {
  std::vector<unsigned> Chosen;
  const std::vector<unsigned> Has = All.columns(ForJson);
  for (const std::string &Name : Names) {
    const auto At = find_if(
        Has, [&](unsigned I) { return All.info().Columns[I].Name == Name; });
    if (At == Has.end())
      return make_error<CatalogError>(CatalogError::Kind::BadArgument,
                                      "'" + Table + "' has no column '" + Name +
                                          "'");
    Chosen.push_back(*At);
  }
  return Chosen;
}

/// The error for requests about objects in another input.
static Error needsHeap(const Twine &What) {
  return make_error<CatalogError>(CatalogError::Kind::NoTable,
                                  What + " requires a heap dump");
}

BatchesOrError OpenCatalog::answer(const Question &Is, const Request &Asked) {
  if (!Store)
    return needsHeap("'" + Is.Name + "'");
  AnswerOrError Made = Is.ask({Store, Options.Store, Events}, Asked.Arguments);
  if (!Made)
    return handleErrors(
        cancelledOr(Made.takeError()), [&](const ArgumentError &E) -> Error {
          return make_error<CatalogError>(CatalogError::Kind::BadArgument,
                                          "'" + Is.Name + "', " + E.message());
        });
  std::unique_ptr<Rows> All = takeRows(std::move(*Made));
  Expected<std::vector<unsigned>> Chosen =
      chooseColumns(Is.Name, *All, Asked.Columns);
  if (!Chosen)
    return Chosen.takeError();
  return guard(std::move(All), {{}, std::move(*Chosen), {}});
}

BatchesOrError OpenCatalog::run(StringRef Sql, const Request &Asked) {
  Expected<std::unique_ptr<QueryResult>> Result = Session->run(Sql);
  auto Fail = [](const Twine &What) {
    return make_error<CatalogError>(CatalogError::Kind::BadQuery, What);
  };
  if (!Result)
    return cancelledOr(Fail(toString(Result.takeError())));
  if (!*Result)
    return Fail("the query is empty");
  if (!Sql.trim(" \t\r\n;").empty())
    return Fail("expected a single query");
  Expected<std::vector<unsigned>> Chosen =
      chooseColumns(Asked.Name, **Result, Asked.Columns);
  if (!Chosen)
    return Chosen.takeError();
  QueryResult *Is = Result->get();
  BatchOptions How = {{}, std::move(*Chosen), Is->expressions().vec()};
  return guard(std::move(*Result), std::move(How), Is);
}

BatchesOrError OpenCatalog::query(StringRef Sql) {
  const std::lock_guard<std::mutex> Guard(Lock);
  return run(Sql, {});
}

BatchesOrError OpenCatalog::read(const Request &Asked) {
  Expected<TableRows> Found = readTable(*Session, "main", Asked);
  if (!Found)
    return cancelledOr(Found.takeError());
  if (!Found->All)
    return make_error<CatalogError>(CatalogError::Kind::NoTable,
                                    "no table or class is named '" +
                                        Asked.Name + "'" +
                                        (Store ? "" : " in this input"));
  return guard(std::move(Found->All), {{}, std::move(Found->Columns), {}});
}

BatchesOrError OpenCatalog::table(StringRef Name,
                                  const CatalogArguments &Arguments) {
  Request Asked{Name.str(), {}, {}};
  for (const auto &Given : Arguments) {
    if (Given.first != "columns") {
      Asked.Arguments.push_back(Given);
      continue;
    }
    for (StringRef Column : split(Given.second, ','))
      Asked.Columns.push_back(Column.trim().str());
  }
  const std::lock_guard<std::mutex> Guard(Lock);
  if (const Question *Is = findQuestion(Name))
    return answer(*Is, Asked);
  const bool IsView = Store && any_of(knownViews(), [&](const KnownView &V) {
                        return V.Name == Name;
                      });
  if (!IsView && Name != "notes")
    return read(Asked);
  if (!Asked.Arguments.empty())
    return make_error<CatalogError>(CatalogError::Kind::BadArgument,
                                    "'" + Name + "' takes no arguments");
  return IsView ? run("SELECT * FROM " + Asked.Name, Asked)
                : guard(Notes.rows());
}

BatchesOrError OpenCatalog::object(uint64_t Id) {
  const std::lock_guard<std::mutex> Guard(Lock);
  if (!Store)
    return needsHeap("an object");
  if (Store->graph().find(Id) == NoNode)
    return make_error<CatalogError>(CatalogError::Kind::NoObject,
                                    "no object has the id " + jsonId(Id));
  Expected<std::unique_ptr<Rows>> Made = objectRow(*Session, Id);
  if (!Made)
    return cancelledOr(Made.takeError());
  return guard(std::move(*Made));
}
