//===- QuerySession.h - Questions in SQL ------------------------*- C++ -*-===//
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
/// the heap when they are asked (QueryTable.h).
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

struct sqlite3_stmt;

namespace hprof {

class HeapContents;
class HeapStore;
class Profile;
class QueryTable;
class TextMask;
struct ThreadDump;

/// The rows of a query. Errors end them: see takeError().
class QueryResult final : public Rows {
public:
  ~QueryResult() override;

  const TableInfo &info() const override { return Info; }
  bool next() override;
  Datum get(unsigned Column) const override;
  uint64_t seen() const { return Seen; }
  /// Numbers of columns that are expressions or of a UNION, whose SELECTs may
  /// differ: no type is declared for all of their values.
  llvm::ArrayRef<unsigned> expressions() const { return Expressions; }
  /// To be called at the end: what went wrong before all rows were seen.
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

  /// Makes the tables of \p Store. The first heap's have no need of \p Schema
  /// before their names. Schemas are different names.
  llvm::Error add(llvm::StringRef Schema, std::shared_ptr<HeapStore> Store);
  /// The same of a thread dump or a profile.
  llvm::Error add(llvm::StringRef Schema,
                  const std::shared_ptr<const ThreadDump> &Threads);
  llvm::Error add(llvm::StringRef Schema,
                  const std::shared_ptr<const Profile> &Of);
  /// To be called before heaps are added: what \p Make returns decides which
  /// texts are shown, see QuerySecrets.h.
  using MaskMaker =
      std::function<std::unique_ptr<TextMask>(const HeapContents &)>;
  void maskTexts(MaskMaker Make);
  /// How many inputs a session can have.
  static constexpr unsigned MaxInputs = 10;

  /// Starts the first query of \p Sql, and removes it from there. Null if there
  /// is only white space or comments. One query runs at a time.
  llvm::Expected<std::unique_ptr<QueryResult>> run(llvm::StringRef &Sql);

  /// The table \p Name, also of a class; null if there is none. Views are not
  /// tables. TableRead.h reads it.
  llvm::Expected<QueryTable *> find(llvm::StringRef Schema,
                                    llvm::StringRef Name);

  /// For all sessions: the memory that SQLite takes for sorting, long texts and
  /// the like. A query that needs more ends with an error.
  static void limitMemory(uint64_t Bytes);
  /// The running query, and those to come, end with an error after this time.
  void setTimeout(std::chrono::milliseconds Most);
  /// Longer texts are errors: functions of SQLite on such are not interrupted.
  void limitTexts(int Bytes);
  /// Whether \p Sql ends with a ";" that is in no text or comment.
  static bool isComplete(const std::string &Sql);
  /// Ends the running query with an error. Can be called by a signal handler.
  void interrupt();

  /// Called now and then with the objects that a query has looked at, out of
  /// all; with equal numbers at its end.
  std::function<void(uint64_t Done, uint64_t All)> OnProgress;
  /// Asked now and then while a query runs, which ends with an error, as after
  /// interrupt(), once the result is true.
  std::function<bool()> ShouldEnd;
  /// Called with what users of a result should know.
  std::function<void(std::string)> OnNote;

  /// Whether the query at hand takes longer than it may, or was interrupted. To
  /// be called from any thread: for StoreEvents::ShouldEnd.
  bool isOverdue() const;

  /// Names that begin with \p Prefix: words of SQL, tables, columns, functions
  /// and classes.
  std::vector<std::string> complete(llvm::StringRef Prefix);

private:
  friend class QueryResult;
  class Impl;
  explicit QuerySession(std::unique_ptr<Impl> Is);
  std::unique_ptr<Impl> Is;
};

} // namespace hprof

#endif // HPROF_QUERY_QUERYSESSION_H
