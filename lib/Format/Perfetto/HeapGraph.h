//===- HeapGraph.h - A heap graph from a trace ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_PERFETTO_HEAPGRAPH_H
#define HPROF_LIB_FORMAT_PERFETTO_HEAPGRAPH_H

#include "WireFields.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace hprof {
namespace perfetto {

/// Messages and their fields, from TraceFields.def: `Object::Size`.
#define TRACE_FIELD(MESSAGE, FIELD, NUMBER)                                    \
  constexpr uint32_t MESSAGE##_##FIELD = NUMBER;
#include "TraceFields.def"

struct GraphObject {
  uint64_t Id = 0, Type = 0, Size = 0;
  uint64_t FirstReference = 0; ///< Index into HeapGraph::References.
  uint64_t FirstField = 0;     ///< Index into HeapGraph::Fields.
  uint32_t NumReferences = 0;
  uint8_t Heap = 0;
  bool HasFields = false; ///< Whether there is a field name for each reference.
};

struct GraphType {
  uint64_t Id = 0, Location = 0, Size = 0, Super = 0, Loader = 0, Kind = 0;
  uint64_t Offset = 0; ///< Offset of the packet that contains the type.
  std::string Name;
  std::vector<uint64_t> Fields; ///< Fields that the type declares.

  /// Whether instances have fields.
  bool hasFields() const {
    constexpr uint64_t NoReferences = 2, String = 3, Array = 4;
    return Kind != NoReferences && Kind != String && Kind != Array;
  }
};

struct GraphRoot {
  uint64_t Object;
  uint8_t Kind;
};

/// All packets of one heap graph.
class HeapGraph {
public:
  /// Adds the message from a packet at \p Offset. Returns false if it is
  /// malformed; the part before the fault is kept.
  bool add(llvm::ArrayRef<uint8_t> Message, uint64_t Offset);
  /// Marks the remaining part of the last message as missing.
  void cut() { IsContinued = true; }

  /// Items omitted because of their ids.
  struct BadIds {
    uint64_t Count = 0;
    uint64_t Id = 0, Offset = 0; ///< The first item's, and its packet's.

    void add(uint64_t ThisId, uint64_t ThisOffset) {
      if (!Count++) {
        Id = ThisId;
        Offset = ThisOffset;
      }
    }
  };
  /// Removes objects with the id of an earlier one.
  BadIds dropRepeated();
  /// Dropped objects whose ids are too large for addresses. Such ids are
  /// assigned to items other than objects, such as classes without objects.
  const BadIds &impossibleObjects() const { return NoObjects; }
  /// References to such objects.
  const BadIds &impossibleReferences() const { return NoReferences; }

  /// Whether more packets follow.
  bool isContinued() const { return IsContinued; }
  /// The first packet number that was expected but missing.
  std::optional<uint64_t> missingPacket() const { return Missing; }
  /// Number of objects whose numbers of fields and references differ; both are
  /// dropped.
  uint64_t oddObjects() const { return OddObjects; }

  std::vector<GraphObject> Objects;
  std::vector<uint64_t> References, Fields;
  std::vector<GraphType> Types;
  llvm::DenseMap<IdKey, size_t> TypeOf; ///< Index of each type, by id.
  /// Field names, "java.lang.Class.vtable", with their ids.
  std::vector<std::pair<uint64_t, std::string>> FieldNames;
  std::vector<GraphRoot> Roots;
  std::vector<std::pair<uint64_t, uint64_t>> NativeSizes; ///< By object id.

private:
  bool addObject(llvm::ArrayRef<uint8_t> Message);
  bool addType(llvm::ArrayRef<uint8_t> Message);
  bool addRoot(llvm::ArrayRef<uint8_t> Message);
  bool addFieldName(llvm::ArrayRef<uint8_t> Message);
  uint64_t reference(uint64_t Id);
  void pushRoot(uint64_t Id, uint8_t Kind);
  uint64_t offset() const { return Packets.back().second; }

  /// The first object of each packet, with the packet's offset.
  std::vector<std::pair<size_t, uint64_t>> Packets;
  BadIds NoObjects, NoReferences;
  uint64_t LastId = 0, NextIndex = 0, OddObjects = 0;
  uint8_t LastHeap = 0;
  bool IsContinued = false;
  std::optional<uint64_t> Missing;
};

/// Original names of obfuscated ones.
class Mappings {
public:
  /// Adds a DeobfuscationMapping; returns false if it is malformed.
  bool add(llvm::ArrayRef<uint8_t> Message);
  /// Returns the original name of a class, or of an array of it.
  std::string className(llvm::StringRef Name) const;
  /// Returns the original name of the field \p Name, "Class.field", without the
  /// class.
  std::string fieldName(llvm::StringRef Name) const;

private:
  bool addClass(llvm::ArrayRef<uint8_t> Message);

  llvm::StringMap<std::string> Classes;
  llvm::StringMap<std::string> Fields; ///< By "Class.field".
};

} // namespace perfetto
} // namespace hprof

#endif // HPROF_LIB_FORMAT_PERFETTO_HEAPGRAPH_H
