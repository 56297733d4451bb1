//===- MadeUpClasses.h - Classes for objects without fields -----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// IBM's dumps and the agent's text tell an object's references, not its
/// fields. HPROF binary wants classes with fields, the same for all instances.
/// This sees all objects once and makes them up:
///
/// - Named references are the fields of their names. A class declares those
///   names that its superclasses' instances do not have.
/// - References without names are the fields ref0, ref1, ... A class has as
///   many as its richest instance; those that its superclasses have not are its
///   own.
/// - Where the size of the instances is larger than the references and a header
///   of two words, filler fields make up the rest. Where it would equal the sum
///   of the fields, one filler byte keeps it from looking like that sum.
/// - Classes that objects name and no record describes get ids of their own,
///   behind all others.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_MADEUPCLASSES_H
#define HPROF_LIB_CONVERT_STAGES_MADEUPCLASSES_H

#include "hprof/Format/DumpContext.h"
#include "hprof/Format/IdKey.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "hprof/Format/Kit/IdSet.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace hprof {

/// One order of names that come in many lists. What a list has and the order
/// has not is put in behind the list's name before it. A name that a list has
/// twice, as when a class hides a field of its superclass, has two places.
class NameOrder {
  static constexpr uint32_t None = UINT32_MAX;

public:
  /// Where a list is in the order.
  struct Cursor {
    uint32_t Last;
  };
  Cursor begin();
  void add(Cursor &At, uint64_t Name);
  /// All names in their order; none are left.
  std::vector<uint64_t> take();

private:
  struct Entry {
    uint64_t Name;
    uint32_t Next;    ///< Index of what comes behind it.
    uint64_t TakenBy; ///< The number of the last list that has it.
  };
  std::vector<Entry> Entries;
  uint32_t First = None;
  uint64_t Lists = 0;
  llvm::DenseMap<IdKey, llvm::SmallVector<uint32_t, 1>> Places;
};

/// A class of the output, with the fields that its instances get.
struct MadeUpClass {
  uint64_t Id = 0;
  uint32_t Serial = 0;
  std::string Name;    ///< Internal form: "java/lang/String".
  uint64_t NameId = 0; ///< Of a string of the input that is Name.
  MadeUpClass *Super = nullptr;
  bool IsDumped = false; ///< A record of the input describes it.
  bool IsNeeded = false; ///< Objects or other classes refer to it.
  bool HasMadeUpId = false;
  bool IsSizeTold = false; ///< By the record that describes it.

  /// A field that holds a reference, of this class itself.
  struct Slot {
    uint64_t Name;       ///< String id of the input, 0 for an unnamed one.
    uint32_t NextOfName; ///< Index of the next slot of that name, 0 none.
  };
  std::vector<Slot> Slots;
  llvm::DenseMap<IdKey, uint32_t> SlotOfName; ///< Their first slots.
  /// Unnamed references have numbers; its own, the last slots, have these.
  uint32_t FirstUnnamed = 0, EndUnnamed = 0;
  /// It is java.lang.ref.Reference and has no field "referent", without which
  /// VisualVM's heap library cannot look for roots: one more field, always
  /// null, since which of the references it is cannot be known.
  bool LacksReferent = false;
  uint32_t Filler = 0; ///< Bytes of fields behind the slots.
  /// Of an instance, 0 unknown; the least where they differ, as those of
  /// jdk.internal.vm.StackChunk do.
  uint64_t Size = 0;
  uint64_t Bytes = 0; ///< Of an instance's values, superclasses' too.

  // While the input is seen: what instances have.
  NameOrder Names;      ///< Of references, superclasses' first.
  uint32_t Unnamed = 0; ///< The largest number of unnamed references.
  unsigned Depth = 0;   ///< Of its chain of superclasses; 0 not known.
  bool IsBusy = false;
};

class MadeUpClasses final : public RecordVisitor {
public:
  MadeUpClasses() : Build(Context) {}

  using RecordVisitor::visit;
  void visit(const FileHeader &H) override;
  void beginFrame(const Frame &F) override { Build.beginFrame(F); }
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Hprof/Records.def"
  llvm::Error finish() override;

  /// Bytes of an id in the output: 4 when all ids fit.
  unsigned idSize() const { return IdSize; }
  /// The largest number of unnamed references of an object or a class.
  uint32_t maxUnnamed() const { return MaxUnnamed; }
  const std::deque<MadeUpClass> &classes() const { return Classes; }
  const MadeUpClass *findClass(uint64_t Id) const;
  /// The class that an object names by id or, with id 0, by name.
  const MadeUpClass *classOf(uint64_t Id, uint64_t NameId) const;
  /// The class of arrays with elements of \p ElementClass, or of that name.
  const MadeUpClass *arrayClassOf(uint64_t ElementClass, uint64_t NameId) const;
  /// The class of the elements of arrays called \p NameId, if they are objects.
  const MadeUpClass *elementClassOf(uint64_t NameId) const;
  bool isAmbiguous(const MadeUpClass &C) const;
  /// All string ids of the input, in order.
  llvm::ArrayRef<uint64_t> strings() const { return Strings; }
  /// Above all string ids of the input.
  uint64_t firstNewString() const { return MaxString + 1; }
  const DumpContext &names() const { return Context; }
  /// The input names no roots.
  bool guessesRoots() const { return GuessesRoots; }
  bool isReferenced(uint64_t Id) const { return Referenced.contains(Id); }

private:
  template <class R> void record(const R &Rec) {
    if constexpr (R::Group == RecordGroup::Root)
      seeRoot(Rec);
    else if constexpr (R::Group == RecordGroup::Object)
      see(subjectId(Rec));
  }
  void record(const HeapDumpEnd &R) { Build.visit(R); }
  void record(const Utf8 &R);
  void record(const LoadClass &R);
  void record(const StartThread &R);
  void record(const ClassDump &R);
  void record(const ObjectSize &R) { Pending = R; }
  void record(const ReferenceObject &R);
  void record(const ReferenceArray &R);
  void record(const ObjectArrayDump &R);
  void record(const ReferenceClass &R);
  MadeUpClass &classFor(uint64_t Id);
  MadeUpClass &classNamed(uint64_t NameId);
  MadeUpClass &create(llvm::StringRef Name);
  std::string nameText(uint64_t NameId) const;
  void see(uint64_t Id) { MaxId = std::max(MaxId, Id); }
  /// What is a root for a reason needs none that is guessed.
  template <class R> void seeRoot(const R &Rec) { refer(Rec.Object); }
  void seeRoot(const RootJniGlobal &R) {
    see(R.Object);
    see(R.GlobalRef); // An address in the VM, not in the heap.
  }
  void refer(uint64_t Id);
  void elements(llvm::ArrayRef<uint8_t> Chunk);
  void adopt(const ClassInfo &Info);
  void findArrayClasses();
  void findElementClasses();
  void findSupers();
  llvm::Error makeIds();
  void layOut(MadeUpClass &C);
  void layOutOwn(MadeUpClass &C);

  DumpContext Context;
  DumpContext::Builder Build;
  Format Carrier = Format::Hprof;
  unsigned SourceIdSize = 8, IdSize = 8;
  bool GuessesRoots = false;
  std::deque<MadeUpClass> Classes;
  llvm::DenseMap<IdKey, MadeUpClass *> ById, ByNameId;
  llvm::StringMap<llvm::SmallVector<MadeUpClass *, 1>> ByName;
  std::vector<uint64_t> Strings;
  llvm::DenseMap<IdKey, MadeUpClass *> ArrayClasses; ///< By element class.
  /// By the string id of the array's name.
  llvm::DenseMap<IdKey, MadeUpClass *> ElementClasses;
  IdSet Referenced;
  uint64_t MaxId = 0, MaxString = 0;
  uint32_t MaxUnnamed = 0;
  ObjectSize Pending; ///< The last one seen.
  IdJoiner Elements;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_MADEUPCLASSES_H
