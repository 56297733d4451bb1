//===- TextNames.h - Ids for the names in text ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text contains names where records contain ids. The first occurrence of a
/// name assigns an id and sends a record: Utf8 for strings, LoadClass for
/// classes, StackFrame for frames.
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
  llvm::StringRef Descriptor; ///< Empty if unknown.
  llvm::StringRef Source;     ///< Empty if unknown.
  int32_t Line = -1;
};

class TextNames {
public:
  explicit TextNames(RecordVisitor &V) : V(V) {}

  /// Begins a new file: forgets earlier records, but keeps their ids in use.
  void reset();
  /// Sets the offset of subsequent records.
  void setOffset(uint64_t Offset) { At = Offset; }

  /// Returns the id of \p Text, 0 for an empty string.
  uint64_t string(llvm::StringRef Text);
  /// Returns the serial of the class \p Name.
  uint32_t classSerial(llvm::StringRef Name);
  /// Assigns the name \p Name to the class \p Id.
  void nameClass(llvm::StringRef Name, uint64_t Id) {
    const ClassName *Known = NameOfClass.lookup(Id);
    if (!Known || Known->getKey() != Name)
      newClass(Name, Id);
  }

  /// Returns the id of the frame printed as \p Text; 0 if it was not sent.
  uint64_t findFrame(llvm::StringRef Text) const;
  /// Sends the frame \p F, printed as \p Text.
  uint64_t addFrame(llvm::StringRef Text, const TextFrame &F);
  /// Returns a frame's method, such as "java.lang.Object.wait"; empty if none.
  llvm::StringRef methodOf(uint64_t FrameId) const;

private:
  struct Class {
    uint32_t Serial = 0;
    uint64_t Id = 0; ///< 0 while only the name is known.
  };
  using ClassName = llvm::StringMapEntry<Class>;

  struct Frame {
    uint64_t Id = 0;
    uint32_t MethodSize = 0; ///< Size of "class.method" at the start.
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
