//===- JfrTypes.h - Types of a chunk of a recording -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JFR_JFRTYPES_H
#define HPROF_LIB_FORMAT_JFR_JFRTYPES_H

#include "JfrBytes.h"
#include "hprof/Format/Base/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace hprof::jfr {

/// How the values of a type are stored.
enum class Storage : uint8_t {
  Fields, ///< Its fields, one after another.
#define HPROF_JFR_PRIMITIVE(NAME, STORAGE, SIZE) STORAGE,
#include "JfrPrimitives.def"
};

/// Size of a primitive value, as in JfrPrimitives.def.
int primitiveSize(Storage S);

/// Units of numbers, by the annotations of the JDK's events.
enum class JfrUnit : uint8_t {
  None,
#define HPROF_JFR_UNIT(NAME, ANNOTATION, VALUE) NAME,
#include "JfrUnits.def"
};

/// Number of a type in its chunk.
using TypeNumber = uint32_t;

struct JfrField {
  std::string Name;
  TypeNumber Type = 0;
  bool IsConstant = false; ///< The value is a key of the type's pool.
  bool IsArray = false;
  bool IsUnsigned = false;
  JfrUnit Unit = JfrUnit::None;
  std::string Label; ///< "Start Time"; may be empty.
};

struct JfrType {
  std::string Name;  ///< "jdk.ExecutionSample".
  std::string Label; ///< "Method Profiling Sample"; may be empty.
  bool IsEvent = false;
  Storage Is = Storage::Fields;
  std::vector<JfrField> Fields;
  /// Whether values have no bytes, because the type has no fields.
  bool IsEmpty = false;
};

/// The types that a metadata event describes.
class JfrTypes {
public:
  /// Reads a metadata event from \p Event, which is after its size and type.
  static llvm::Expected<JfrTypes> read(JfrBytes Event);

  const JfrType &operator[](TypeNumber T) const { return All[T]; }
  size_t size() const { return All.size(); }
  std::optional<TypeNumber> find(uint64_t Id) const;
  std::optional<TypeNumber> find(llvm::StringRef Name) const;

  /// Skips the value of the field \p F.
  void skip(JfrBytes &From, const JfrField &F, unsigned Depth = 0) const;
  /// Skips one value of the type \p T.
  void skipOne(JfrBytes &From, TypeNumber T, unsigned Depth = 0) const;

private:
  void add(uint64_t Id, llvm::StringRef Name);
  llvm::Error findEmpty();

  std::vector<JfrType> All;
  llvm::DenseMap<IdKey, TypeNumber> Numbers; ///< By id.
};

} // namespace hprof::jfr

#endif // HPROF_LIB_FORMAT_JFR_JFRTYPES_H
