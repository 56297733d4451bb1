//===- JfrRecording.h - Events of a flight recording ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The events of a recording by type, each with a value for each of its fields:
///
///     Expected<std::unique_ptr<JfrRecording>> R =
///         JfrRecording::open(std::move(In));
///     for (const JfrRecording::EventType &T : (*R)->types())
///       for (JfrRecording::Events E = (*R)->events(T); E.next();)
///         E.get(0);
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_JFR_JFRRECORDING_H
#define HPROF_FORMAT_JFR_JFRRECORDING_H

#include "hprof/Format/Jfr/JfrReader.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace hprof {

class JfrRecording {
public:
  enum class ColumnKind : uint8_t {
    Integer,
    Real,
    Boolean,
    Text, ///< Also characters, classes, threads and stack traces, and objects
          ///< as JSON.
    Time,
    Nanos, ///< An integer.
    Bytes, ///< An integer.
  };
  struct Column {
    std::string Name;  ///< "startTime".
    std::string Label; ///< "Start Time"; may be empty.
    ColumnKind Kind;
  };
  struct EventType {
    std::string Name;  ///< "jdk.GarbageCollection".
    std::string Label; ///< "Garbage Collection"; may be empty.
    std::vector<Column> Columns;
    uint64_t Count = 0; ///< Number of events.
    uint64_t Bytes = 0; ///< Size of all events in bytes.
  };
  struct Instant {
    uint64_t Nanos; ///< Since 1970.

    /// Returns "2026-12-01T06:06:12.269069262Z".
    std::string text() const;
  };
  /// Null, an integer, a number, a flag, modified UTF-8, or a time.
  using Cell =
      std::variant<std::monostate, int64_t, double, bool, std::string, Instant>;

  /// Walks over the events of one type, in the order of the recording.
  class Events {
  public:
    Events(Events &&);
    ~Events();
    bool next();
    /// Returns the value of column \p Column in the current event.
    Cell get(unsigned Column) const;
    /// Returns the value of the column \p Column, or null without such a
    /// column.
    Cell get(llvm::StringRef Column) const;

  private:
    friend class JfrRecording;
    struct Impl;
    explicit Events(std::unique_ptr<Impl> Is);
    std::unique_ptr<Impl> Is;
  };

  /// Opens \p In, which must be in memory or mapped (Source::contents()), since
  /// values are read where they are; see mapped() in Spool.h. Memory grows with
  /// the number of constants.
  static llvm::Expected<std::unique_ptr<JfrRecording>>
  open(std::unique_ptr<Source> In, const JfrReaderOptions &Options = {});
  ~JfrRecording();

  /// The types of events that the recording describes, by name. Many have no
  /// events.
  llvm::ArrayRef<EventType> types() const;
  /// Returns the type \p Name, or null.
  const EventType *find(llvm::StringRef Name) const;
  /// Nanoseconds since 1970 of the start of the first chunk, and of the end of
  /// the last one that is complete; the start if none is.
  uint64_t startNanos() const;
  uint64_t endNanos() const;
  /// \p Type is one of types().
  Events events(const EventType &Type) const;

private:
  struct Impl;
  explicit JfrRecording(std::unique_ptr<Impl> Is);
  std::unique_ptr<Impl> Is;
};

} // namespace hprof

#endif // HPROF_FORMAT_JFR_JFRRECORDING_H
