//===- Rows.h - Records that are pulled one by one --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_ROWS_H
#define HPROF_ANSWER_ROWS_H

#include "hprof/Answer/Prose.h"
#include "hprof/Answer/TableInfo.h"
#include "hprof/Format/Records/Records.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace hprof {

class Rows;

/// A value in a row. The column determines its meaning: a number may be bytes
/// or a time.
class Datum {
public:
  struct Missing {}; ///< The record has no such value.
  struct Null {};    ///< Unknown; null in JSON.

  Datum() = default;
  Datum(Null N) : Value(N) {}
  Datum(bool Flag) : Value(Flag) {}
  Datum(double Share) : Value(Share) {}
  /// \p Text must stay valid until the next row is pulled.
  Datum(llvm::StringRef Text) : Value(Text) {}
  Datum(const char *Text) : Value(llvm::StringRef(Text)) {}
  Datum(std::string Text) : Value(std::move(Text)) {}
  Datum(Prose Text) : Value(std::move(Text)) {}
  Datum(std::vector<std::string> Texts) : Value(std::move(Texts)) {}
  Datum(std::vector<Prose> Texts) : Value(std::move(Texts)) {}
  Datum(std::vector<uint64_t> Ids) : Value(std::move(Ids)) {}
  Datum(hprof::Value OfJava) : Value(OfJava) {}
  /// The rows of a List, or the single row of a Record.
  Datum(std::unique_ptr<Rows> Nested);
  Datum(Datum &&) noexcept;
  Datum &operator=(Datum &&) noexcept;
  ~Datum();
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && std::is_unsigned_v<T> &&
                                 !std::is_same_v<T, bool>,
                             int> = 0>
  Datum(T N) : Value(uint64_t(N)) {}
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && std::is_signed_v<T> &&
                                 !std::is_same_v<T, char>,
                             int> = 0>
  Datum(T N) : Value(int64_t(N)) {}
  template <typename T>
  Datum(std::optional<T> V) : Datum(V ? Datum(std::move(*V)) : Datum()) {}

  bool isMissing() const { return std::holds_alternative<Missing>(Value); }
  bool isNull() const { return std::holds_alternative<Null>(Value); }
  /// The value, if it has this type: uint64_t, int64_t, double, bool, Prose, or
  /// a vector.
  template <typename T> const T *get() const { return std::get_if<T>(&Value); }
  /// The string of a Text or Word column that is not prose.
  std::optional<llvm::StringRef> text() const;
  Rows *rows() const;

  /// Adds text that is displayed after the value and omitted in CSV and JSON.
  Datum with(Prose Aside) &&;
  /// The text added by with(), or null.
  const Prose *aside() const { return Aside.get(); }

private:
  std::variant<Missing, Null, bool, uint64_t, int64_t, double, llvm::StringRef,
               std::string, Prose, std::vector<std::string>, std::vector<Prose>,
               std::vector<uint64_t>, hprof::Value, std::unique_ptr<Rows>>
      Value;
  std::unique_ptr<Prose> Aside; ///< Rarely present.
};

/// \p Id, or nothing if it is 0.
inline std::optional<uint64_t> idUnlessNull(uint64_t Id) {
  return Id ? std::optional(Id) : std::nullopt;
}

/// A source of records of one kind. Values are computed on demand, so that
/// unused rows and columns cost nothing.
class Rows {
public:
  virtual ~Rows();

  virtual const TableInfo &info() const = 0;
  /// Whether these records have column number \p Column. This may depend on the
  /// request.
  virtual bool has(unsigned Column) const { return true; }
  /// Columns of these records that are shown in one of \p Places.
  std::vector<unsigned> columns(unsigned Places) const;
  /// Returns column names. For a List with the same number of rows in each
  /// record, which tables show in adjacent columns: the name of each row in \p
  /// Place. For Fields: the names of the fields. For plain values in text: the
  /// heading.
  virtual std::vector<std::string> labels(unsigned Column,
                                          ColumnPlace Place) const;

  /// Moves to the next record; the first call moves to the first record.
  /// Returns false at the end.
  virtual bool next() = 0;
  /// Returns the value of a column in the current record.
  virtual Datum get(unsigned Column) const = 0;
};

/// Rows of several sources, concatenated. \p Next returns the next source, with
/// the same table and columns as the others, or null at the end. There is at
/// least one source; each is destroyed before \p Next is called again.
std::unique_ptr<Rows> joinedRows(std::function<std::unique_ptr<Rows>()> Next);

// Inline, because called for each cell; here, because Rows must be complete.
inline Datum::Datum(std::unique_ptr<Rows> Nested) : Value(std::move(Nested)) {}
inline Datum::Datum(Datum &&) noexcept = default;
inline Datum &Datum::operator=(Datum &&) noexcept = default;
inline Datum::~Datum() = default;

} // namespace hprof

#endif // HPROF_ANSWER_ROWS_H
