//===- HeapIndex.h - Graphs kept in index files -----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap graph and results computed from it, in a file whose columns are used
/// in place: opening it takes milliseconds for dumps of any size.
///
///     if (Error E = HeapIndex::write(OS, Origin, Parts, Damages)) ...
///
///     auto File = HeapIndex::open("heap.hprof.hidx");
///     const HeapGraph &G = (*File)->graph();
///
/// docs/Formats/Index.md describes the format. open() checks everything it
/// parses (header, section table, classes, roots) and the checksums of all
/// sections of up to 4 MiB. Large columns are used in place in the mapped file
/// without being checked. Therefore, a file that another user can write is
/// rejected unless the caller trusts all users; in this case, open() checks the
/// whole file, as verify() does.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_INDEX_HEAPINDEX_H
#define HPROF_ANALYSIS_INDEX_HEAPINDEX_H

#include "hprof/Analysis/Contents/ContextRecords.h"
#include "hprof/Analysis/Contents/EntryLabels.h"
#include "hprof/Analysis/Dominators/DominatorClasses.h"
#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Dominators/RetainedSets.h"
#include "hprof/Analysis/Graph/HeapGraph.h"
#include "hprof/Analysis/Graph/InboundReferences.h"
#include "hprof/Analysis/Histogram/Histogram.h"
#include "hprof/Analysis/Index/DumpIdentity.h"
#include "hprof/Analysis/Leaks/LeakSuspects.h"
#include "hprof/Analysis/Paths/PathTree.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Stream/Platform.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>

namespace hprof {

/// Input and options from which a graph was built.
struct GraphOrigin {
  DumpIdentity Dump;
  unsigned Number = 1; ///< Number of the heap dump in the file.
  std::string Layout;  ///< The requested layout; "auto" by default.
  // Options for the dominators:
  ReferenceKinds Ignored;
  bool KeepUnreachable = false;
};

/// The contents of an index.
struct GraphParts {
  GraphParts(const HeapGraph &G, const DominatorTree &T,
             const InboundReferences &In)
      : Graph(G), Tree(T), Inbound(In) {}

  const HeapGraph &Graph;
  const DominatorTree &Tree;
  const InboundReferences &Inbound; ///< Inverse of all references.
  // Optional parts:
  /// Records of the mapped dump.
  std::optional<ContextRecords> Context;
  StackColumns::Owned Stacks; ///< The stacks, which Context does not contain.
  /// Paths through all references except soft, weak, final and phantom ones.
  std::optional<ShortestPaths> Paths;
  std::optional<PathGroups> Groups; ///< Groups of these paths.
  std::optional<EntryLabels> Labels;
  /// The histogram for all heap dumps in the file, with the names of loaders,
  /// and the damage found by the walk.
  std::optional<Histogram> Histo;
  std::vector<Damage> HistoDamages;
  // Results that take a long time to compute, but little space:
  /// Retained sets of all groups by class, package and loader.
  std::vector<std::pair<GroupBy, RetainedSets>> Retained;
  /// The tree of all objects, to a depth of ClassTreeDepth.
  std::optional<DominatorClasses> Classes;
  /// Leak suspects, with names of fields, and with the same KeepUnreachable as
  /// Tree.
  std::optional<LeakReport> Suspects;

  static constexpr unsigned ClassTreeDepth = 64;
};

class DerivedNumbers;

/// Users whose index files are used.
enum class IndexWriters : uint8_t {
  Self,   ///< Files that only the effective user and root can write.
  Anyone, ///< All other files, too. They must not change during use.
};

class HeapIndex {
public:
  enum class Section : uint32_t {
#define HPROF_SECTION(Name, Number, Width, Text) Name = Number,
#include "hprof/Analysis/Index/IndexSections.def"
  };
  struct SectionInfo {
    Section Kind;
    uint32_t Width;    ///< Bytes per element.
    uint64_t Offset;   ///< File offset of the first byte.
    uint64_t Bytes;    ///< A multiple of Width.
    uint64_t Checksum; ///< See docs/Formats/Index.md.
  };
  static const char *sectionName(Section S);
  /// Returns the section for the retained sets of a grouping.
  static Section retainedSection(GroupBy By);

  /// Writes the index of \p Parts sequentially. Write errors must be checked in
  /// the stream.
  static llvm::Error write(llvm::raw_ostream &OS, const GraphOrigin &Origin,
                           const GraphParts &Parts,
                           llvm::ArrayRef<Damage> Damages);

  /// Whether the file \p Path begins like an index file.
  static bool isHeapIndex(llvm::StringRef Path);
  static llvm::Expected<std::unique_ptr<HeapIndex>>
  open(llvm::StringRef Path, IndexWriters Trusted = IndexWriters::Self);
  /// Same as above, for bytes in memory, which must outlive the result and be
  /// aligned to 64 bytes.
  static llvm::Expected<std::unique_ptr<HeapIndex>>
  fromMemory(llvm::ArrayRef<uint8_t> Bytes, llvm::StringRef Name);

  const std::string &name() const { return Name; }
  const GraphOrigin &origin() const { return Origin; }
  llvm::ArrayRef<SectionInfo> sections() const { return Sections; }
  uint64_t size() const { return Bytes.size(); }
  /// Returns the mapped bytes of the file, for InputPages.
  llvm::ArrayRef<uint8_t> bytes() const { return Bytes; }
  /// Whether the file has all sections of a current index with all optional
  /// parts of GraphParts. An index from an older version may lack some.
  bool isComplete() const;
  /// Returns the damage found while reading the dump.
  llvm::ArrayRef<Damage> damages() const { return Damages; }

  // The columns of these results are views of the file.
  const HeapGraph &graph() const { return *Graph; }
  /// Sets the memory budget for results computed from the graph. The file's own
  /// pages are not counted; see bytes().
  void setMemory(std::shared_ptr<MemoryBudget> Memory) {
    Graph->setMemory(std::move(Memory));
  }
  const DominatorTree &dominators() const { return *Tree; }
  const InboundReferences &inbound() const { return *Inbound; }
  /// Returns the dump without its objects (see ContextRecords.h); empty if it
  /// is not in the file.
  llvm::ArrayRef<uint8_t> contextRecords() const;
  /// Returns the frames and traces, which contextRecords() does not contain.
  const StackColumns::View &stacks() const { return Stacks; }
  // These results are null if they are not in the file:
  const ShortestPaths *paths() const { return Paths ? &*Paths : nullptr; }
  const PathGroups *pathGroups() const { return Groups ? &*Groups : nullptr; }
  const EntryLabels *labels() const { return Labels ? &*Labels : nullptr; }
  // Results that are returned if they are in the file.
  /// The histogram is valid as long as this index exists. Adds the damage found
  /// by the walk to \p Damages.
  llvm::Expected<std::optional<Histogram>>
  histogram(std::vector<Damage> &Damages) const;
  llvm::Expected<std::optional<RetainedSets>>
  retainedSets(const NodeGroups &Groups, GroupBy By) const;
  llvm::Expected<std::optional<DominatorClasses>> classTree() const;
  llvm::Expected<std::optional<LeakReport>> leakSuspects() const;

  /// Checks all checksums and every number in every column.
  llvm::Error verify() const;

private:
  HeapIndex(llvm::ArrayRef<uint8_t> Bytes, llvm::StringRef Name)
      : Name(Name), Bytes(Bytes) {}

  class Writer;
  class Checker;
  class Loader;
  struct RowMap;
  class RowReader;
  class SuspectReader;

  llvm::Error fail(const llvm::Twine &What) const;
  llvm::Error readHead();
  llvm::Error readSections();
  llvm::Error load();
  llvm::Error loadDamages(Section S, RowReader &Io,
                          std::vector<Damage> &Into) const;
  const SectionInfo *find(Section S) const;
  llvm::Expected<llvm::ArrayRef<uint8_t>> bytesOf(Section S,
                                                  unsigned Width) const;
  template <class R> llvm::Expected<llvm::ArrayRef<R>> rowsOf(Section S) const;
  /// Reads the only row of a section.
  template <class R, class... V>
  llvm::Error readRow(Section S, RowReader &Io, V &...Into) const;
  template <class R, class V>
  llvm::Error readRows(Section S, RowReader &Io, std::vector<V> &Into) const;
  llvm::Error checkFacts(const FileHeader &H, const ObjectLayout &L) const;

  std::string Name;
  std::unique_ptr<llvm::MemoryBuffer> Owner;
  std::optional<MappedFile> Mapped; ///< Mapping of Owner, if it is mapped.
  llvm::ArrayRef<uint8_t> Bytes;
  GraphOrigin Origin;
  std::vector<SectionInfo> Sections;
  std::vector<Damage> Damages;
  StackColumns::View Stacks;
  // The first three are set by load().
  std::optional<HeapGraph> Graph;
  std::optional<DominatorTree> Tree;
  std::optional<InboundReferences> Inbound;
  std::optional<ShortestPaths> Paths;
  /// The columns of Tree and Paths.
  std::shared_ptr<const DerivedNumbers> DerivedParents, DerivedPaths;
  std::optional<PathGroups> Groups;
  std::optional<EntryLabels> Labels;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_INDEX_HEAPINDEX_H
