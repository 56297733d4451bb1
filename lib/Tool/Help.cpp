//===- Help.cpp - Prints --help -------------------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"
#include "Terminal.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <tuple>
#include <unistd.h>

using namespace llvm;
using namespace llvm::opt;
using namespace hprof;

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
  size_t Position; ///< In the tool's own order.
  std::string Spelling;
  StringRef Text;
  StringRef Name; ///< Sorted: "--explain" before "--explain=".
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

static std::vector<Line> linesOf(const ToolOptions &Options,
                                 ArrayRef<unsigned> Order, bool WithHidden) {
  std::vector<Line> Lines;
  StringMap<size_t> Groups; // The lowest position in each.
  for (const OptTable::Info &Row : Options.rows()) {
    if (!Row.HelpText || Row.AliasID || Row.Kind == Option::GroupClass ||
        ((Row.Flags & HelpHidden) && !WithHidden))
      continue;
    StringRef Group = "OPTIONS";
    if (Row.GroupID)
      Group = Options.row(Row.GroupID).HelpText;
    const size_t Position = size_t(find(Order, Row.ID) - Order.begin());
    size_t &First = Groups.try_emplace(Group, Position).first->second;
    First = std::min(First, Position);
    Lines.push_back({Group, Position, spellingOf(Options, Row), Row.HelpText,
                     Row.PrefixedName});
  }
  auto Key = [&](const Line &L) {
    return std::tuple(rankOf(L.Group), Groups.lookup(L.Group), L.Group,
                      L.Position, L.Name);
  };
  stable_sort(Lines,
              [&](const Line &A, const Line &B) { return Key(A) < Key(B); });
  return Lines;
}

/// Prints \p Text in the second column, on a line with \p Used columns filled.
static void printText(raw_ostream &OS, StringRef Text, size_t Used,
                      size_t LineWidth) {
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
                      const ToolOptions &Options, ArrayRef<unsigned> Order,
                      bool WithHidden) {
  size_t Width = 100;
  if (const unsigned Columns =
          OS.is_displayed() ? terminalColumns(STDOUT_FILENO) : 0)
    Width = std::clamp<size_t>(Columns, 60, Width);
  OS << "OVERVIEW: " << Overview << "\n\nUSAGE: " << Usage << '\n';
  StringRef Group;
  for (const Line &L : linesOf(Options, Order, WithHidden)) {
    if (L.Group != Group)
      OS << '\n' << L.Group << ":\n";
    Group = L.Group;
    OS << "  " << L.Spelling;
    printText(OS, L.Text, 2 + L.Spelling.size(), Width);
  }
  OS << "\nAn argument @FILE reads options from FILE.\n";
}
