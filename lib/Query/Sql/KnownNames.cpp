//===- KnownNames.cpp - Parts of SQLite that queries may use --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Row {
  SqlNameKind Kind;
  StringLiteral Names;
  StringLiteral Reason;
};
} // namespace

static constexpr Row Rows[] = {
#define HPROF_SQL_ALLOWED(KIND, NAMES) {SqlNameKind::KIND, NAMES, ""},
#define HPROF_SQL_REFUSED(KIND, NAMES, REASON)                                 \
  {SqlNameKind::KIND, NAMES, REASON},
#include "KnownNames.def"
};

std::vector<KnownSqlName> hprof::knownSqlNames(SqlNameKind Kind) {
  std::vector<KnownSqlName> All;
  for (const Row &R : Rows) {
    SmallVector<StringRef> Names;
    if (R.Kind == Kind)
      StringRef(R.Names).split(Names, ' ');
    for (StringRef Name : Names)
      All.push_back({Name, R.Reason});
  }
  return All;
}

std::optional<KnownSqlName> hprof::knownSqlName(SqlNameKind Kind,
                                                StringRef Name) {
  for (const KnownSqlName &Is : knownSqlNames(Kind))
    if (Is.Name.equals_insensitive(Name))
      return Is;
  return std::nullopt;
}

bool hprof::isAllowedSqlName(SqlNameKind Kind, StringRef Name) {
  const std::optional<KnownSqlName> Is = knownSqlName(Kind, Name);
  return Is && Is->isAllowed();
}
