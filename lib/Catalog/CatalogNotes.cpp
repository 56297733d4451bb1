//===- CatalogNotes.cpp - Notes on results for their readers --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Catalog/CatalogNotes.h"
#include "hprof/Answer/TypedTable.h"
#include "hprof/Format/Base/Counted.h"
#include "llvm/ADT/STLExtras.h"

using namespace hprof;
using namespace llvm;

HPROF_TABLE_BEGIN(noteTable, CatalogNotes::Note, NothingAsked, "notes",
                  "A note on the results so far.")
HPROF_WORD("note|warning|damage", "kind", ForAll, R.Kind,
           "Kind of note; damage is in the file, and after a warning, results "
           "may be wrong.")
HPROF_COLUMN(Text, "text", ForAll, StringRef(R.Text), "Text of the note.")
HPROF_OPTIONAL(Number, "offset", ForAll, R.Offset,
               "Offset of the damage in the decompressed file.")
HPROF_TABLE_END

const TableInfo &CatalogNotes::table() { return noteTable(); }

void CatalogNotes::add(const char *Kind, const Twine &Text) {
  const std::lock_guard<std::mutex> Guard(Lock);
  std::string Is = Text.str();
  if (any_of(All, [&](const Note &N) { return N.Text == Is; }))
    return;
  if (All.size() < Most)
    All.push_back({Kind, std::move(Is), std::nullopt});
  else
    ++Further;
}

void CatalogNotes::addDamage(const Damage &D) {
  const std::lock_guard<std::mutex> Guard(Lock);
  HasDamage = true;
  if (All.size() < Most)
    All.push_back({"damage", D.What, D.Offset});
  else
    ++Further;
}

bool CatalogNotes::isDamaged() const {
  const std::lock_guard<std::mutex> Guard(Lock);
  return HasDamage;
}

std::unique_ptr<Rows> CatalogNotes::rows() const {
  const std::lock_guard<std::mutex> Guard(Lock);
  std::vector<Note> Copy = All;
  if (Further)
    Copy.push_back(
        {"note", counted(Further, "more note", "more notes"), std::nullopt});
  return ownRows(noteTable(), NothingAsked::value(), std::move(Copy));
}
