//===- QuerySession.h - SQL queries -----------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Heaps as read-only databases:
///
///     Expected<std::unique_ptr<QuerySession>> S = QuerySession::open();
///     cantFail((*S)->add("main", std::move(Store)));
///     Expected<std::unique_ptr<QueryResult>> R = (*S)->run(Sql);
///     while (R->next()) ...
///
/// SQLite evaluates the queries. Nothing is copied into a database: tables read
/// the heap on demand (QueryTable.h).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_QUERY_QUERYSESSION_H
#define HPROF_QUERY_QUERYSESSION_H

#include "hprof/Answer/Rows.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

struct sqlite3_stmt;

namespace hprof {

class HeapContents;
class HeapStore;
class JfrRecording;
class Profile;
class QueryTable;
class TextMask;
struct ThreadDump;

/// A query that SQLite rejects.
class QueryError : public llvm::ErrorInfo<QueryError> {
public:
  static char ID;
  QueryError(std::string What, std::optional<size_t> At)
      : At(At), What(std::move(What)) {}
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

  /// Offset of the mistake, in bytes from the end of the previous query, if
  /// SQLite reports it.
  const std::optional<size_t> At;

private:
  std::string What;
};

/// The rows of a query. After an error, none follow: see takeError().
class QueryResult final : public Rows {
public:
  ~QueryResult() override;

  const TableInfo &info() const override { return Info; }
  bool next() override;
  Datum get(unsigned Column) const override;
  uint64_t seen() const { return Seen; }
  /// Whether all rows were read, without an error.
  bool isComplete() const;
  /// Numbers of columns that are expressions, or come from a UNION, whose
  /// SELECTs may differ: no declared type applies to all of their values.
  llvm::ArrayRef<unsigned> expressions() const { return Expressions; }
  /// To be called at the end: returns the error that ended the rows early, if
  /// any.
  llvm::Error takeError();

private:
  friend class QuerySession;
  QueryResult(class QuerySession &Session, sqlite3_stmt *Statement);

  QuerySession &Session;
  sqlite3_stmt *Statement;
  const bool HasUnion;
  TableInfo Info;
  std::vector<std::string> Names;
  std::vector<unsigned> Expressions;
  uint64_t Seen = 0;
  int Status = 0;
};

class QuerySession {
public:
  static llvm::Expected<std::unique_ptr<QuerySession>> open();
  ~QuerySession();

  /// Creates the tables of \p Store. The tables of the first heap need no \p
  /// Schema before their names. Schema names are unique.
  llvm::Error add(llvm::StringRef Schema, std::shared_ptr<HeapStore> Store);
  /// Same as above, for a thread dump or a profile.
  llvm::Error add(llvm::StringRef Schema,
                  const std::shared_ptr<const ThreadDump> &Threads);
  llvm::Error add(llvm::StringRef Schema,
                  const std::shared_ptr<const Profile> &Of);
  /// Same as above, for a recording with the profile \p Of. Tables of events
  /// with the name of another table are omitted.
  llvm::Error add(llvm::StringRef Schema,
                  const std::shared_ptr<const Profile> &Of,
                  const std::shared_ptr<const JfrRecording> &Recording);
  /// To be called before heaps are added: the result of \p Make decides which
  /// strings are shown; see QuerySecrets.h.
  using MaskMaker =
      std::function<std::unique_ptr<TextMask>(const HeapContents &)>;
  void maskTexts(MaskMaker Make);
  /// Maximum number of inputs of a session.
  static constexpr unsigned MaxInputs = 10;

  /// Removes the first query from \p Sql and starts it. Returns null if there
  /// is only white space or comments. One query runs at a time.
  llvm::Expected<std::unique_ptr<QueryResult>> run(llvm::StringRef &Sql);

  /// \p Sql from the start of its first query, without the white space and
  /// comments before it; empty if there is no query.
  static llvm::StringRef fromFirstQuery(llvm::StringRef Sql);

  /// Returns the table \p Name, which may be that of a class; null if there is
  /// none. Views are not tables. TableRead.h reads it.
  llvm::Expected<QueryTable *> find(llvm::StringRef Schema,
                                    llvm::StringRef Name);

  /// The tables of \p Schema by name, without those of classes.
  std::vector<const TableInfo *> tables(llvm::StringRef Schema) const;

  /// Limits SQLite's memory for sorting, long strings and so on, in all
  /// sessions. A query that needs more fails.
  static void limitMemory(uint64_t Bytes);
  /// Sets a time limit, after which the running and later queries fail.
  void setTimeout(std::chrono::milliseconds Most);
  /// Shortens longer strings of the heap and rejects others: SQLite functions
  /// on them cannot be interrupted.
  void limitTexts(int Bytes);
  /// Whether \p Sql ends with a ";" outside strings and comments.
  static bool isComplete(const std::string &Sql);
  /// Cancels the running query, which then fails. Can be called from a signal
  /// handler.
  void interrupt();

  /// Called periodically with the number of objects that a query has visited,
  /// and the total; both are equal at the end.
  std::function<void(uint64_t Done, uint64_t All)> OnProgress;
  /// Called periodically while a query runs. Once it returns true, the query
  /// fails, as after interrupt().
  std::function<bool()> ShouldEnd;
  /// Called with notes for users of a result.
  std::function<void(std::string)> OnNote;

  /// Whether the current query has exceeded its time limit, or was interrupted.
  /// Can be called from any thread: for StoreEvents::ShouldEnd.
  bool isOverdue() const;

  /// Names that begin with \p Prefix: SQL keywords, tables, columns, functions
  /// and classes.
  std::vector<std::string> complete(llvm::StringRef Prefix);

private:
  friend class QueryResult;
  class Impl;
  explicit QuerySession(std::unique_ptr<Impl> Is);
  llvm::Expected<std::unique_ptr<QueryResult>> runFirst(llvm::StringRef &Sql);

  std::unique_ptr<Impl> Is;
};

} // namespace hprof

#endif // HPROF_QUERY_QUERYSESSION_H
