//===- View.h - What is printed of a dominator tree -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DOMINATORS_VIEW_H
#define TOOLS_HPROF_DOMINATORS_VIEW_H

#include "hprof/Analysis/Store/Answers/DominatorAnswers.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "hprof/Tool/Table.h"
#include "llvm/Support/raw_ostream.h"

namespace hprof {

class ToolContext;
struct ClassObjects;

/// A part of the reachable bytes, as in --min.
struct Share {
  double Percent = 0;
  std::optional<uint64_t> Bytes; ///< Replaces Percent.
  std::string Text;              ///< The text it was parsed from.

  /// At least one byte, unless the share is 0.
  uint64_t of(uint64_t Whole) const;
  /// Parses \p Text, the value of \p Option.
  static llvm::Expected<Share> parse(llvm::StringRef Option,
                                     llvm::StringRef Text);
};

struct DominatorView {
  enum class Part : uint8_t {
    Table, ///< Printed as an answer.
    OfClass
  };
  Part What = Part::Table;
  DominatorRequest Request;        ///< What Part::Table shows.
  std::string Class;               ///< The class whose objects are listed.
  std::vector<std::string> Fields; ///< Fields to print: "a", "b.c".
  Share Min{1, std::nullopt, ""};
  uint64_t Top = 20;
};

/// An input with its output, which is text unless J or Csv is set.
struct DominatorOutput {
  ToolContext &C;
  const DominatorView &View;
  HeapStore &Store;
  const HeapGraph &G;
  const DominatorTree *T;
  DominatorTotals Totals;
  uint64_t Missing; ///< See HeapStore::missingBytes().
  llvm::raw_ostream &OS;
  EscapeMode Mode;
  llvm::json::OStream *J = nullptr; ///< Inside the input's object.
  CsvWriter *Csv = nullptr;
  // For --class:
  const ClassObjects *Of = nullptr;
  const HeapContents *Contents = nullptr;

  std::string show(llvm::StringRef Text) const { return escape(Text, Mode); }
  /// "java.lang.Thread 0x7f00", for class loaders followed by loaderName().
  std::string show(Node N) const;
  /// The name given to a loader: ' "plugin"'; empty for all else.
  std::string loaderName(Node N) const;
  /// "12.3%" of the reachable bytes; empty if these are only a part of a heap
  /// of unknown size.
  std::string percent(uint64_t Bytes) const;
  /// Writes the attributes "id", "class", "shallow" and "retained".
  void objectJson(Node N, uint64_t Retained) const;
  void objectJson(Node N) const { objectJson(N, T->retained(N)); }
};

/// Prints the line below a table with \p Shown of \p All rows.
void printMore(const DominatorOutput &Out, uint64_t All, uint64_t Shown);

/// The CSV columns of this view.
std::vector<std::string> csvColumns(const DominatorView &View);

/// Finds the objects of the requested class and stores them in \p Of, which
/// must outlive \p Out.
llvm::Error findClass(DominatorOutput &Out, ClassObjects &Of);

/// Prints a description of the input, before everything else.
void printHead(const DominatorOutput &Out);

llvm::Error printOfClass(const DominatorOutput &Out);

} // namespace hprof

#endif // TOOLS_HPROF_DOMINATORS_VIEW_H
