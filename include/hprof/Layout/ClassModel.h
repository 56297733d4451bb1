//===- ClassModel.h - Input for size computations ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a dump from which shallow sizes are computed, independent of the
/// reader that collected it. Names are views: the creator of the models keeps
/// the strings alive.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LAYOUT_CLASSMODEL_H
#define HPROF_LAYOUT_CLASSMODEL_H

#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hprof {

/// A field as CLASS DUMP declares it.
struct FieldModel {
  llvm::StringRef Name;
  BasicType Type = BasicType::Object;
  uint64_t Bits = 0; ///< For a static field, its value.
};

/// A class as LOAD CLASS and CLASS DUMP describe it.
struct ClassModel {
  uint64_t Id = 0;
  uint64_t Super = 0; ///< Id of the superclass, 0 for none.
  /// As in the file: java/lang/String, java.lang.String, [I and int[] are
  /// accepted.
  llvm::StringRef Name;
  llvm::SmallVector<FieldModel, 0> Fields;  ///< Own instance fields.
  llvm::SmallVector<FieldModel, 0> Statics; ///< Static fields.
  uint32_t DeclaredSize = 0;                ///< "instance size" of CLASS DUMP.
};

/// True when \p Name and \p Other are the same class, each given as
/// java/lang/String or java.lang.String.
inline bool isClassNamed(llvm::StringRef Name, llvm::StringRef Other) {
  auto IsSame = [](char A, char B) {
    return A == B || (A == '/' && B == '.') || (A == '.' && B == '/');
  };
  return Name.size() == Other.size() &&
         std::equal(Name.begin(), Name.end(), Other.begin(), IsSame);
}

/// True for the pseudo statics of HotSpot, <resolved_references> and
/// <init_lock>, which are not fields of the class.
inline bool isPseudoStatic(const FieldModel &F) {
  return F.Name.starts_with("<");
}

/// Finds classes by id and by name. Keeps the models by reference.
class ClassIndex {
public:
  explicit ClassIndex(llvm::ArrayRef<ClassModel> Classes);

  /// Position of the class with \p Id; the last one if ids repeat.
  std::optional<size_t> find(uint64_t Id) const;
  /// Position of the first class called \p Internal (java/lang/String).
  std::optional<size_t> findName(llvm::StringRef Internal) const;
  llvm::ArrayRef<ClassModel> classes() const { return Classes; }

private:
  llvm::ArrayRef<ClassModel> Classes;
  std::vector<std::pair<uint64_t, size_t>> ById;
};

} // namespace hprof

#endif // HPROF_LAYOUT_CLASSMODEL_H
