//===- SharedObjects.h - Objects whose identity is a value ------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reference to an object that everybody knows reveals its value, whatever is
/// left of its contents. Such constants are found in the dump:
///
/// - what a class holds in its static fields, or in an array in these, and is
///   an object of that class or of one in which it is nested: constants of an
///   enum, Boolean.TRUE, Locale.FRENCH, Integer$IntegerCache.cache;
/// - strings and boxes that any class holds so: literals and the like.
///
/// The class or the array is the keeper of the constant. All other references
/// to it can be sent to one object of its class. The constants of an enum count
/// as one class, even if some have one of their own.
///
/// Values inside their holders (FlattenedValues.h) are none of these: each has
/// one reference, which has to stay where it is.
///
/// Strings and boxes that are no constants, and the arrays of strings, show by
/// identity that two of them are equal.
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
    uint64_t First = UINT64_MAX; ///< The lowest id: stands for all.
  };
  /// A reference field of an instance.
  struct Slot {
    uint32_t Offset;
    bool IsText; ///< It refers to the contents of a String.
  };

  /// Walks over the dump three times. Memory grows with the constants, by 32
  /// bytes each, and with the strings and boxes, by less than a byte each.
  /// Nothing is shared in a stream that expectOneDump() refuses.
  llvm::Error look(Upstream &Stream);
  /// Names and ids are those of one heap dump: fails if there are several, or
  /// several files.
  llvm::Error expectOneDump() const;

  /// Those of the dump, after look().
  const DumpContext &names() const { return *Names; }
  llvm::ArrayRef<Group> groups() const { return Groups; }

  /// Whether \p Id may be a constant, a string, a box or a string's contents:
  /// if not, no other question needs to be asked.
  bool mayBeShared(uint64_t Id) const {
    return All.contains(Id) && !Flattened.contains(Id);
  }
  const Constant *constant(uint64_t Id) const {
    auto It = Constants.find(Id);
    return It == Constants.end() ? nullptr : &It->second;
  }
  /// For a string or box that is no constant, what stands for further
  /// references to it; 0 for other objects.
  uint64_t valueFor(uint64_t Id) const;
  /// The same for the contents of a string.
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
    uint64_t InHeap = UINT64_MAX; ///< The lowest one that cannot be flattened.
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
  llvm::DenseMap<IdKey, uint64_t>
      ClassOf; ///< Classes of what may be a constant.
  /// The elements of arrays that are held, by id.
  std::map<uint64_t, std::vector<uint64_t>> Arrays;
  std::map<uint64_t, Values> ByClass; ///< Strings and boxes.
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
