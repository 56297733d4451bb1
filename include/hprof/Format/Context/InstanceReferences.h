//===- InstanceReferences.h - Field layouts of instances --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// INSTANCE DUMP contains values without their fields: first those of the
/// object's class, then those of its superclass, and so on. This class derives
/// references and other fields, with their offsets, from the CLASS DUMPs:
///
///     if (const InstanceShape *S = Context.instances().find(R.Class))
///       S->forEachReference(FieldOrder::OwnFirst, R.Length,
///                           [&](const FieldSlot &F) { ... F.Offset ... });
///
/// A shape contains the fields of its own class and links to the superclass's
/// shape for the others. Superclass fields are always at the same distance from
/// the end of the values, so all subclasses share one shape for these fields:
/// memory and time are linear in the number of classes and declared fields once
/// all have been visited, and the work per instance is linear in its bytes.
/// Separate layouts for each class of a long chain would take quadratic space.
///
/// Offsets and sizes are in bytes, from the first value of the instance. A
/// class has no known fields if a superclass is missing or the superclasses
/// form a ring; there are no other failures. Similar code elsewhere serves
/// other purposes: the sizes of objects in the VM's heap
/// (Layout/ShallowSizes.h), fields synthesized for objects without them
/// (Convert/Stages), and names that YAML uses before all classes have arrived
/// (yaml::Scope).
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_CONTEXT_INSTANCEREFERENCES_H
#define HPROF_FORMAT_CONTEXT_INSTANCEREFERENCES_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/ClassInfo.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <deque>
#include <mutex>
#include <type_traits>

namespace hprof {

class DumpContext;

/// The order in which references are visited.
enum class FieldOrder : uint8_t {
  OwnFirst, ///< By offset: own fields, then the superclass's, and so on.
  /// Same as above, but a reference "referent" comes first: if there are
  /// several, the one declared closest to the root, which is that of
  /// java.lang.ref.Reference.
  ReferentFirst,
  /// From the root superclass down to the class; in declaration order within
  /// one class.
  RootFirst,
};

/// One field of an instance, identified by the position of its value.
struct FieldSlot {
  const ClassInfo *Class; ///< The declaring class.
  uint64_t NameId;
  BasicType Type;
  uint32_t Offset; ///< Into INSTANCE DUMP's values.
};

/// The fields of instances of one class. Valid until the context receives more
/// information about its classes.
class InstanceShape {
public:
  enum class Chain : uint8_t {
    Whole,
    Incomplete, ///< The class or a superclass has no CLASS DUMP.
    Ring,       ///< The superclasses form a ring.
  };
  /// Everything below is 0 or empty unless this is Whole.
  Chain chain() const { return State; }

  const ClassInfo &type() const { return *Class; }
  /// Size of an INSTANCE DUMP's values.
  uint64_t bytes() const { return Bytes; }
  /// Number of declared fields; number of references among them.
  uint64_t fields() const { return Fields; }
  uint64_t references() const { return References; }
  /// Whether a field has an unknown type. It is treated as zero bytes wide.
  bool hasUnknownTypes() const { return UnknownTypes; }

  /// The reference that comes first with ReferentFirst.
  std::optional<FieldSlot> referent() const;
  /// Reference number \p I in \p Order. The time depends on the number of
  /// superclasses, not on \p I.
  std::optional<FieldSlot> reference(FieldOrder Order, uint64_t I) const;

  /// Calls \p F with the slots of references that begin within the first
  /// \p Size bytes, in \p Order. With ReferentFirst, the referent is always
  /// included, because a graph always has an entry for it. \p F returns void,
  /// or whether to continue.
  template <class Fn>
  void forEachReference(FieldOrder Order, uint64_t Size, Fn &&F) const;
  /// Same as above, for all fields, by offset.
  template <class Fn> void forEachField(uint64_t Size, Fn &&F) const;
  /// Same as above, for the fields that \p Declarer declares; there are none if
  /// it is neither this class nor a superclass. The time also depends on the
  /// superclasses.
  template <class Fn>
  void forEachFieldOf(const InstanceShape &Declarer, Fn &&F) const;

private:
  friend class InstanceReferences;

  /// A field that the class itself declares.
  struct Own {
    uint64_t NameId;
    uint32_t Offset; ///< From the first own field.
    BasicType Type;
  };
  /// No instance has values past this offset.
  static constexpr uint64_t MaxBytes = uint64_t(1) << 32;

  /// Offset of the first field that \p Part declares.
  uint64_t placeOf(const InstanceShape &Part) const {
    return Bytes - Part.Bytes;
  }
  FieldSlot slotOf(const InstanceShape &Part, const Own &R) const {
    return {Part.Class, R.NameId, R.Type, uint32_t(placeOf(Part) + R.Offset)};
  }
  const InstanceShape *firstWithReferences() const {
    return OwnReferences.empty() ? NextWithReferences : this;
  }
  const InstanceShape *firstWithFields() const {
    return !Fields || Class->Fields.empty() ? NextWithFields : this;
  }
  template <class Fn> static bool tell(Fn &F, const FieldSlot &S) {
    if constexpr (std::is_void_v<decltype(F(S))>) {
      F(S);
      return true;
    } else {
      return F(S);
    }
  }
  template <class Fn>
  bool tellFieldsOf(const InstanceShape &Part, uint64_t Size, uint64_t &Left,
                    Fn &F) const;

  const ClassInfo *Class = nullptr;
  Chain State = Chain::Incomplete;
  bool UnknownTypes = false;
  uint8_t IdSize = 0;
  /// Index of the referent among ReferentOf's own references.
  uint32_t ReferentIndex = 0;
  // Totals of the class and its superclasses.
  uint64_t Bytes = 0;
  uint64_t Fields = 0;
  uint64_t References = 0;
  llvm::ArrayRef<Own> OwnReferences;
  // The closest superclasses that declare fields or references.
  const InstanceShape *NextWithFields = nullptr;
  const InstanceShape *NextWithReferences = nullptr;
  const InstanceShape *ReferentOf = nullptr; ///< Declares the referent.
};

/// The shapes of a context's classes, each created on first use; one per
/// context. Thread-safe; lookups of known shapes do not block each other.
class InstanceReferences {
public:
  explicit InstanceReferences(const DumpContext &Context) : Context(Context) {}

  /// The shape of the class \p Id; null unless its chain is Whole. On average
  /// as fast as DumpContext::findClass(), even on the first call.
  const InstanceShape *find(uint64_t Id) const;
  /// The shape of \p C, a class of the context, regardless of its chain.
  const InstanceShape &of(const ClassInfo &C) const {
    const InstanceShape *S = C.Shape.load(std::memory_order_acquire);
    return LLVM_LIKELY(S != nullptr) ? *S : make(C);
  }

  // Called by the context before a change. No lookups may run concurrently.

  /// Called before \p Changed, which may be a new class, changes.
  void forget(const ClassInfo &Changed) {
    if (Changed.Shape.load(std::memory_order_relaxed) || isMissed(Changed))
      forgetAll();
  }
  void forgetAll();

private:
  bool isMissed(const ClassInfo &C) const;

  const InstanceShape &make(const ClassInfo &C) const;
  const InstanceShape *add(const ClassInfo &C, const InstanceShape *Above,
                           InstanceShape::Chain State) const;
  void addFields(InstanceShape &S, const InstanceShape *Above) const;

  const DumpContext &Context;
  mutable std::mutex Mutex; ///< Guards all members below.
  mutable std::deque<InstanceShape> Shapes;
  mutable llvm::BumpPtrAllocator Arena; ///< Owns the reference lists.
  mutable llvm::DenseSet<IdKey> Missed; ///< Missing superclasses.
};

template <class Fn>
void InstanceShape::forEachReference(FieldOrder Order, uint64_t Size,
                                     Fn &&F) const {
  Size = std::min(Size, MaxBytes);
  const Own *Head = nullptr;
  if (Order == FieldOrder::ReferentFirst && ReferentOf) {
    Head = &ReferentOf->OwnReferences[ReferentIndex];
    if (!tell(F, slotOf(*ReferentOf, *Head)))
      return;
  }
  // Visits the references of one class; returns false if F stops.
  auto TellOwn = [&](const InstanceShape &Part) {
    for (const Own &R : Part.OwnReferences) {
      if (placeOf(Part) + R.Offset >= Size)
        return true;
      if (&R != Head && !tell(F, slotOf(Part, R)))
        return false;
    }
    return true;
  };
  const InstanceShape *Part = firstWithReferences();
  // Usually only one class has references.
  if (Order != FieldOrder::RootFirst || !Part || !Part->NextWithReferences) {
    for (; Part && placeOf(*Part) < Size; Part = Part->NextWithReferences)
      if (!TellOwn(*Part))
        return;
    return;
  }
  llvm::SmallVector<const InstanceShape *, 8> Parts;
  for (; Part && placeOf(*Part) < Size; Part = Part->NextWithReferences)
    Parts.push_back(Part);
  for (const InstanceShape *P : llvm::reverse(Parts))
    if (!TellOwn(*P))
      return;
}

/// \p Left bounds the number of zero-width fields.
template <class Fn>
bool InstanceShape::tellFieldsOf(const InstanceShape &Part, uint64_t Size,
                                 uint64_t &Left, Fn &F) const {
  uint64_t Offset = placeOf(Part);
  for (const InstanceField &Field : Part.Class->Fields) {
    if (Offset >= Size || !Left)
      return false;
    --Left;
    FieldSlot S{Part.Class, Field.Name, Field.Type, uint32_t(Offset)};
    if (!tell(F, S))
      return false;
    Offset += widthOf(Field.Type, IdSize);
  }
  return true;
}

template <class Fn>
void InstanceShape::forEachField(uint64_t Size, Fn &&F) const {
  Size = std::min(Size, MaxBytes);
  uint64_t Left = Size;
  const InstanceShape *Part = firstWithFields();
  while (Part && tellFieldsOf(*Part, Size, Left, F))
    Part = Part->NextWithFields;
}

template <class Fn>
void InstanceShape::forEachFieldOf(const InstanceShape &Declarer,
                                   Fn &&F) const {
  uint64_t Left = MaxBytes;
  const InstanceShape *Part = firstWithFields();
  while (Part && Part != &Declarer)
    Part = Part->NextWithFields;
  if (Part)
    tellFieldsOf(*Part, MaxBytes, Left, F);
}

} // namespace hprof

#endif // HPROF_FORMAT_CONTEXT_INSTANCEREFERENCES_H
