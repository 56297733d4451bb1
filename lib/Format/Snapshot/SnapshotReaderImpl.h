//===- SnapshotReaderImpl.h - Parts of the reader ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_SNAPSHOT_SNAPSHOTREADERIMPL_H
#define HPROF_LIB_FORMAT_SNAPSHOT_SNAPSHOTREADERIMPL_H

#include "JsonScan.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "hprof/Format/Snapshot/SnapshotReader.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <array>
#include <memory>
#include <vector>

namespace hprof {
namespace snapshot {

/// Class assignment for nodes of a type.
struct NodeType {
  bool IsNamed = false; ///< Whether node names are class names.
  bool IsSynthetic = false;
  std::string Class; ///< The class if node names are not class names.
};

enum class EdgeKind : uint8_t { Named, Index, Weak };

/// Description of the arrays, from "snapshot".
struct Meta {
  /// Positions of a node's numbers, from "node_fields".
  struct NodePlaces {
    unsigned Type, Name, Id, Size, Edges, Count;
  };
  /// Positions of an edge's numbers, from "edge_fields".
  struct EdgePlaces {
    unsigned Type, Name, To, Count;
  };
  static constexpr unsigned Absent = ~0U;
  NodePlaces Node{Absent, Absent, Absent, Absent, Absent, 0};
  EdgePlaces Edge{Absent, Absent, Absent, 0};
  std::vector<NodeType> NodeTypes;
  std::vector<EdgeKind> EdgeTypes;
  /// Declared numbers; 0 if the writer did not know them.
  uint64_t Nodes = 0, Edges = 0;

  /// Reads the value of "snapshot". Returns false after a fault of \p In.
  bool read(JsonScan &In);
  /// Describes a missing part; empty if complete.
  std::string fault() const;

private:
  bool readMember(JsonScan &In, llvm::StringRef Name);
  bool readMeta(JsonScan &In);
};

/// Faults that can occur for each node or edge: the first is reported with its
/// position, later ones are counted.
enum class Oddity : uint8_t {
  NodeType,
  EdgeType,
  NodeId,
  SameId,
  Size,
  Target,
  Name
};
constexpr unsigned NumOddities = unsigned(Oddity::Name) + 1;

class Reader {
public:
  Reader(Source &Input, RecordVisitor &V, const SnapshotReaderOptions &Options)
      : In(Input), V(V), Options(Options) {}
  llvm::Error run();

private:
  struct Edge {
    EdgeKind Kind;
    uint64_t Name; ///< String id, 0 for no name.
    uint64_t To;   ///< Object id.
  };
  /// Ids of strings that are not from the file. They precede all others.
  enum OwnString : uint64_t {
    ObjectName = 1,
    PartName,
    FirstTypeName,
    FirstText = 1 << 16 ///< The string with index 0.
  };
  /// Above all ids that a double can express.
  static constexpr uint64_t FirstMadeId = UINT64_C(1) << 53;
  static constexpr uint64_t FirstClass = UINT64_C(1) << 56;
  static constexpr uint64_t MostNodes = UINT32_MAX;
  /// Sets of indices reserve two values.
  static constexpr uint64_t MostStrings = UINT32_MAX - 1;
  /// Maximum bytes of a name; longer names are truncated.
  static constexpr size_t LongestText = 16 << 10;

  bool readMembers();
  bool readNodes();
  bool readNode();
  void replaceRepeatedIds();
  bool readEdges();
  bool readEdge();
  bool readStrings();
  void sendMissingTexts();
  void sendBeginning();
  void finishNode();
  void sendObject(uint64_t Id, uint64_t Name, uint32_t Size,
                  llvm::MutableArrayRef<Edge> Of);
  void divideEdges();
  void sendRoots();
  void sendRoot(uint64_t Object, llvm::StringRef Group);
  /// The classes with the same name.
  struct Shapes {
    using NameCounts = llvm::DenseMap<IdKey, uint64_t>;
    uint64_t Count = 0;
    bool IsJoined = false; ///< Whether further classes are merged.
    /// The edge names of the first class as long as there is no second one.
    /// Most names have only one class, and a table is much larger.
    std::vector<uint64_t> First;
    /// Number of classes that have an edge of each name; once classes are
    /// merged, the names that edges keep.
    std::unique_ptr<NameCounts> Uses;

    /// Counts another class with an edge of the name \p Name.
    void use(uint64_t Name);
    NameCounts &uses();
  };
  uint64_t classFor(uint64_t Name, uint32_t Size,
                    llvm::MutableArrayRef<Edge> Of);
  uint64_t mostShapes() const;
  void joinShapes(Shapes &S, llvm::MutableArrayRef<Edge> Of);
  std::pair<IdKey, IdKey> hashOfKey() const;
  uint64_t classNameOf(size_t Node);
  uint64_t text(uint64_t Index);
  /// Marks the string with the id \p Text as used by a record.
  void use(uint64_t Text) { Texts.insert(uint32_t(Text - FirstText)); }
  bool isGroup(size_t Node) const {
    return M.NodeTypes[Types[Node]].IsSynthetic && !Sizes[Node];
  }
  void sendText(uint64_t Id, llvm::StringRef Text);
  void damage(format_errc Code, uint64_t Offset, const llvm::Twine &What);
  void odd(Oddity O, format_errc Code, const llvm::Twine &What);
  llvm::Error finish();

  JsonScan In;
  RecordVisitor &V;
  const SnapshotReaderOptions &Options;
  Meta M;
  bool HasMeta = false, HasNodes = false, HasEdges = false, HasStrings = false;
  bool HasBegun = false; ///< Whether sendBeginning() was called.
  std::array<uint64_t, NumOddities> OddCounts{};

  // The nodes.
  std::vector<uint8_t> Types;
  std::vector<uint32_t> Names, Sizes, EdgeCounts;
  std::vector<uint64_t> Ids;

  // The node whose edges are being read.
  size_t At = 0;
  uint64_t Start = 0; ///< Position of its edges in the input.
  std::vector<Edge> Edges;
  uint64_t NumEdges = 0, NumParts = 0, NumDroppedNames = 0;

  llvm::DenseMap<IdKey, Shapes> ShapesOf; ///< By name.
  /// Classes by a hash of name, size and edge names.
  llvm::DenseMap<std::pair<IdKey, IdKey>, uint64_t> Classes;
  llvm::SmallVector<uint64_t, 64> Key;
  ListBuilder<NamedReference> References;

  /// Roots, each with the name of its group.
  std::vector<std::pair<uint64_t, uint32_t>> Roots;
  std::vector<uint64_t> Shortcuts; ///< Direct targets of the first node.
  // Strings by index, which is less than MostStrings.
  llvm::DenseSet<uint64_t, SeededInfo> Texts;      ///< Unsent strings.
  llvm::DenseSet<uint64_t, SeededInfo> ClassNames; ///< Names of classes.
  /// Group names.
  llvm::DenseMap<uint64_t, std::string, SeededInfo> Groups;
  uint64_t MaxString = 0; ///< The largest index in use.
};

} // namespace snapshot
} // namespace hprof

#endif // HPROF_LIB_FORMAT_SNAPSHOT_SNAPSHOTREADERIMPL_H
