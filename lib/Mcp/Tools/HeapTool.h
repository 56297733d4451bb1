//===- HeapTool.h - An MCP tool for heap dumps ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_TOOLS_HEAPTOOL_H
#define LIB_MCP_TOOLS_HEAPTOOL_H

#include "Mcp/Heaps/HeapCache.h"
#include "Mcp/Tools/AnswerPage.h"
#include "hprof/Mcp/McpTool.h"

namespace hprof {

/// A tool call, with its inputs and its page.
class ToolRun {
public:
  ToolRun(HeapCache &Cache, const McpArguments &Arguments, McpCall &Call);
  ~ToolRun();

  const McpArguments &arguments() const { return Arguments; }
  McpCall &call() const { return Call; }
  HeapCache &cache() const { return Cache; }
  AnswerPage &page() { return Page; }
  uint64_t offset() const { return Arguments.number("offset").value_or(0); }
  uint64_t limit() const;

  /// Resolved file of argument \p Name.
  llvm::Expected<std::string> file(llvm::StringRef Name) const;
  /// Opens the heap that argument "file" names.
  llvm::Error open();
  /// Runs a query on the heap. Only one result can be read at a time.
  llvm::Expected<std::unique_ptr<QueryResult>> ask(llvm::StringRef Sql);
  /// Adds a list with the rows of a query.
  llvm::Error list(llvm::StringRef Name, llvm::StringRef Sql);
  /// Adds a record with the first row of a query. Returns false if there is
  /// none.
  llvm::Expected<bool> record(llvm::StringRef Name, llvm::StringRef Sql);
  /// The string from a query with one row and one column, or null.
  llvm::Expected<std::optional<std::string>> value(llvm::StringRef Sql);
  /// An error that names the file.
  llvm::Error failure(const llvm::Twine &What) const;
  /// Adds a suggestion for the assistant's next call.
  void suggest(const llvm::Twine &Text) { Next.push_back(Text.str()); }
  /// Adds a note on this answer.
  void note(std::string Text) { OfAnswer.push_back(std::move(Text)); }
  HeapNotes &notes() { return Heap ? Heap->Notes : Own; }

  /// Adds the common parts of all answers, and returns the JSON.
  std::string finish();

private:
  HeapCache &Cache;
  const McpArguments &Arguments;
  McpCall &Call;
  AnswerPage Page;
  OpenHeap *Heap = nullptr;
  HeapNotes Own; ///< For a call without an open heap.
  std::vector<std::string> Next, OfAnswer;
  bool IsCounting = false; ///< Whether objects are counted while a query runs.
};

/// Declaration of a tool in HeapTools.cpp.
struct HeapToolRow {
  const char *Name, *Title;
  std::string Description;
  std::vector<Column> Parameters; ///< Specific to this tool.
  std::vector<Column> Answer;     ///< Schema of its result.
  bool NeedsFile = true;
  bool HasList = true;
  /// Fills the page.
  llvm::Error (*Run)(ToolRun &R);
};

/// In the order of the list.
llvm::ArrayRef<HeapToolRow> heapToolRows();

} // namespace hprof

#endif // LIB_MCP_TOOLS_HEAPTOOL_H
