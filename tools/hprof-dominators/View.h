//===- View.h - What is printed of a dominator tree -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DOMINATORS_VIEW_H
#define TOOLS_HPROF_DOMINATORS_VIEW_H

#include "hprof/Analysis/Graph/NodeGroups.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/Support/raw_ostream.h"

namespace hprof {

class ToolContext;
struct ClassObjects;

/// A part of the reachable bytes, as --min says it.
struct Share {
  double Percent = 0;
  std::optional<uint64_t> Bytes; ///< Instead of Percent.
  std::string Text;              ///< What it was parsed from.

  /// At least one byte, unless it is 0.
  uint64_t of(uint64_t Whole) const;
  /// Of \p Option's value \p Text.
  static llvm::Expected<Share> parse(llvm::StringRef Option,
                                     llvm::StringRef Text);
};

struct DominatorView {
  enum class Part : uint8_t {
    Top,
    OfClass,
    Groups,
    Tree,
    ClassTree,
    Drops,
    Collapsed,
    Suspects
  };
  Part What = Part::Top;
  GroupBy By = GroupBy::Class;
  std::vector<uint64_t> Objects;   ///< Below what the tree is printed.
  std::string Class;               ///< Whose objects are listed.
  std::vector<std::string> Fields; ///< Columns of these: "a", "b.c".
  unsigned Depth = 64;
  Share Min{1, std::nullopt, ""};
  uint64_t Top = 20;
};

/// One input, and where it is printed to: text unless J or Csv is there.
struct DominatorOutput {
  ToolContext &C;
  const DominatorView &View;
  HeapStore &Store;
  const HeapGraph &G;
  const DominatorTree *T;  ///< Null for suspects.
  const LeakReport *Leaks; ///< Null for all else.
  DominatorTotals Totals;
  uint64_t Missing; ///< As HeapStore::missingBytes().
  llvm::raw_ostream &OS;
  EscapeMode Mode;
  llvm::json::OStream *J = nullptr; ///< In the object of the input.
  CsvWriter *Csv = nullptr;
  // Of --class.
  const ClassObjects *Of = nullptr;
  const HeapContents *Contents = nullptr;

  std::string show(llvm::StringRef Text) const { return escape(Text, Mode); }
  /// "java.lang.Thread 0x7f00", of class loaders also what loaderName() says.
  std::string show(Node N) const;
  /// The name that a loader was given: ' "plugin"'; empty for all else.
  std::string loaderName(Node N) const;
  /// "12.3%" of what is reachable; empty when that is a part of the heap of
  /// which nobody knows how large it is.
  std::string percent(uint64_t Bytes) const;
  uint64_t least() const { return View.Min.of(Totals.Bytes); }
  /// The attributes "id", "class", "shallow" and "retained".
  void objectJson(Node N, uint64_t Retained) const;
  void objectJson(Node N) const { objectJson(N, T->retained(N)); }
};

/// The line below a table that has \p Shown of \p All rows.
void printMore(const DominatorOutput &Out, uint64_t All, uint64_t Shown);

/// "class", "package", ...
llvm::StringRef groupName(GroupBy By);
/// The group of that name.
GroupBy groupCalled(llvm::StringRef Name);

/// The columns that CSV has in this view.
std::vector<llvm::StringRef> csvColumns(const DominatorView &View);

/// Finds the objects of the class that the view asks for, in \p Of, which must
/// outlive \p Out.
llvm::Error findClass(DominatorOutput &Out, ClassObjects &Of);
/// Whether the objects that the view asks for are there and in the tree.
llvm::Error checkObjects(const DominatorOutput &Out);

/// What was built, above everything else.
void printHead(const DominatorOutput &Out);

llvm::Error printTop(const DominatorOutput &Out);
llvm::Error printOfClass(const DominatorOutput &Out);
llvm::Error printGroups(const DominatorOutput &Out);
llvm::Error printTree(const DominatorOutput &Out);
llvm::Error printClassTree(const DominatorOutput &Out);
llvm::Error printDrops(const DominatorOutput &Out);
llvm::Error printCollapsed(const DominatorOutput &Out);
llvm::Error printSuspects(const DominatorOutput &Out);

} // namespace hprof

#endif // TOOLS_HPROF_DOMINATORS_VIEW_H
