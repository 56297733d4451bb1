//===- NameUse.h - Finds names that a target omits --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strings, classes and stack frames are records in HPROF binary. The text
/// format and IBM's formats contain them only where they are used. NameUse
/// observes the records sent to the writer of such a format, and finally counts
/// the unused ones: strings are compared by contents, frames by their printed
/// form. "java/lang/String" and "java.lang.String" are treated as equal.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_NAMEUSE_H
#define HPROF_LIB_CONVERT_CARRIERS_NAMEUSE_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/RecordVisitor.h"
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

  /// Counts an object of the class \p Id of which only the class name is
  /// written.
  void writeNameOf(uint64_t Id) { ++NamesWritten[Id]; }
  /// Counts an object for which the target needs the class id, while the stream
  /// has only the string id of the class name.
  void writeIdOf(uint64_t Name) { ++IdsWritten[Name]; }

  /// Counts the unused records in \p Account, and resets.
  void tell(LossAccount &Account);

private:
  struct Frame {
    uint64_t Method, Source;
    uint32_t ClassSerial;
    int32_t Line;
  };
  struct Loaded {
    uint64_t Id, Name;
    uint32_t Serial;
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
  /// A class may be loaded again with another name, which then replaces the
  /// first name.
  uint64_t nameOf(const Loaded &C) const {
    return C.Id ? NameOfClass.lookup(C.Id) : C.Name;
  }
  uint64_t printed(const Frame &F) const;
  void tellClasses(LossAccount &Account);
  void tellFrames(LossAccount &Account);
  void tellSharedNames(LossAccount &Account);

  Format To;
  bool InText = false; ///< Whether a string arrives in chunks.
  uint64_t TextId = 0, TextSize = 0;
  std::string Text;
  llvm::DenseMap<IdKey, uint64_t> Texts; ///< Hashes of strings, by id.
  llvm::DenseSet<IdKey> AllTexts;        ///< Hashes of all strings.
  llvm::DenseSet<IdKey> LongStrings;
  llvm::DenseSet<IdKey> UsedStrings;
  uint32_t UsedTypes = 0; ///< Bits for the types of primitive arrays.

  std::vector<Loaded> Classes;
  llvm::DenseMap<IdKey, Loaded> OfSerial;
  /// Id of the last name, by class.
  llvm::DenseMap<IdKey, uint64_t> NameOfClass;
  llvm::DenseSet<IdKey> UsedClasses, UsedSerials;
  llvm::DenseMap<IdKey, uint64_t> Described; ///< Name by class id.
  /// Number of objects, by class id and by string id of the class name.
  llvm::DenseMap<IdKey, uint64_t> NamesWritten, IdsWritten;
  uint64_t UnknownUses = 0;
  /// Class serials that rows of sites refer to.
  std::vector<uint32_t> Rows;

  llvm::DenseMap<IdKey, Frame> Frames;
  llvm::DenseSet<IdKey> UsedFrames;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_NAMEUSE_H
