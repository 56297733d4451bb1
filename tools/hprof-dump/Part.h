//===- Part.h - What the parts of the output have in common -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_DUMP_PART_H
#define TOOLS_HPROF_DUMP_PART_H

#include "hprof/Analysis/Heap/ObjectSearch.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Tool/Escape.h"
#include "llvm/Support/JSON.h"

namespace hprof {

class DominatorTree;
class HeapContents;
class HeapGraph;

/// What a part of the output is printed from and to.
struct Part {
  ObjectFinder &Finder;
  ObjectSearch &Search; ///< Walks the dump.
  const DumpContext &Context;
  llvm::raw_ostream &OS;
  llvm::json::OStream *J; ///< Null for text.
  EscapeMode Mode;
  uint64_t Top;    ///< Elements or objects to print at most.
  bool HasOffsets; ///< Of the user's file; what was converted has none.
  /// For --retained, and to follow what objects refer to; else null.
  const HeapGraph *Graph = nullptr;
  const HeapContents *Contents = nullptr;
  const DominatorTree *Tree = nullptr; ///< With --retained or an index.
  bool ShowsRetained = false;          ///< Of each object that is asked for.

  /// For JSON.
  llvm::json::Value offset(uint64_t Offset) const {
    return HasOffsets ? llvm::json::Value(Offset) : nullptr;
  }
  std::string show(llvm::StringRef Text) const { return escape(Text, Mode); }
};

/// Of strings that are shown beside a reference this many bytes are fetched.
constexpr size_t StringPreview = 256;

/// "0x1a2b java.lang.String "text"", "null", or the id alone when nothing is
/// known of the object. Fetch it before.
std::string referenceText(const Part &P, uint64_t Id);
/// The same of an object that the dump has, without its id.
std::string objectText(const Part &P, uint64_t Id);
/// The attributes "id", "class" and "string" of an object that is open.
void referenceJson(const Part &P, uint64_t Id);
/// The class of a fetched object, or of a class "class java.lang.String";
/// empty when the dump does not have it.
std::string classOfReference(const Part &P, uint64_t Id);

/// With --retained: lines, or attributes, with what the object \p Id retains
/// and what dominates it.
void retainedText(const Part &P, uint64_t Id);
void retainedJson(const Part &P, uint64_t Id);

/// What is in a collection, map, builder, box or time; nothing of others. The
/// caller has Contents.
void contentsText(const Part &P, uint64_t Id);
void contentsJson(const Part &P, uint64_t Id);

/// The value of a field: as valueText() and with what a reference leads to.
std::string fieldText(const Part &P, const Value &V);
/// The attributes "type", "value" and those of a reference.
void fieldJson(const Part &P, const Value &V);

llvm::Error printClasses(const Part &P);
/// What is asked for of threads.
struct ThreadsAsked {
  bool WithLocals = true;
  bool Ungrouped = false; ///< Equal stacks each by itself, however many.
  uint64_t Most = 0;      ///< Stacks to print; 0 for all.
};
/// What there is, printed or not.
struct ThreadCounts {
  size_t Threads = 0;
  size_t Stacks = 0; ///< As many as threads where these are not grouped.
};
llvm::Error printThreads(const Part &P, const ThreadsAsked &Asked,
                         ThreadCounts &InAll);
llvm::Error printProperties(const Part &P, bool ShowValues);
llvm::Error printObjects(const Part &P, llvm::ArrayRef<uint64_t> Ids);
llvm::Error printInstances(const Part &P, llvm::ArrayRef<std::string> Classes,
                           bool WithSubclasses);
/// One class, as --classes and --object do it.
void printClass(const Part &P, const ClassInfo &C);
/// The references that printClass() shows.
void collectReferences(const ClassInfo &C, std::vector<uint64_t> &Ids);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_PART_H
