//===- QueryDocs.cpp - Describes the tables of queries --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QueryDocs.h"
#include "Answer/Describe.h"
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
  {NAME, ARGUMENTS, SENTENCE " An aggregate, as sum() is."},
#include "Query/Functions/HeapFunctions.def"
};

static void title(raw_ostream &OS, StringRef Text) {
  OS << Text << '\n' << std::string(Text.size(), '^') << "\n\n";
}

static void describe(raw_ostream &OS, const TableInfo &Info,
                     ArrayRef<QueryParameter> Parameters) {
  OS << "``" << Info.Name;
  for (const QueryParameter &P : Parameters)
    OS << '(' << P.Name << ')';
  OS << "``\n  " << Info.Sentence << "\n\n";
  for (const QueryParameter &P : Parameters)
    OS << "  Parameter ``" << P.Name << "``"
       << (P.IsRequired ? "" : " (may be left out)") << ": " << P.Sentence
       << ".\n\n";
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
  // No table reads its heap to say which columns it has.
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
