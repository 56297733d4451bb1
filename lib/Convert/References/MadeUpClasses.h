//===- MadeUpClasses.h - Classes for objects without fields -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's dumps and the agent's text list an object's references, not its
/// fields. HPROF binary requires classes with fields, the same for all
/// instances. This survey reads all objects once and synthesizes the classes:
///
/// - Named references become fields with their names. A class declares the
///   names that its superclasses' instances do not have.
/// - Unnamed references become the fields ref0, ref1, ... Their number is the
///   largest in any instance of the class; those beyond its superclasses' are
///   declared in the class.
/// - If the instances are larger than the references plus a header of two
///   words, filler fields account for the rest. If the size would equal the sum
///   of the fields, one filler byte keeps it from being interpreted as that
///   sum.
/// - Instances larger than the smallest one of their class, such as those of
///   jdk.internal.vm.StackChunk, or of any class in J9 that have kept their
///   hash code, get a class of the same name for each size.
/// - Classes that objects refer to without a record get ids after all others.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_REFERENCES_MADEUPCLASSES_H
#define HPROF_LIB_CONVERT_REFERENCES_MADEUPCLASSES_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <map>

namespace hprof {

/// Merges many lists of names into one order that agrees with each list, if
/// such an order exists: lists omit names, but do not swap them. Names without
/// an order in any list stay in order of arrival: a new name is inserted after
/// the list's previous name. A name that a list contains twice, as when a class
/// hides a field of its superclass, has two places.
class NameOrder {
  static constexpr uint32_t None = UINT32_MAX;

public:
  /// A list's current position in the order.
  struct Cursor {
    uint32_t Last;
  };
  Cursor begin();
  void add(Cursor &At, uint64_t Name);
  bool has(uint64_t Name) const { return Places.contains(Name); }
  size_t size() const { return Entries.size(); }
  /// Returns all names in order and clears them.
  std::vector<uint64_t> take();

private:
  struct Entry {
    uint64_t Name;
    uint32_t Next;    ///< Index of the next entry.
    uint32_t Before;  ///< The last entry recorded as after this one.
    uint64_t TakenBy; ///< Number of the last list that contains this entry.
  };
  void note(uint32_t Before, uint32_t After);

  std::vector<Entry> Entries;
  /// Neighbours in lists: the index of the first is in the upper half.
  std::vector<uint64_t> Pairs;
  llvm::DenseSet<IdKey> HasPair;
  uint32_t First = None;
  uint64_t Lists = 0;
  llvm::DenseMap<IdKey, llvm::SmallVector<uint32_t, 1>> Places;
};

/// A class of the output, with the fields of its instances.
struct MadeUpClass {
  uint64_t Id = 0;
  uint32_t Serial = 0;
  std::string Name;    ///< Internal form: "java/lang/String".
  uint64_t NameId = 0; ///< Id of an input string equal to Name.
  MadeUpClass *Super = nullptr;
  /// If this class is for the larger instances of another class, that class;
  /// null otherwise. The other class holds the name and the slots of both.
  MadeUpClass *Of = nullptr;
  bool IsDumped = false; ///< Whether a record of the input describes it.
  bool IsNeeded = false; ///< Whether objects or other classes refer to it.
  bool HasMadeUpId = false;
  bool IsSizeTold = false; ///< Whether its record contains the instance size.
  bool IsMark = false;     ///< Whether it is the marker class of ExactSizes.h.

  /// A field for a reference, declared by this class.
  struct Slot {
    uint64_t Name;       ///< String id of the input, 0 for an unnamed one.
    uint32_t NextOfName; ///< Index of the next slot with that name, 0 for none.
  };
  std::vector<Slot> Slots;
  llvm::DenseMap<IdKey, uint32_t> SlotOfName; ///< First slot of each name.
  /// Range of the unnamed references declared here, which are the last slots.
  uint32_t FirstUnnamed = 0, EndUnnamed = 0;
  /// Whether this is java.lang.ref.Reference without a field "referent", which
  /// VisualVM's heap library requires to search for roots. One more field is
  /// added, always null, because it is unknown which of the references it is.
  bool LacksReferent = false;
  uint32_t Filler = 0; ///< Size of the fields after the slots.
  /// Size of an instance, 0 if unknown. If sizes differ, the smallest.
  uint64_t Size = 0;
  /// Size of an instance's values, including those of superclasses.
  uint64_t Bytes = 0;

  /// Returns the class that declares the slots.
  const MadeUpClass &declaring() const { return Of ? *Of : *this; }

  /// Sizes of the instances and, for sizes other than Size, the classes for
  /// them; at most a few thousand.
  std::map<uint64_t, MadeUpClass *> BySize;

  // During the survey: data of the instances.
  NameOrder Names;      ///< Names of references, superclasses' first.
  uint32_t Unnamed = 0; ///< The largest number of unnamed references.
  unsigned Depth = 0;   ///< Length of its chain of superclasses; 0 if unknown.
  bool IsBusy = false;
};

class MadeUpClasses final : public RecordVisitor {
public:
  /// \p Context contains the names of the stream after its walk. With \p
  /// BySize, classes are created for instances that differ in size.
  MadeUpClasses(const DumpContext &Context, bool BySize)
      : Context(Context), SplitsBySize(BySize) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  llvm::Error finish() override;

  /// Size of an id in the output: 4 if all ids fit.
  unsigned idSize() const { return IdSize; }
  /// The largest number of unnamed references of an object or a class.
  uint32_t maxUnnamed() const { return MaxUnnamed; }
  const std::deque<MadeUpClass> &classes() const { return Classes; }
  const MadeUpClass *findClass(uint64_t Id) const;
  /// Returns the class that an object refers to by id or, with id 0, by name.
  const MadeUpClass *classOf(uint64_t Id, uint64_t NameId) const;
  /// Returns the class with the name of \p C for instances of \p Size bytes; \p
  /// C itself if there is none, or the size is unknown.
  const MadeUpClass &ofSize(const MadeUpClass &C, uint64_t Size) const;
  /// Class of arrays with elements of \p ElementClass, or with that name.
  const MadeUpClass *arrayClassOf(uint64_t ElementClass, uint64_t NameId) const;
  /// Element class of arrays called \p NameId, if the elements are objects.
  const MadeUpClass *elementClassOf(uint64_t NameId) const;
  bool isAmbiguous(const MadeUpClass &C) const;
  /// All string ids of the input, in order.
  llvm::ArrayRef<uint64_t> strings() const { return Strings; }
  /// Greater than all string ids of the input.
  uint64_t firstNewString() const { return MaxString + 1; }
  const DumpContext &names() const { return Context; }
  /// Whether roots must be guessed because the input lacks them.
  bool guessesRoots() const { return GuessesRoots; }
  /// Whether the dump was converted from one of a non-IBM VM, which may have
  /// filled gaps in its heap with int[].
  bool mayHaveFillers() const {
    return Context.string(Producer).value_or("").empty();
  }
  bool isReferenced(uint64_t Id) const { return Referenced.contains(Id); }
  /// Whether the instance sizes that classes state are exact.
  bool hasExactSizes() const { return HasExactSizes; }

private:
  template <class R> void record(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Root)
      seeRoot(Rec);
    else if constexpr (R::Group == RecordGroup::Object)
      see(subjectId(Rec));
  }
  void record(const Utf8 &R);
  void record(const LoadClass &R);
  void record(const StartThread &R);
  void record(const ClassDump &R);
  void record(const ObjectSize &R) { Pending = R; }
  void record(const ProducerVersion &R) { Producer = R.Text; }
  void record(const ReferenceObject &R);
  void record(const ReferenceArray &R);
  void record(const ObjectArrayDump &R);
  void record(const ReferenceClass &R);
  MadeUpClass &classFor(uint64_t Id);
  MadeUpClass &classNamed(uint64_t NameId);
  MadeUpClass &create(llvm::StringRef Name);
  std::string nameText(uint64_t NameId) const;
  void see(uint64_t Id) { MaxId = std::max(MaxId, Id); }
  /// An object with a known root needs no guessed root.
  template <class R> void seeRoot(const R &Rec) { refer(Rec.Object); }
  void seeRoot(const RootJniGlobal &R) {
    see(R.Object);
    see(R.GlobalRef); // This is an address in the VM, not in the heap.
  }
  void refer(uint64_t Id);
  void elements(llvm::ArrayRef<uint8_t> Chunk);
  void meetSize(MadeUpClass &C, uint64_t Size);
  void splitBySize();
  void adopt(const ClassInfo &Info);
  void findArrayClasses();
  void findElementClasses();
  void markSizes();
  void findReferent();
  void findSupers();
  llvm::Error makeIds();
  void layOut(MadeUpClass &C);
  void layOutOwn(MadeUpClass &C);
  void fill(MadeUpClass &C);

  const DumpContext &Context;
  const bool SplitsBySize;
  uint64_t OtherSizes = 0; ///< Number of sizes after the first of each class.
  Format Carrier = Format::Hprof;
  unsigned SourceIdSize = 8, IdSize = 8;
  bool GuessesRoots = false, HasExactSizes = false;
  uint64_t Producer = 0; ///< String id of the producer's name and version.
  std::deque<MadeUpClass> Classes;
  llvm::DenseMap<IdKey, MadeUpClass *> ById, ByNameId;
  llvm::StringMap<llvm::SmallVector<MadeUpClass *, 1>> ByName;
  std::vector<uint64_t> Strings;
  /// In input order, which is also the order of the created classes.
  using InOrder =
      llvm::MapVector<uint64_t, MadeUpClass *, llvm::DenseMap<IdKey, unsigned>>;
  InOrder ArrayClasses;   ///< By element class.
  InOrder ElementClasses; ///< By string id of the array's name.
  IdSet Referenced;
  uint64_t MaxId = 0, MaxString = 0;
  uint32_t MaxUnnamed = 0;
  ObjectSize Pending; ///< The last OBJECT SIZE record.
  IdJoiner Elements;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_REFERENCES_MADEUPCLASSES_H
