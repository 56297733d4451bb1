//===- Statements.h - Statements of a dump in any format --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits a stream of records into statements such as "the class of object X is
/// C" or "the group of thread T is G". Formats may use different records, such
/// as INSTANCE DUMP and REFERENCE OBJECT, for the same statement; other records
/// make one statement per field. So dumps of different formats can be compared,
/// and losses are found without knowing their cause.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_STATEMENTS_H
#define HPROF_UNITTESTS_CONVERT_STATEMENTS_H

#include "hprof/Convert/Formats.h"
#include <map>
#include <string>
#include <vector>

namespace hprof {

/// The numbers of statements about one fact in which two dumps differ.
struct Difference {
  uint64_t Dropped = 0; ///< Statements only in the first dump.
  uint64_t Changed = 0; ///< Statements in both dumps, with different values.
  uint64_t MadeUp = 0;  ///< Statements only in the second dump.
  bool operator==(const Difference &O) const {
    return Dropped == O.Dropped && Changed == O.Changed && MadeUp == O.MadeUp;
  }
};

class Statements {
public:
  /// Adds the statement that the property \p Fact of the subject \p Key has a
  /// value with the hash \p Value.
  void say(llvm::StringRef Fact, uint64_t Key, uint64_t Value = 0) {
    Facts[Fact.str()].push_back({Key, Value});
  }
  /// Adds a statement only once, however often this is called.
  void sayOnce(llvm::StringRef Fact, uint64_t Key) {
    Once[Fact.str()][Key] = true;
  }
  uint64_t count(llvm::StringRef Fact) const;

  /// Returns the differences by fact; facts on which both dumps agree are
  /// omitted. Sorts the statements of both.
  static std::map<std::string, Difference> compare(Statements &First,
                                                   Statements &Second);

private:
  struct One {
    uint64_t Key, Value;
    bool operator<(const One &O) const {
      return Key != O.Key ? Key < O.Key : Value < O.Value;
    }
  };
  void sort();

  std::map<std::string, std::vector<One>> Facts;
  std::map<std::string, std::map<uint64_t, bool>> Once;
};

/// How to read a dump.
struct StatementOptions {
  /// The number of the only heap dump to read, starting at 1; 0 means all.
  unsigned Dump = 0;
  /// In HPROF binary, take an object's size from its class, rounded up to a
  /// multiple of 8, as readers do. If false, HPROF binary has no sizes.
  bool TakesClassSizes = false;
};
/// The statements in the dump \p Bytes of the format \p Kind. Reads the dump
/// twice.
llvm::Expected<Statements> readStatements(llvm::ArrayRef<uint8_t> Bytes,
                                          Format Kind,
                                          const StatementOptions &Options);
/// Number of heap dumps in \p Bytes.
llvm::Expected<unsigned> countDumps(llvm::ArrayRef<uint8_t> Bytes, Format Kind);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_STATEMENTS_H
