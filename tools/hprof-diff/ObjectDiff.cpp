//===- ObjectDiff.cpp - Compares objects by id ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectDiff.h"
#include "hprof/Analysis/Diff/ObjectMatch.h"
#include "hprof/Format/ClassPattern.h"
#include "hprof/Format/Counted.h"
#include "hprof/GraphTool/OpenStore.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "hprof/Tool/ToolContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

namespace {

struct MatchView {
  ArrayRef<std::string> Paths;
  ArrayRef<bool> IsDamaged; ///< By path.
  const ObjectMatch &Match;
  std::vector<MatchedClass> Classes; ///< Filtered.
  uint64_t Top;
};

} // namespace

static void printText(ToolContext &C, const MatchView &V) {
  using Align = TextTable::Align;
  raw_ostream &OS = C.out();
  const ObjectMatch &M = V.Match;
  OS << "before: " << escape(inputName(V.Paths[0]), C.escapeMode()) << ": "
     << counted(M.before(), "object") << '\n'
     << "after: " << escape(inputName(V.Paths[1]), C.escapeMode()) << ": "
     << counted(M.after(), "object") << '\n'
     << "same id and class: " << M.kept() << "; gone: " << M.before() - M.kept()
     << "; new: " << M.after() - M.kept() << "\n\n";
  TextTable Table({{"before", Align::Right},
                   {"after", Align::Right},
                   {"kept", Align::Right},
                   {"gone", Align::Right},
                   {"new", Align::Right},
                   {"class", Align::Left}});
  for (const MatchedClass &Class : ArrayRef(V.Classes).take_front(V.Top))
    Table.row({Class.Before, Class.After, Class.Kept, Class.gone(),
               Class.added(), escape(Class.Name, C.escapeMode())});
  Table.print(OS);
  if (V.Classes.size() > V.Top)
    OS << "... and " << V.Classes.size() - V.Top
       << " more (--top=0 prints all)\n";
}

static void printCsv(ToolContext &C, const MatchView &V) {
  CsvWriter Csv(C.out(), {"class", "before", "after", "kept", "gone", "new"},
                C.escapeMode());
  for (const MatchedClass &Class : ArrayRef(V.Classes).take_front(V.Top))
    Csv.row({Class.Name, Class.Before, Class.After, Class.Kept, Class.gone(),
             Class.added()});
}

static void printJson(ToolContext &C, const MatchView &V) {
  JsonReport J(C.out(), "hprof-diff");
  const uint64_t Objects[] = {V.Match.before(), V.Match.after()};
  for (auto [Path, IsDamaged, Number] : zip(V.Paths, V.IsDamaged, Objects))
    J->object([&, &Path = Path, IsDamaged = IsDamaged, Number = Number] {
      J->attribute("file", toUtf8(inputName(Path)));
      J->attribute("summary", false);
      J->attribute("damaged", IsDamaged);
      J->attribute("objects", Number);
    });
  J.endFiles();
  J->attributeObject("objects", [&] {
    J->attribute("kept", V.Match.kept());
    J->attribute("changed_class", V.Match.changedClass());
    J->attribute("classes_in_all", V.Classes.size());
    J->attributeArray("classes", [&] {
      for (const MatchedClass &Class : ArrayRef(V.Classes).take_front(V.Top))
        J->object([&] {
          J->attribute("class", toUtf8(Class.Name));
          J->attribute("before", Class.Before);
          J->attribute("after", Class.After);
          J->attribute("kept", Class.Kept);
        });
    });
  });
  J.finish(C.report());
}

/// Warns of what a collection does to ids.
static void tellMoves(ToolContext &C, const ObjectMatch &M) {
  // Objects that die make room for others even if none moves.
  if (M.changedClass() > M.before() / 100)
    C.report().warning(
        counted(M.changedClass(), "id has", "ids have") +
        " an object of another class in the second dump: a collection has "
        "moved objects, and those look gone and new");
  else
    C.report().note("objects are matched by id: those that a collection moved "
                    "between the dumps look gone and new");
}

Error hprof::compareObjects(ToolContext &C, ArrayRef<std::string> Paths,
                            const ClassPattern *Filter) {
  std::unique_ptr<ObjectMatch> Match;
  SmallVector<bool, 2> IsDamaged;
  for (const std::string &Path : Paths) {
    Progress::Task Working(C.progress(), "reading " + inputName(Path));
    Expected<std::unique_ptr<HeapStore>> S = openStore(C, Path);
    if (!S)
      return S.takeError();
    if (Match)
      Match->match((*S)->graph());
    else
      Match = std::make_unique<ObjectMatch>((*S)->graph());
    IsDamaged.push_back(!(*S)->damages().empty());
  }
  tellMoves(C, *Match);
  MatchView V{Paths, IsDamaged, *Match, Match->classes(),
              C.top(C.format() == "text" ? 20 : UINT64_MAX)};
  if (Filter)
    erase_if(V.Classes, [&](const MatchedClass &Class) {
      return !Filter->matches(Class.Name);
    });
  if (C.format() == "json")
    printJson(C, V);
  else if (C.format() == "csv")
    printCsv(C, V);
  else
    printText(C, V);
  return Error::success();
}
