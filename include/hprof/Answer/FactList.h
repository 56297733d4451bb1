//===- FactList.h - Named values for display --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANSWER_FACTLIST_H
#define HPROF_ANSWER_FACTLIST_H

#include "hprof/Answer/Prose.h"
#include <vector>

namespace hprof {

class Presenter;

/// Named values for display, one per line. In CSV and JSON, they are columns of
/// a record.
class FactList {
public:
  struct Fact {
    std::string Name;
    Prose Value;
  };

  void add(llvm::StringRef Name, Prose Value) {
    Facts.push_back({Name.str(), std::move(Value)});
  }
  void present(Presenter &To, unsigned Indent = 0) const;

private:
  std::vector<Fact> Facts;
};

} // namespace hprof

#endif // HPROF_ANSWER_FACTLIST_H
