//===- BasicType.h - Value types of HPROF -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_BASICTYPE_H
#define HPROF_FORMAT_BASE_BASICTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hprof {

/// The type of a field or of array elements. A file may contain any other byte
/// in its place: check isKnown() first.
enum class BasicType : uint8_t {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH) NAME = CODE,
#include "hprof/Format/Base/BasicTypes.def"
};

/// Size in bytes of a value of type \p T in a file with \p IdSize byte ids; 0
/// when \p T is not a known type.
inline unsigned widthOf(BasicType T, unsigned IdSize) {
  constexpr uint8_t IsId = 0xff;
  // A table rather than a switch: it is looked up once per array.
  struct Table {
    uint8_t Width[256] = {};
    constexpr Table(uint8_t IsId) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  Width[CODE] = WIDTH ? WIDTH : IsId;
#include "hprof/Format/Base/BasicTypes.def"
    }
  };
  static constexpr Table Widths(IsId);
  uint8_t Width = Widths.Width[uint8_t(T)];
  return Width == IsId ? IdSize : Width;
}

inline bool isKnown(BasicType T) { return widthOf(T, 1) != 0; }
inline bool isReference(BasicType T) {
  return T == BasicType::Object || T == BasicType::Array;
}

/// "int", "object", ...; empty for an unknown type.
llvm::StringRef basicTypeName(BasicType T);
/// The inverse of basicTypeName().
std::optional<BasicType> parseBasicType(llvm::StringRef Name);
/// 'I', 'L', ... as in JVM descriptors; 0 for an unknown type.
char basicTypeDescriptor(BasicType T);

} // namespace hprof

#endif // HPROF_FORMAT_BASE_BASICTYPE_H
