//===- NameUse.h - Which names a target writes ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strings, classes and stack frames are records of HPROF binary. A text and
/// IBM's formats write them where something uses them. This sees what reaches
/// the writer of such a format, and tells in the end what of these records
/// nothing used: strings by their text, frames by what is printed of them.
/// "java/lang/String" and "java.lang.String" are one text.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_STAGES_NAMEUSE_H
#define HPROF_LIB_CONVERT_STAGES_NAMEUSE_H

#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/IdKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <string>
#include <vector>

namespace hprof {

class LossAccount;

class NameUse {
public:
  explicit NameUse(Format To) : To(To) {}

  template <class R> void see(const R &Rec);
  void see(const Utf8 &R);
  void see(const LoadClass &R);
  void see(const StackFrame &R);
  void see(const StackTrace &R);
  void see(const AllocSites &R);
  void see(const StartThread &R);
  void see(const ClassDump &R);
  void see(const ObjectArrayDump &R) { useClass(R.Class); }
  void see(const ReferenceObject &R);
  void see(const ReferenceArray &R);
  void see(const PrimitiveArrayNoData &R) { usePrimitive(R.ElementType); }
  void see(const PrimitiveArrayDump &R) { usePrimitive(R.ElementType); }
  void see(const ReferenceClass &R);
  void payload(RecordKind Of, llvm::ArrayRef<uint8_t> Chunk);

  /// An object of the class \p Id, of which only the name is written.
  void writeNameOf(uint64_t Id) { ++NamesWritten[Id]; }
  /// An object of which the target wants the class's id, and the stream tells
  /// only the name, a string.
  void writeIdOf(uint64_t Name) { ++IdsWritten[Name]; }

  /// Enters what nothing used, and begins anew.
  void tell(LossAccount &Account);

private:
  struct Frame {
    uint64_t Method, Source;
    uint32_t ClassSerial;
    int32_t Line;
  };
  void use(uint64_t String) {
    if (String)
      UsedStrings.insert(String);
  }
  void usePrimitive(BasicType T) { UsedTypes |= 1U << (unsigned(T) & 31); }
  void useClass(uint64_t Id) {
    if (Id)
      UsedClasses.insert(Id);
  }
  void endText();
  uint64_t textOf(uint64_t String) const { return Texts.lookup(String); }
  uint64_t printed(const Frame &F) const;
  void tellClasses(LossAccount &Account);
  void tellFrames(LossAccount &Account);
  void tellSharedNames(LossAccount &Account);

  Format To;
  bool InText = false; ///< A string comes in chunks.
  uint64_t TextId = 0, TextSize = 0;
  std::string Text;
  llvm::DenseMap<IdKey, uint64_t> Texts; ///< Hashes, by string id.
  llvm::DenseSet<IdKey> AllTexts;        ///< Hashes.
  llvm::DenseSet<IdKey> LongStrings;
  llvm::DenseSet<IdKey> UsedStrings;
  uint32_t UsedTypes = 0; ///< Bits, of primitive arrays.

  struct Loaded {
    uint64_t Id, Name;
    uint32_t Serial;
  };
  std::vector<Loaded> Classes;
  llvm::DenseMap<IdKey, uint64_t> NameOfSerial; ///< String ids.
  llvm::DenseSet<IdKey> UsedClasses, UsedSerials;
  llvm::DenseMap<IdKey, uint64_t> Described; ///< Names by the class's id.
  /// How many objects, by class and by string.
  llvm::DenseMap<IdKey, uint64_t> NamesWritten, IdsWritten;
  uint64_t UnknownUses = 0;
  /// Class serials of rows of sites.
  std::vector<uint32_t> Rows;

  llvm::DenseMap<IdKey, Frame> Frames;
  llvm::DenseSet<IdKey> UsedFrames;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_STAGES_NAMEUSE_H
