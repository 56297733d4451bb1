//===- JavaEntries.cpp - Entries of collections ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Java/JavaEntries.h"

using namespace hprof;

static constexpr EntryRow Rows[] = {
#define HPROF_ENTRY(CLASS, KIND, HASH, KEY, VALUE, LINK, OTHER_LINK, RELEASES) \
  {CLASS, EntryKind::KIND, EntryHash::HASH, {KEY, VALUE}, {LINK, OTHER_LINK}},
#include "JavaEntries.def"
};

llvm::ArrayRef<EntryRow> hprof::entryRows() { return Rows; }
