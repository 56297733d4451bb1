//===- answer-docs.cpp - Describes the answers of all tools ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generates the documentation of columns from their declarations. The output
/// is a folder like docs/, whose files a test compares with those in the tree.
///
//===----------------------------------------------------------------------===//

#include "Answer/Describe.h"
#include "QueryDocs.h"
#include "hprof/Analysis/Diff/Answers/HeapChanges.h"
#include "hprof/Analysis/Diff/Answers/SectionChanges.h"
#include "hprof/Analysis/Diff/HistogramChanges.h"
#include "hprof/Analysis/Lint/Answers/LintAnswer.h"
#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/Answers/PathAnswers.h"
#include "hprof/Analysis/Threads/Answers/ThreadAnswer.h"
#include "hprof/Analysis/Verify/VerifyAnswer.h"
#include "hprof/Convert/Answers/ConvertAnswers.h"
#include "hprof/Passes/Answers/PassAnswers.h"
#include "hprof/Tool/Json.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// All kinds of answers, by tool, the default one first.
static std::vector<const AnswerInfo *> kinds() {
  return {
#define HPROF_ANSWER(CLASS) &CLASS::kind(),
#define HPROF_ANSWER_OF(FUNCTION, WHAT) &FUNCTION(WHAT),
#include "Answers.def"
  };
}

/// Name of the schema that includes \p Kind.
static std::string schemaOf(const AnswerInfo &Kind) {
  // Each output of hprof-dump has its own schema.
  const bool IsApart = Kind.Tool == "hprof-dump";
  return (Kind.Tool + (IsApart ? "-" + Kind.Name : "")).str();
}

static std::unique_ptr<raw_fd_ostream> create(const Twine &Folder,
                                              const Twine &Name) {
  std::error_code Failed = sys::fs::create_directories(Folder);
  SmallString<128> Path;
  (Folder + "/" + Name).toVector(Path);
  auto OS = std::make_unique<raw_fd_ostream>(Path, Failed);
  if (Failed) {
    errs() << "answer-docs: error: '" << Path << "': " << Failed.message()
           << '\n';
    exit(1);
  }
  return OS;
}

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    errs() << "usage: answer-docs FOLDER\n"
              "Writes FOLDER/schemas, FOLDER/CommandGuide/columns-*.txt, "
              "FOLDER/Columns.md and FOLDER/Formats/Columns.md.\n";
    return 2;
  }
  const StringRef Folder = Argv[1];
  std::map<StringRef, std::vector<const AnswerInfo *>> Tools;
  for (const AnswerInfo *Kind : kinds())
    Tools[Kind->Tool].push_back(Kind);
  const auto All = create(Folder, "Columns.md");
  *All << "# Columns of answers\n\nGenerated from the declarations of the "
          "columns; do not edit. What all JSON has in\ncommon is in "
          "[JSON](JSON.md).\n";
  for (const auto &[Tool, Kinds] : Tools) {
    describeAsSchema(
        *create(Folder + "/schemas", schemaOf(*Kinds.front()) + ".json"), Kinds,
        JsonReport::SchemaVersion);
    for (const AnswerInfo *Kind : Kinds) {
      const auto List =
          create(Folder + "/CommandGuide", "columns-" + Kind->Name + ".txt");
      describeAsRst(*List, *Kind);
      describeAsMarkdown(*All, *Kind);
    }
  }
  describeQueries(*create(Folder + "/CommandGuide", "columns-query.txt"));
  describeFiles(*create(Folder + "/Formats", "Columns.md"));
}
