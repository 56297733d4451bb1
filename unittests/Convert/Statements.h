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

/// Number of statements of one fact on which two dumps differ.
struct Difference {
  uint64_t Dropped = 0; ///< Only in the first.
  uint64_t Changed = 0; ///< In both, with different values.
  uint64_t MadeUp = 0;  ///< Only in the second.
  bool operator==(const Difference &O) const {
    return Dropped == O.Dropped && Changed == O.Changed && MadeUp == O.MadeUp;
  }
};

class Statements {
public:
  /// Adds the statement that \p Fact of the subject \p Key has the hash \p
  /// Value.
  void say(llvm::StringRef Fact, uint64_t Key, uint64_t Value = 0) {
    Facts[Fact.str()].push_back({Key, Value});
  }
  /// Adds a statement once, however often it is repeated.
  void sayOnce(llvm::StringRef Fact, uint64_t Key) {
    Once[Fact.str()][Key] = true;
  }
  uint64_t count(llvm::StringRef Fact) const;

  /// Returns the differences by fact, omitting facts on which the dumps agree.
  /// Sorts both.
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
  /// Read only the heap dump with this number, from 1; 0 reads all.
  unsigned Dump = 0;
  /// In HPROF binary, take the size of an object from its class, rounded up to
  /// 8, as readers do. Otherwise, HPROF has no sizes.
  bool TakesClassSizes = false;
};
/// The statements in the dump \p Bytes of the format \p Kind. Reads it twice.
llvm::Expected<Statements> readStatements(llvm::ArrayRef<uint8_t> Bytes,
                                          Format Kind,
                                          const StatementOptions &Options);
/// Number of heap dumps in \p Bytes.
llvm::Expected<unsigned> countDumps(llvm::ArrayRef<uint8_t> Bytes, Format Kind);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_STATEMENTS_H
