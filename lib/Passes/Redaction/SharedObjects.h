//===- SharedObjects.h - Objects whose identity is a value ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reference to a well-known object reveals its value, even if its contents
/// are redacted. Such constants are found in the dump:
///
/// - objects in the static fields of a class, or in an array in these, whose
///   class is that class or nested in it: constants of an enum, Boolean.TRUE,
///   Locale.FRENCH, Integer$IntegerCache.cache;
/// - strings and boxed values in such fields of any class, such as literals.
///
/// The class or array is the keeper of the constant. All other references to it
/// can be redirected to one object of its class. The constants of an enum are
/// treated as one class, even if some constants have a class of their own.
///
/// Values inside their holders (FlattenedValues.h) are excluded: each has only
/// one reference, which must not be redirected.
///
/// Strings and boxed values that are not constants, and the arrays of strings,
/// reveal equality by identity.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_PASSES_REDACTION_SHAREDOBJECTS_H
#define HPROF_LIB_PASSES_REDACTION_SHAREDOBJECTS_H

#include "hprof/Convert/Pipeline/Stage.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/IdSet.h"
#include "hprof/Format/Records/DumpNumbers.h"
#include "hprof/Layout/FlattenedValues.h"
#include <map>

namespace hprof {

class SharedObjects {
public:
  struct Constant {
    uint64_t Keeper = 0; ///< A class or an array of objects.
    uint32_t Group = 0;
  };
  struct Group {
    uint64_t Class = 0;
    uint64_t First =
        UINT64_MAX; ///< The lowest id, which represents the whole group.
  };
  /// A reference field of an instance.
  struct Slot {
    uint32_t Offset;
    bool IsText; ///< Whether it refers to the contents of a String.
  };

  /// Walks over the dump three times. Memory grows with the constants, by 32
  /// bytes each, and with the strings and boxed values, by less than a byte
  /// each. Nothing is shared in a stream that expectOneDump() rejects.
  llvm::Error look(Upstream &Stream);
  /// Names and ids are valid in one heap dump only, so this fails if the input
  /// has several heap dumps or files.
  llvm::Error expectOneDump() const;

  /// Names of the dump, after look().
  const DumpContext &names() const { return *Names; }
  llvm::ArrayRef<Group> groups() const { return Groups; }

  /// Whether \p Id may be a constant, a string, a boxed value or a string's
  /// contents; if not, the other functions need not be called.
  bool mayBeShared(uint64_t Id) const {
    return All.contains(Id) && !Flattened.contains(Id);
  }
  const Constant *constant(uint64_t Id) const {
    auto It = Constants.find(Id);
    return It == Constants.end() ? nullptr : &It->second;
  }
  /// Returns the replacement for further references to a string or boxed value
  /// that is not a constant; 0 for other objects.
  uint64_t valueFor(uint64_t Id) const;
  /// Same as above, for the contents of a string.
  uint64_t textFor(uint64_t Id) const {
    return Texts.contains(Id) ? FirstText : 0;
  }
  llvm::ArrayRef<Slot> slots(uint64_t Class);

private:
  class Walk;
  class ClassWalk;
  struct Holder {
    const ClassInfo *Class;
    uint64_t Object;
  };
  struct Values {
    IdSet Ids;
    uint64_t First = UINT64_MAX;  ///< The lowest id.
    uint64_t InHeap = UINT64_MAX; ///< The lowest id that cannot be flattened.
  };

  Values *valuesOf(uint64_t Class);
  uint64_t ownConstant(const ClassInfo &Holder, uint64_t Class) const;
  void add(uint64_t Id, uint64_t Keeper, uint64_t GroupClass);
  void addOwn();
  void addValues();

  const DumpContext *Names = nullptr;
  DumpNumbers Dumps;
  unsigned Files = 0;
  std::vector<Holder> Holders; ///< Static references, in the file's order.
  IdSet Held;
  llvm::DenseMap<IdKey, uint64_t> ClassOf; ///< Classes of possible constants.
  /// The elements of held arrays, by id.
  std::map<uint64_t, std::vector<uint64_t>> Arrays;
  std::map<uint64_t, Values> ByClass; ///< Strings and boxed values.
  llvm::DenseMap<IdKey, Values *> Known;
  llvm::DenseMap<IdKey, Constant> Constants;
  llvm::DenseMap<IdKey, uint32_t> GroupOf; ///< By class.
  std::vector<Group> Groups;
  IdSet All, Texts;
  FlattenedValues Flattened;
  uint64_t FirstText = UINT64_MAX;
  llvm::DenseMap<IdKey, std::vector<Slot>> Slots;
};

} // namespace hprof

#endif // HPROF_LIB_PASSES_REDACTION_SHAREDOBJECTS_H
