//===- QueryDocs.cpp - Describes query tables -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueryDocs.h"
#include "Answer/Describe.h"
#include "Arrow/ArrowColumn.h"
#include "Query/Heap/QueryHeap.h"
#include "Query/Heap/QueryTable.h"
#include "Query/Tables/RecordedTables.h"
#include "Query/Views.h"
#include "hprof/Format/Profile/Profile.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {
struct Function {
  StringLiteral Name, Arguments, Sentence;
};
} // namespace

static constexpr Function Functions[] = {
#define HPROF_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)                    \
  {NAME, ARGUMENTS, SENTENCE},
#define HPROF_PLAIN_FUNCTION(NAME, ARGUMENTS, FUNCTION, SENTENCE)              \
  {NAME, ARGUMENTS, SENTENCE},
#define HPROF_AGGREGATE(NAME, ARGUMENTS, FUNCTION, SENTENCE)                   \
  {NAME, ARGUMENTS, SENTENCE " An aggregate function."},
#define HPROF_PLAIN_AGGREGATE(NAME, ARGUMENTS, ADD, TAKE, SENTENCE)            \
  {NAME, ARGUMENTS, SENTENCE " An aggregate function."},
#include "Query/Functions/HeapFunctions.def"
};

/// Tables that hprof.parquet writes; a test compares the two lists.
static constexpr StringLiteral FileTables[] = {
    "objects", "refs",    "classes",    "loaders",  "roots",     "threads",
    "frames",  "strings", "dominators", "suspects", "properties"};

static StringRef fileType(const Column &C) {
  const std::string Format = arrowColumn(C, {})->type().Format;
  if (Format == "l")
    return C.Type == ColumnType::Id ? "int64, an id" : "int64";
  if (Format == "g")
    return "double";
  if (Format == "b")
    return "boolean";
  return Format == "tsm:UTC" ? "timestamp" : "string";
}

void hprof::describeFiles(raw_ostream &OS) {
  OS << R"(# Columns of files

Generated from the declarations of the columns; do not edit.

`python -m hprof.parquet heap.hprof -o FOLDER` writes a Parquet file for each table. Ids
are addresses and join the tables; they are signed, so ids of 2^63 and above are negative.
Sizes are in bytes, times in milliseconds, UTC. Columns marked with ? may be null.

`objects` is sorted by id, and `refs` by the id of the referrer, so that engines can skip
most of a file when a query selects a range of ids. With `--reverse`, `refs_by_target`
contains the rows of `refs` sorted by the referenced object. With
`--hash-strings=KEYFILE`, strings from the program's data are replaced with keyed hashes
of 32 hexadecimal digits, which are equal for equal strings in all files written with the
same key: `text_hash` replaces the `text` of a string or a loader, `name_hash` and
`value_hash` those of a property, and `name_hash` the name of a thread. Null remains null.
The `headline` of a suspect then contains only classes and fields. Names of classes,
fields, methods and source files are kept. Without this option, strings are written as
they are in the dump: secrets are not hidden.

To write the same tables as Arrow IPC streams, use pyarrow, as described for the [Python
package](../../bindings/python/README.md#parquet). `hprof-convert` does not support this
format, because no library in Debian 12 writes it.

Each file contains the metadata `hprof.schema_version` (1), `hprof.version`,
`hprof.table`, `hprof.file`, `hprof.file_bytes`, `hprof.layout`, `hprof.layout_certain`
and `hprof.damaged`, and also `hprof.time`, `hprof.vm` and `hprof.host` if they are known.
)";
  QueryHeap None(nullptr);
  const QueryTables All = heapTables(None);
  for (StringRef Name : FileTables)
    for (const std::unique_ptr<QueryTable> &T : All) {
      if (T->info().Name != Name)
        continue;
      OS << "\n## " << Name << "\n\n"
         << T->info().Sentence << "\n\n| name | type | |\n|---|---|---|\n";
      for (const Column &C : T->info().Columns)
        OS << "| `" << C.Name << '`' << (C.MayBeNull || C.IsOptional ? "?" : "")
           << " | " << fileType(C) << " | " << C.Sentence << " |\n";
    }
}

static void title(raw_ostream &OS, StringRef Text) {
  OS << Text << '\n' << std::string(Text.size(), '^') << "\n\n";
}

static void describe(raw_ostream &OS, const TableInfo &Info,
                     ArrayRef<QueryParameter> Parameters) {
  OS << "``" << Info.Name;
  ListSeparator Comma;
  OS << (Parameters.empty() ? "" : "(");
  for (const QueryParameter &P : Parameters)
    OS << StringRef(Comma) << P.Name;
  OS << (Parameters.empty() ? "" : ")") << "``\n  " << Info.Sentence << "\n\n";
  for (const QueryParameter &P : Parameters)
    OS << "  Parameter ``" << P.Name << "``"
       << (P.IsRequired ? "" : " (optional)") << ": " << P.Sentence << ".\n\n";
  for (const Column &C : Info.Columns)
    OS << "  ``" << C.Name << "`` (" << typeText(C) << ")\n    " << C.Sentence
       << "\n\n";
}

static void describe(raw_ostream &OS, StringRef Title,
                     const QueryTables &Tables) {
  title(OS, Title);
  for (const std::unique_ptr<QueryTable> &T : Tables)
    describe(OS, T->info(), T->parameters());
}

void hprof::describeQueries(raw_ostream &OS) {
  OS << ".. Generated from the declarations; do not edit.\n\n";
  // Columns of a table do not depend on its heap.
  QueryHeap None(nullptr);
  describe(OS, "Tables", heapTables(None));
  describe(OS, anyClassTable(), {});
  title(OS, "Views");
  for (const QueryView &V : queryViews()) {
    OS << "``" << V.Name << "`` (";
    for (auto [I, Name] : enumerate(V.columns()))
      OS << (I ? ", ``" : "``") << Name << "``";
    OS << ")\n  " << V.Sentence << "\n\n";
  }
  describe(OS, "Tables of thread dumps",
           threadTables(std::make_shared<ThreadDump>()));
  describe(OS, "Tables of profiles",
           profileTables(std::make_shared<Profile>()));
  title(OS, "Functions");
  for (const Function &F : Functions)
    OS << "``" << F.Name << '(' << F.Arguments << ")``\n  " << F.Sentence
       << "\n\n";
}
