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

/// The input and output of a part.
struct Part {
  ObjectFinder &Finder;
  ObjectSearch &Search; ///< Walks the dump.
  const DumpContext &Context;
  llvm::raw_ostream &OS;
  llvm::json::OStream *J; ///< Null for text.
  EscapeMode Mode;
  uint64_t Top;    ///< Maximum number of elements or objects to print.
  bool HasOffsets; ///< In the user's file; converted input lacks them.
  /// For --retained, and for following references; else null.
  const HeapGraph *Graph = nullptr;
  const HeapContents *Contents = nullptr;
  const DominatorTree *Tree = nullptr; ///< With --retained or an index.
  bool ShowsRetained = false;          ///< For each requested object.
  bool ShowsContents = false;          ///< What is in requested collections.

  /// Offset as a JSON value.
  llvm::json::Value offset(uint64_t Offset) const {
    return HasOffsets ? llvm::json::Value(Offset) : nullptr;
  }
  std::string show(llvm::StringRef Text) const { return escape(Text, Mode); }
};

/// Offset of the CLASS DUMP in the file. If the class came from an index, it is
/// looked up there.
uint64_t offsetOf(const Part &P, const ClassInfo &C);

/// Bytes fetched of strings shown next to references.
constexpr size_t StringPreview = 256;

/// "0x1a2b java.lang.String "text"", "null", or only the id if the object is
/// unknown. Fetch it first.
std::string referenceText(const Part &P, uint64_t Id);
/// The same for an object in the dump, without its id.
std::string objectText(const Part &P, uint64_t Id);
/// Writes the attributes "id", "class" and "string" of an open object.
void referenceJson(const Part &P, uint64_t Id);
/// The class of a fetched object, or "class java.lang.String" for a class;
/// empty when it is not in the dump.
std::string classOfReference(const Part &P, uint64_t Id);

/// In place of texts and elements; see HeapFile::hasValues().
constexpr const char *NoValues = "no values in this format";
/// Whether what \p O shows, its text or its elements, is not in the format.
bool lacksValues(const Part &P, const FoundObject &O);

/// With --retained: prints lines, or attributes, with the retained size of
/// object \p Id and its dominator.
void retainedText(const Part &P, uint64_t Id);
void retainedJson(const Part &P, uint64_t Id);

/// Prints the contents of a collection, map, builder, box or time; nothing for
/// others. The caller must set Contents.
void contentsText(const Part &P, uint64_t Id);
void contentsJson(const Part &P, uint64_t Id);

/// The value of a field: valueText() plus the target of a reference.
std::string fieldText(const Part &P, const Value &V);
/// Writes the attributes "type", "value" and those of a reference.
void fieldJson(const Part &P, const Value &V);

llvm::Error printClasses(const Part &P);
llvm::Error printObjects(const Part &P, llvm::ArrayRef<uint64_t> Ids);
llvm::Error printInstances(const Part &P, llvm::ArrayRef<std::string> Classes,
                           bool WithSubclasses);
/// Prints one class, for --classes and --object.
void printClass(const Part &P, const ClassInfo &C);
/// Collects the references that printClass() shows.
void collectReferences(const ClassInfo &C, std::vector<uint64_t> &Ids);

} // namespace hprof

#endif // TOOLS_HPROF_DUMP_PART_H
