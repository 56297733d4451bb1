//===- QueryTable.cpp - A table that queries read -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Query/Heap/QueryTable.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace hprof;
using namespace llvm;

QueryTable::~QueryTable() = default;

std::optional<uint64_t> QueryValue::number() const {
  if (const auto *N = std::get_if<int64_t>(&Is))
    return uint64_t(*N);
  if (const auto *Real = std::get_if<double>(&Is))
    return std::trunc(*Real) == *Real && std::fabs(*Real) < 9.2e18
               ? std::optional(uint64_t(int64_t(*Real)))
               : std::nullopt;
  uint64_t Id = 0;
  if (std::optional<StringRef> Text = text())
    if (!Text->getAsInteger(0, Id))
      return Id;
  return std::nullopt;
}

std::optional<StringRef> QueryValue::text() const {
  const auto *Text = std::get_if<std::string>(&Is);
  return Text ? std::optional<StringRef>(*Text) : std::nullopt;
}

StringRef hprof::opText(QueryOp Op) {
  static constexpr const char *Texts[] = {"=", "<", "<=", ">", ">="};
  return Texts[unsigned(Op)];
}

const QueryValue *RowRequest::equal(StringRef Column) const {
  const Limit *Found = find_if(Limits, [&](const Limit &L) {
    return L.Op == QueryOp::Equal && L.Column == Column;
  });
  return Found == Limits.end() ? nullptr : &Found->Value;
}
