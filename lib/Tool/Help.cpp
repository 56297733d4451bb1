//===- Help.cpp - Prints --help -------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace hprof;

static constexpr size_t LineWidth = 100;
static constexpr size_t TextColumn = 26;

/// The position of a group: a tool's own groups come first.
static unsigned rankOf(StringRef Title) {
  return StringSwitch<unsigned>(Title)
      .Case("GRAPH OPTIONS", 1)
      .Case("OUTPUT OPTIONS", 2)
      .Case("READING OPTIONS", 3)
      .Case("STANDARD OPTIONS", 4)
      .Default(0);
}

namespace {
struct Line {
  StringRef Group; ///< The title.
  std::string Spelling;
  StringRef Text;
};
} // namespace

/// "-n, --top=<n>"; those without a short name are aligned with the others.
static std::string spellingOf(const ToolOptions &Options,
                              const OptTable::Info &Row) {
  std::string Out = "    ";
  for (const OptTable::Info &Other : Options.rows())
    if (Other.AliasID == Row.ID && Other.PrefixedName.size() == 2)
      Out = (Other.PrefixedName + ", ").str();
  Out += Row.PrefixedName;
  if (Row.MetaVar)
    Out += Row.MetaVar;
  return Out;
}

static std::vector<Line> linesOf(const ToolOptions &Options, bool WithHidden) {
  std::vector<Line> Lines;
  for (const OptTable::Info &Row : Options.rows()) {
    if (!Row.HelpText || Row.AliasID || Row.Kind == Option::GroupClass ||
        ((Row.Flags & HelpHidden) && !WithHidden))
      continue;
    StringRef Group = "OPTIONS";
    if (Row.GroupID)
      Group = Options.row(Row.GroupID).HelpText;
    Lines.push_back({Group, spellingOf(Options, Row), Row.HelpText});
  }
  stable_sort(Lines, [](const Line &A, const Line &B) {
    return std::pair(rankOf(A.Group), A.Group) <
           std::pair(rankOf(B.Group), B.Group);
  });
  return Lines;
}

/// Prints \p Text in the second column, on a line with \p Used columns taken.
static void printText(raw_ostream &OS, StringRef Text, size_t Used) {
  if (Used + 1 > TextColumn) {
    OS << '\n';
    Used = 0;
  }
  OS.indent(unsigned(TextColumn - Used));
  for (bool IsFirst = true; !Text.empty(); IsFirst = false) {
    if (!IsFirst)
      OS.indent(TextColumn);
    size_t Most = LineWidth - TextColumn, End = Text.size();
    if (End > Most) {
      End = Text.rfind(' ', Most + 1);
      if (End == StringRef::npos)
        End = std::min(Text.find(' '), Text.size());
    }
    OS << Text.take_front(End) << '\n';
    Text = Text.drop_front(End).ltrim();
  }
}

void hprof::printHelp(raw_ostream &OS, StringRef Usage, StringRef Overview,
                      const ToolOptions &Options, bool WithHidden) {
  OS << "OVERVIEW: " << Overview << "\n\nUSAGE: " << Usage << '\n';
  StringRef Group;
  for (const Line &L : linesOf(Options, WithHidden)) {
    if (L.Group != Group)
      OS << '\n' << L.Group << ":\n";
    Group = L.Group;
    OS << "  " << L.Spelling;
    printText(OS, L.Text, 2 + L.Spelling.size());
  }
  OS << "\n@FILE as an argument reads options from FILE.\n";
}
