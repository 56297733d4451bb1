//===- YamlSchema.h - Spelling of records in YAML ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The spelling of Records.def in YAML: names of records and fields, and the
/// shapes of lists. Nothing here depends on a particular record.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_YAML_YAMLSCHEMA_H
#define HPROF_LIB_FORMAT_YAML_YAMLSCHEMA_H

#include "hprof/Format/Records/RecordCodec.h"
#include "llvm/ADT/StringExtras.h"

namespace hprof {
namespace yaml {

/// Name of the format whose records a document contains.
llvm::StringRef vocabularyName(Format Carrier);

/// "loadClass" for LoadClass; objects lose their "Dump": "instance".
inline std::string yamlKind(RecordKind K) {
  llvm::StringRef Name = recordInfo(K).Name;
  if (recordInfo(K).Group == RecordGroup::Object)
    Name.consume_back("Dump");
  return llvm::toLower(Name[0]) + Name.drop_front().str();
}

/// Whether \p Key is the spelling of the field \p Name: "classSerial" for
/// ClassSerial.
inline bool isKey(llvm::StringRef Key, const char *Name) {
  return !Key.empty() && Key[0] == (Name[0] | 0x20) &&
         Key.drop_front() == Name + 1;
}

/// Notation for the elements of a list.
enum class Shape : uint8_t {
  Single, ///< [value, ...]: structs of one field.
  Pair,   ///< {name: value, ...}: structs of a name and a type or value.
  Map     ///< [{field: value, ...}, ...]
};

namespace detail {
struct ShapeIO {
  static constexpr bool Mutates = false;
  unsigned Count = 0;
  bool IsTyped = false;
  template <FieldType T, class F> constexpr void field(const char *, F &) {
    ++Count;
    IsTyped = T == FieldType::Value || T == FieldType::Type;
  }
};
} // namespace detail

template <class S> Shape shapeOf() {
  detail::ShapeIO Io;
  const S Element{};
  mapRecord(Io, Element);
  if (Io.Count == 1)
    return Shape::Single;
  return Io.Count == 2 && Io.IsTyped ? Shape::Pair : Shape::Map;
}

/// Records whose trace serial defaults to the value in "defaults".
template <class R>
constexpr bool HasTraceDefault =
    FactsOf<R>.has(FieldType::TraceSerial) &&
    (R::Group == RecordGroup::Object || R::Group == RecordGroup::Class);

/// Records without an HPROF binary form: they have no tag and no frame.
template <class R, class = void> constexpr bool IsForeign = true;
template <class R>
constexpr bool IsForeign<R, std::void_t<decltype(R::Tag)>> = false;

} // namespace yaml
} // namespace hprof

#endif // HPROF_LIB_FORMAT_YAML_YAMLSCHEMA_H
