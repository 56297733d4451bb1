//===- HeapContents.h - What the objects of a graph hold --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph knows what refers to what; names, fields, elements, Strings and
/// stacks are read from the mapped dump when somebody asks:
///
///     auto Contents = HeapContents::open(File, Graph);
///     Contents->string(N);                  // of a java.lang.String
///     Contents->object(N);                  // for an ObjectView
///     Contents->forEachReference(N, [&](const HeapReference &R) {
///       Contents->spell(R.Label); R.To; return true; });
///
/// Only the objects asked for are read: about a microsecond each when their
/// pages are in memory. Opening reads the records outside the heap dumps and
/// the CLASS DUMPs; where an index has these, the dump is not even opened
/// before the content of an object is wanted.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H
#define HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H

#include "hprof/Analysis/Graph/ClassReferences.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Heap/ObjectView.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/StackTable.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <mutex>

namespace hprof {

/// Names a reference of an object. Valid as long as the HeapContents.
struct ReferenceLabel {
  LabelKind Kind = LabelKind::Class;
  /// Of a field: weaker than Strong for Reference.referent.
  ReferenceKind Strength = ReferenceKind::Strong;
  const ClassInfo *Class = nullptr; ///< Declares the field.
  uint64_t NameId = 0;              ///< Of the field.
  uint64_t Index = 0;               ///< In an array or the constant pool.
  RecordKind Root = RecordKind::RootUnknown; ///< Of a local.
  uint32_t ThreadSerial = 0;
  int32_t Frame = -1; ///< Into the thread's stack, -1 for none.
};

struct HeapReference {
  ReferenceLabel Label;
  uint64_t Id = 0;  ///< Never 0.
  Node To = NoNode; ///< NoNode when the dump does not have the object.
};

class DumpContext;
class EntryLabels;
class HeapFile;
class RecordVisitor;

class HeapContents {
public:
  /// \p File is what \p G was built from. Both must outlive this.
  static llvm::Expected<std::unique_ptr<HeapContents>> open(HeapFile &File,
                                                            const HeapGraph &G);
  /// The same with names and classes from \p Records (see ContextRecords.h)
  /// and with \p Stacks, which must outlive this, too.
  /// \p Open is called when the first object is read. When that fails, \p Fail
  /// is told once, and all objects are as if the dump did not have them.
  static llvm::Expected<std::unique_ptr<HeapContents>>
  open(llvm::ArrayRef<uint8_t> Records, const StackColumns::View &Stacks,
       const HeapGraph &G, std::function<llvm::Expected<HeapFile *>()> Open,
       std::function<void(llvm::Error)> Fail);
  ~HeapContents();

  /// Lets references be named without the dump.
  void use(const EntryLabels *From) { Labels = From; }

  const HeapGraph &graph() const { return G; }
  /// Names, classes and stacks; threads() of it from the roots.
  const DumpContext &context() const { return *Context; }
  /// Empty when it could not be opened.
  HeapFile &file() const;
  Node find(uint64_t Id) const { return G.find(Id); }
  /// Whether roots hang off \p N, a thread's object.
  bool hasLocals(Node N) const { return !localsOf(N).empty(); }

  // All of the following can be called from several threads at once, unless
  // said otherwise. Damaged objects are answered with what is there.

  /// The record of \p N, its bytes in place; none for objects of classes, and
  /// for NoNode.
  std::optional<FoundObject> object(Node N) const;
  /// Where in source() the record of \p N is, a class's too; none when the dump
  /// could not be opened.
  std::optional<uint64_t> offset(Node N) const;
  /// The text of a java.lang.String or char[].
  std::optional<JavaString> string(Node N) const;
  /// Where the fields of instances of a class are; null when that is not known,
  /// and for arrays. Their references are in the order of the graph's entries
  /// when told in entryOrder().
  const InstanceShape *shape(ClassNumber C) const { return Shapes[C]; }
  /// The value of the field \p Name, declared closest to the class of \p O.
  std::optional<Value> field(const FoundObject &O, llvm::StringRef Name) const;
  /// What the reference field \p Name of \p N refers to, or NoNode.
  Node follow(Node N, llvm::StringRef Name) const;

  /// Calls \p F with every reference that is not null, until it returns false.
  /// Without those to what the dump lacks they are, in order, those of
  /// HeapGraph::forEachReference().
  void
  forEachReference(Node N,
                   llvm::function_ref<bool(const HeapReference &)> F) const;
  /// Calls \p F with every reference of HeapGraph::forEachReference(), in its
  /// order, until it returns false. Those of arrays come without their index:
  /// no dump is needed where an index has labels.
  void
  forEachEdge(Node N,
              llvm::function_ref<bool(const ReferenceLabel &, Node)> F) const;
  /// The label of the first reference from \p From to \p To; strong ones
  /// before others, own ones before that to the class.
  std::optional<ReferenceLabel> labelOf(Node From, Node To) const;
  /// For people, modified UTF-8: "table", "[7]", "static cache", "<class>",
  /// "<local> in com.acme.Job.run(Job.java:7)".
  std::string spell(const ReferenceLabel &L) const;
  /// The name of a Field or Static, else what stands for it: "<class>", "[7]".
  std::string name(const ReferenceLabel &L) const;

  /// The thread whose object is \p N, or null.
  const ThreadInfo *threadOf(Node N) const;
  /// What the thread is called whose object is \p N, in modified UTF-8.
  std::optional<std::string> threadName(Node N) const;
  /// The frame ids of its stack, innermost first.
  FrameList stack(const ThreadInfo &T) const;
  /// "com.acme.Job.run(Job.java:7)", "" when there is no such frame.
  std::string frameText(uint32_t ThreadSerial, int32_t Frame) const;

private:
  explicit HeapContents(const HeapGraph &G);
  llvm::Error readContext(HeapFile &From);
  void addDump(RecordVisitor &Build);
  llvm::Error indexBlocks() const;
  void openDump() const;
  /// The bytes in which the record of \p N lies, and its offset in these.
  std::pair<llvm::ArrayRef<uint8_t>, uint64_t> record(Node N) const;
  uint64_t place(Node N) const;
  uint64_t locate(uint64_t Id) const;
  uint64_t locateIn(const RecordBlock &B, uint64_t Id) const;
  template <class Fn> void forEachCandidate(uint64_t Id, Fn &&F) const;
  llvm::Error listOffsets() const;

  /// The positions in HeapGraph::roots() of the roots that hang off \p N.
  llvm::ArrayRef<size_t> localsOf(Node N) const;
  void listLocals() const;

  template <class T>
  bool forEachLabeled(
      Node N, llvm::function_ref<bool(const ReferenceLabel &, Node)> F) const;

  friend class ReferenceLister;

  const HeapGraph &G;
  std::unique_ptr<DumpContext> Context;
  /// Those that an index keeps, and where in them the classes' are.
  llvm::ArrayRef<uint8_t> Records;
  llvm::DenseMap<Node, uint64_t> ClassRecords;
  const EntryLabels *Labels = nullptr;
  std::function<llvm::Expected<HeapFile *>()> Open;
  std::function<void(llvm::Error)> Fail;
  // Known once the dump is open.
  mutable std::once_flag IsOpen;
  mutable HeapFile *File = nullptr;
  mutable std::unique_ptr<HeapFile> Nothing; ///< Instead of File.
  mutable llvm::ArrayRef<uint8_t> Bytes;
  /// The highest id of each block and those before it.
  mutable std::vector<uint64_t> Reach;
  std::vector<const InstanceShape *> Shapes; ///< By class number.
  /// Where the records are, by node, when ids are in no order; else empty.
  mutable BigArray<uint64_t> Offsets;
  /// Of each thread's object: its position in the context's threads.
  llvm::DenseMap<Node, size_t> ThreadByObject;
  // The roots that hang off threads, listed when they are first asked for: a
  // dump of 100,000 threads has a million.
  struct LocalRange {
    size_t Begin = 0, Count = 0; ///< In LocalRoots.
  };
  mutable std::once_flag AreLocalsListed;
  mutable llvm::DenseMap<Node, LocalRange> LocalsByObject;
  mutable std::vector<size_t> LocalRoots;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_CONTENTS_HEAPCONTENTS_H
