//===- Statements.h - What a dump says, whatever its format -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes a stream of records apart into statements: of this object, the class
/// is that; of this thread, the group is that. What formats say in records of
/// their own, such as INSTANCE DUMP and REFERENCE OBJECT, is the same statement
/// here; other records make a statement for each field. So dumps of different
/// formats can be compared, and what one does not say is found without knowing
/// how it came to be lost.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_CONVERT_STATEMENTS_H
#define HPROF_UNITTESTS_CONVERT_STATEMENTS_H

#include "hprof/Convert/Formats.h"
#include <map>
#include <string>
#include <vector>

namespace hprof {

/// How often something is said of a subject that is not said of it in the other
/// dump.
struct Difference {
  uint64_t Dropped = 0; ///< Only in the first.
  uint64_t Changed = 0; ///< In both, and not the same.
  uint64_t MadeUp = 0;  ///< Only in the second.
  bool operator==(const Difference &O) const {
    return Dropped == O.Dropped && Changed == O.Changed && MadeUp == O.MadeUp;
  }
};

class Statements {
public:
  /// Says \p Value, which is told by a hash, of the subject \p Key.
  void say(llvm::StringRef Fact, uint64_t Key, uint64_t Value = 0) {
    Facts[Fact.str()].push_back({Key, Value});
  }
  /// Once only, however often it is said.
  void sayOnce(llvm::StringRef Fact, uint64_t Key) {
    Once[Fact.str()][Key] = true;
  }
  uint64_t count(llvm::StringRef Fact) const;

  /// By fact; those in which the two agree are left out. Sorts both.
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

/// How a dump is read.
struct StatementOptions {
  /// Of several heap dumps only the one of this number is taken, from 1; 0 is
  /// all.
  unsigned Dump = 0;
  /// In HPROF binary the size of an object is its class's, rounded up to 8, as
  /// whoever reads it takes it. Otherwise HPROF tells no sizes.
  bool TakesClassSizes = false;
};
/// What the dump \p Bytes of the format \p Kind says, which is read twice.
llvm::Expected<Statements> readStatements(llvm::ArrayRef<uint8_t> Bytes,
                                          Format Kind,
                                          const StatementOptions &Options);
/// How many heap dumps it has.
llvm::Expected<unsigned> countDumps(llvm::ArrayRef<uint8_t> Bytes, Format Kind);

} // namespace hprof

#endif // HPROF_UNITTESTS_CONVERT_STATEMENTS_H
