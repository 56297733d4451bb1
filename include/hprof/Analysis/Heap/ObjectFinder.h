//===- ObjectFinder.h - Finds objects by their ids --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random access to the objects of a dump by id. Implementations walk over the
/// input (ObjectSearch.h) or use a graph (Contents/NodeFinder.h). Results are
/// cached.
///
///     if (Error E = Finder.fetch({Id}))
///       ...
///     if (const FoundObject *O = Finder.get(Id))
///       ...
///
/// Pass many ids to fetch(), since each call may require a walk.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_ANALYSIS_HEAP_OBJECTFINDER_H
#define HPROF_ANALYSIS_HEAP_OBJECTFINDER_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/Records.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace hprof {

class DumpContext;

/// An object's record.
struct FoundObject {
  RecordKind Kind = RecordKind::InstanceDump;
  BasicType ElementType = BasicType::Object; ///< Element type of an array.
  uint64_t Id = 0;
  uint64_t Offset = 0;
  uint64_t Class = 0; ///< 0 for arrays of primitives.
  uint32_t TraceSerial = 0;
  /// Number of bytes of an instance, or of elements of an array.
  uint32_t Length = 0;
  uint64_t Size = 0; ///< Bytes of the payload in the file.
  /// Number of later objects with the same id, if a walk found this one.
  uint64_t Repeats = 0;
  /// The first bytes: a view of Copy or of a mapped input.
  llvm::ArrayRef<uint8_t> Bytes;
  std::vector<uint8_t> Copy;

  bool isArray() const { return Kind != RecordKind::InstanceDump; }
  bool isWhole() const { return Bytes.size() == Size; }

  FoundObject() = default;
  FoundObject(FoundObject &&) = default; ///< The data of Bytes does not move.
  FoundObject &operator=(FoundObject &&) = default;
};

struct ObjectType {
  RecordKind Kind = RecordKind::InstanceDump;
  BasicType ElementType = BasicType::Object; ///< Element type of an array.
  uint64_t Class = 0;                        ///< 0 for arrays of primitives.

  bool operator==(const ObjectType &O) const {
    return Kind == O.Kind && ElementType == O.ElementType && Class == O.Class;
  }
};

class ObjectFinder {
public:
  /// Default limit on the bytes that fetch() keeps per object.
  static constexpr size_t DefaultBytes = 64 << 10;

  virtual ~ObjectFinder();

  /// Makes those of the objects \p Ids that are in the dump available from
  /// get(), with at most the first \p MaxBytes of each payload. Objects that
  /// were fetched before cost nothing. Of several objects with the same id, the
  /// first one is used, as in a HeapGraph.
  llvm::Error fetch(llvm::ArrayRef<uint64_t> Ids,
                    size_t MaxBytes = DefaultBytes);
  /// Returns the object, or null when it is not in the dump or was not fetched.
  /// The result is valid until the object is fetched again.
  const FoundObject *get(uint64_t Id) const;

  /// Same as fetch(), but makes only types available, from type(). This takes
  /// much less memory and time.
  llvm::Error fetchTypes(llvm::ArrayRef<uint64_t> Ids);
  /// Same as get(), but returns the type, which fetchTypes() has fetched.
  const ObjectType *type(uint64_t Id) const;

  const DumpContext &context() const { return Context; }
  /// See HeapFile::hasValues().
  virtual bool hasValues() const = 0;

protected:
  explicit ObjectFinder(const DumpContext &Context) : Context(Context) {}
  using IdsToFind = llvm::DenseSet<IdKey>;
  /// Looks up \p Ids and stores the objects found.
  virtual llvm::Error find(const IdsToFind &Ids, size_t MaxBytes) = 0;
  /// Stores the types of the objects \p Ids that are in the dump.
  virtual llvm::Error findTypes(const IdsToFind &Ids) = 0;
  /// Returns the slot of the object \p Id: null until the object is found.
  std::unique_ptr<FoundObject> &slot(uint64_t Id) { return Known[Id]; }
  /// Stores the type of an object unless one is already stored.
  void setType(uint64_t Id, const ObjectType &Of) { Types.try_emplace(Id, Of); }

private:
  const DumpContext &Context;
  /// Null for ids that are not in the dump.
  llvm::DenseMap<IdKey, std::unique_ptr<FoundObject>> Known;
  llvm::DenseMap<IdKey, ObjectType> Types;
};

} // namespace hprof

#endif // HPROF_ANALYSIS_HEAP_OBJECTFINDER_H
