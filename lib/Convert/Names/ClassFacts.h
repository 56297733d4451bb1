//===- ClassFacts.h - Facts that identify classes ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Properties of the classes of a heap dump by which they can be recognized in
/// another dump of the same program: the fields of each class, whether it has
/// instances, and the classes of some of the objects that it refers to. Ids of
/// classes, and the existing objects, differ between processes.
///
/// Memory grows with the number of classes and fields, not of objects.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_NAMES_CLASSFACTS_H
#define HPROF_LIB_CONVERT_NAMES_CLASSFACTS_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof {

class ClassFacts {
public:
  /// Sends the whole dump to a visitor and finishes the visitor.
  using Walk = llvm::function_ref<llvm::Error(RecordVisitor &)>;

  /// An item that holds references: a field that a class declares, a static
  /// field, or the elements of all arrays of a class.
  struct Place {
    static constexpr unsigned MaxSamples = 8;
    /// Some of the objects to which the place refers.
    llvm::SmallVector<uint64_t, 2> Objects;
    /// Ids of their classes. Types of primitive arrays also have ids here.
    llvm::SmallVector<uint64_t, 2> Classes;
  };

  struct Class {
    uint64_t Id = 0;
    /// Null if the dump neither loads nor describes the class.
    const ClassInfo *Info = nullptr;
    uint64_t Instances = 0, Arrays = 0;
    uint32_t Length = 0; ///< Bytes of its first instance's values.
    uint32_t FirstStatic = 0, FirstField = 0, Elements = 0; ///< In Places.
    uint32_t NumStatics = 0, NumFields = 0;

    bool isDumped() const { return Info && Info->IsDumped; }
    bool isNamed() const { return Info && Info->IsLoaded; }
    uint64_t objects() const { return Instances + Arrays; }
  };

  /// \p Context must contain all names of the dump, and outlive this.
  explicit ClassFacts(const DumpContext &Context) : Context(Context) {}

  /// Walks the dump twice.
  llvm::Error collect(Walk Dump);

  const DumpContext &context() const { return Context; }
  llvm::ArrayRef<Class> classes() const { return Classes; }
  /// Returns the number of the class \p Id; nullopt if the dump lacks it.
  std::optional<uint32_t> find(uint64_t Id) const;
  const Place &place(uint32_t Number) const { return Places[Number]; }
  /// Returns the only class of the samples of the place; nullopt if they differ
  /// or there are none.
  std::optional<uint64_t> onlyClassAt(uint32_t Place) const;

private:
  class Sampler;
  class Resolver;
  uint32_t add(uint64_t Id);
  void addPlaces(Class &C);
  void sample(uint32_t Place, uint64_t Object);

  const DumpContext &Context;
  std::vector<Class> Classes;
  llvm::DenseMap<IdKey, uint32_t> ById;
  std::vector<Place> Places;
  /// Maps each referenced object to its class, 0 until that is found.
  llvm::DenseMap<IdKey, uint64_t> Wanted;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_NAMES_CLASSFACTS_H
