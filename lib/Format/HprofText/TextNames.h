//===- TextNames.h - Ids for names in text ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text has names where records have ids. The first occurrence of a name
/// assigns an id and sends a record: Utf8 for texts, LoadClass for classes,
/// StackFrame for frames.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTNAMES_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTNAMES_H

#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace hprof {

/// The parts of "java.lang.Object.wait(Object.java:Unknown line)".
struct TextFrame {
  llvm::StringRef Class;
  llvm::StringRef Method;
  llvm::StringRef Descriptor; ///< Empty when unknown.
  llvm::StringRef Source;     ///< Empty when unknown.
  int32_t Line = -1;
};

class TextNames {
public:
  explicit TextNames(RecordVisitor &V) : V(V) {}

  /// Begins a new file: earlier records are forgotten, their ids stay in use.
  void reset();
  /// Sets the offset of records sent from now on.
  void setOffset(uint64_t Offset) { At = Offset; }

  /// The id of \p Text, 0 for an empty one.
  uint64_t string(llvm::StringRef Text);
  /// The serial of the class \p Name.
  uint32_t classSerial(llvm::StringRef Name);
  /// Gives the class \p Id the name \p Name.
  void nameClass(llvm::StringRef Name, uint64_t Id) {
    const ClassName *Known = NameOfClass.lookup(Id);
    if (!Known || Known->getKey() != Name)
      newClass(Name, Id);
  }

  /// The id of the frame printed as \p Text; 0 if it was not sent.
  uint64_t findFrame(llvm::StringRef Text) const;
  /// Sends the frame \p F, printed as \p Text.
  uint64_t addFrame(llvm::StringRef Text, const TextFrame &F);
  /// "java.lang.Object.wait" for a frame; empty if there is none.
  llvm::StringRef methodOf(uint64_t FrameId) const;

private:
  struct Class {
    uint32_t Serial = 0;
    uint64_t Id = 0; ///< 0 while only the name is known.
  };
  using ClassName = llvm::StringMapEntry<Class>;

  struct Frame {
    uint64_t Id = 0;
    uint32_t MethodSize = 0; ///< Size of "class.method" at the text's start.
  };

  void newClass(llvm::StringRef Name, uint64_t Id);
  void load(llvm::StringRef Name, uint32_t Serial, uint64_t Id);

  RecordVisitor &V;
  uint64_t At = 0;
  uint64_t NextString = 1, NextFrame = 1, FirstFrame = 1;
  uint32_t NextSerial = 1;
  llvm::StringMap<uint64_t> Strings;
  llvm::StringMap<Class> Classes;
  llvm::DenseMap<IdKey, const ClassName *> NameOfClass;
  llvm::StringMap<Frame> Frames;
  std::vector<const llvm::StringMapEntry<Frame> *> FrameById;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTNAMES_H
