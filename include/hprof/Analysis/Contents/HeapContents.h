//===- HeapContents.h - Contents of the objects of a graph ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph contains the references; names, fields, elements, Strings and
/// stacks are read from the mapped dump on demand:
///
///     auto Contents = HeapContents::open(File, Graph);
///     Contents->string(N);                  // of a java.lang.String
///     Contents->object(N);                  // for an ObjectView
///     Contents->forEachReference(N, [&](const HeapReference &R) {
///       Contents->spell(R.Label); R.To; return true; });
///
/// Only the requested objects are read. This takes about a microsecond per
/// object if its pages are in memory. Opening reads the records outside the
/// heap dumps and the CLASS DUMPs; if an index contains these, the dump is not
/// opened until the contents of an object are needed.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H
#define HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H

#include "hprof/Analysis/Contents/BlockFinder.h"
#include "hprof/Analysis/Graph/ClassReferences.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/StackTable.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <mutex>

namespace hprof {

/// Names a reference of an object. Valid as long as the HeapContents exists.
struct ReferenceLabel {
  LabelKind Kind = LabelKind::Class;
  /// Kind of the reference; not Strong only for Reference.referent.
  ReferenceKind Strength = ReferenceKind::Strong;
  const ClassInfo *Class = nullptr; ///< Class that declares the field.
  /// For a field, the class of the object that contains it.
  ClassNumber Of = NoClass;
  uint64_t NameId = 0; ///< Name of the field.
  uint64_t Index = 0;  ///< Index in an array or the constant pool.
  RecordKind Root = RecordKind::RootUnknown; ///< Kind of the root, for a local.
  uint32_t ThreadSerial = 0;
  int32_t Frame = -1; ///< Index into the thread's stack; -1 for none.
};

struct HeapReference {
  ReferenceLabel Label;
  uint64_t Id = 0;  ///< Never 0.
  Node To = NoNode; ///< NoNode if the object is missing from the dump.
};

class DumpContext;
class EntryLabels;
class HeapCollections;
class HeapFile;
class RecordVisitor;

class HeapContents {
public:
  /// \p File is the file that \p G was built from. Both must outlive this.
  static llvm::Expected<std::unique_ptr<HeapContents>> open(HeapFile &File,
                                                            const HeapGraph &G);
  /// Same as above, but with names and classes from \p Records (see
  /// ContextRecords.h) and with \p Stacks, which must outlive this, too. \p
  /// Open is called when the first object is read. If \p Open fails, \p Fail is
  /// called once, and all objects are treated as missing from the dump.
  static llvm::Expected<std::unique_ptr<HeapContents>>
  open(llvm::ArrayRef<uint8_t> Records, const StackColumns::View &Stacks,
       const HeapGraph &G, std::function<llvm::Expected<HeapFile *>()> Open,
       std::function<void(llvm::Error)> Fail);
  ~HeapContents();

  /// Uses \p From to name references without the dump.
  void use(const EntryLabels *From) { Labels = From; }

  /// Hides secrets with \p By in masked() and start(); without this call,
  /// nothing is hidden. To be called before other threads use the contents.
  void maskTexts(std::function<std::string(std::string)> By) const {
    Mask = std::move(By);
  }
  /// Returns \p Text of a String without secrets. All strings that are to be
  /// shown pass through this function or the next one before they are truncated
  /// or become a part of a sentence: no rule recognizes a part of a secret. If
  /// secrets are hidden, only the beginning of a long string is returned.
  std::string masked(std::string Text) const;
  /// Returns the first \p Most bytes of masked(), and whether more follow.
  std::pair<std::string, bool> start(std::string Text, size_t Most) const;

  const HeapGraph &graph() const { return G; }
  /// Returns names, classes and stacks; its threads() come from the roots.
  const DumpContext &context() const { return *Context; }
  /// Returns the dump; empty if it could not be opened.
  HeapFile &file() const;
  Node find(uint64_t Id) const { return G.find(Id); }
  /// Whether \p N is a thread object with roots attached.
  bool hasLocals(Node N) const { return !localsOf(N).empty(); }

  // All of the following can be called from several threads at once, unless
  // stated otherwise. For damaged objects they return what is readable.

  /// Returns the record of \p N, whose bytes are a view of the dump; nullopt
  /// for class objects and NoNode.
  std::optional<FoundObject> object(Node N) const;
  /// Returns the offset in HeapFile::source() of the record of \p N, which may
  /// be a class object; nullopt if the dump could not be opened.
  std::optional<uint64_t> offset(Node N) const;
  /// Returns the value of a java.lang.String or char[].
  std::optional<JavaString> string(Node N) const;
  /// Returns the field layout of the instances of a class; null if it is
  /// unknown, and for arrays. If entryOrder() is passed to it, it lists
  /// references in the order of the graph's entries.
  const InstanceShape *shape(ClassNumber C) const { return Shapes[C]; }
  /// Returns the value of the field \p Name of \p O; see findField().
  std::optional<Value> field(const FoundObject &O, llvm::StringRef Name) const;
  /// Returns the object that the field \p Name of \p N refers to, or NoNode.
  Node follow(Node N, llvm::StringRef Name) const;

  /// Calls \p F with every non-null reference of \p N, until \p F returns
  /// false. Apart from references to objects missing from the dump, these are
  /// the references of HeapGraph::forEachReference(), in the same order. If \p
  /// N is an array, references before the element \p First are omitted.
  void forEachReference(Node N,
                        llvm::function_ref<bool(const HeapReference &)> F,
                        uint64_t First = 0) const;
  /// Calls \p F with every reference of HeapGraph::forEachReference(), in the
  /// same order, until \p F returns false. Labels of array elements have no
  /// Index, so that the dump is not needed if labels come from an index file.
  /// If \p N is an array, the first \p Skip references are omitted.
  void forEachEdge(Node N,
                   llvm::function_ref<bool(const ReferenceLabel &, Node)> F,
                   uint64_t Skip = 0) const;
  /// Returns the label of the first reference from \p From to \p To, preferring
  /// strong ones other than the reference to the class.
  std::optional<ReferenceLabel> labelOf(Node From, Node To) const;
  /// Returns the label as text, in modified UTF-8: "table", "[7]", "static
  /// cache", "<class>", "<local> in com.acme.Job.run(Job.java:7)".
  std::string spell(const ReferenceLabel &L) const;
  /// Returns the name of a Field, as in findField(), or of a Static; for all
  /// other kinds, a substitute: "<class>", "[7]".
  std::string name(const ReferenceLabel &L) const;

  /// Returns the thread whose thread object is \p N, or null.
  const ThreadInfo *threadOf(Node N) const;
  /// Returns the masked name of the thread with object \p N, in modified UTF-8.
  std::optional<std::string> threadName(Node N) const;
  /// Returns the frame ids of the stack of \p T, innermost first.
  FrameList stack(const ThreadInfo &T) const;
  /// Returns the collections, whose reading plans are created on first use.
  const HeapCollections &collections() const;
  /// Returns the masked name or URLs that identify the class loader \p N; see
  /// readLoaderNames().
  std::optional<std::string> loaderName(Node N) const;
  /// Returns "com.acme.Job.run(Job.java:7)", or "" if there is no such frame.
  std::string frameText(uint32_t ThreadSerial, int32_t Frame) const;

private:
  explicit HeapContents(const HeapGraph &G);
  llvm::Error readContext(HeapFile &From);
  void addDump(RecordVisitor &Build);
  llvm::Error indexBlocks() const;
  void openDump() const;
  /// Returns the bytes that contain the record of \p N, and its offset in them.
  std::pair<llvm::ArrayRef<uint8_t>, uint64_t> record(Node N) const;
  uint64_t place(Node N) const;
  uint64_t locate(uint64_t Id) const;
  uint64_t locateIn(const RecordBlock &B, uint64_t Id) const;
  llvm::Error listOffsets() const;

  /// Returns the indices in HeapGraph::roots() of the roots attached to \p N.
  llvm::ArrayRef<size_t> localsOf(Node N) const;
  void listLocals() const;

  template <class T>
  bool forEachLabeled(
      Node N, llvm::function_ref<bool(const ReferenceLabel &, Node)> F) const;

  friend class ReferenceLister;

  const HeapGraph &G;
  std::unique_ptr<DumpContext> Context;
  mutable std::function<std::string(std::string)> Mask;
  /// Records in an index, and the offsets of CLASS DUMPs in them.
  llvm::ArrayRef<uint8_t> Records;
  llvm::DenseMap<Node, uint64_t> ClassRecords;
  const EntryLabels *Labels = nullptr;
  std::function<llvm::Expected<HeapFile *>()> Open;
  std::function<void(llvm::Error)> Fail;
  // Set once the dump is open.
  mutable std::once_flag IsOpen;
  mutable HeapFile *File = nullptr;
  /// Used instead of File if the dump cannot be opened.
  mutable std::unique_ptr<HeapFile> Nothing;
  mutable llvm::ArrayRef<uint8_t> Bytes;
  mutable BlockFinder Blocks;
  std::vector<const InstanceShape *> Shapes; ///< By class number.
  mutable std::once_flag ArePlanned;
  mutable std::unique_ptr<HeapCollections> Collections;
  /// Record offsets by node if ids are not in order; else empty.
  mutable BigArray<uint64_t> Offsets;
  /// For each thread object, the index of its thread in the context's threads.
  llvm::DenseMap<Node, size_t> ThreadByObject;
  // Roots attached to threads. Listed on first use, because there may be
  // millions.
  struct LocalRange {
    size_t Begin = 0, Count = 0; ///< In LocalRoots.
  };
  mutable std::once_flag AreLocalsListed;
  mutable llvm::DenseMap<Node, LocalRange> LocalsByObject;
  mutable std::vector<size_t> LocalRoots;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H
