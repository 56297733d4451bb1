//===- TextWriterImpl.h - State of the text writer --------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_HPROFTEXT_TEXTWRITERIMPL_H
#define HPROF_LIB_FORMAT_HPROFTEXT_TEXTWRITERIMPL_H

#include "TextLines.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Format/HprofText/TextWriter.h"
#include "hprof/Format/Kit/IdJoiner.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/StringSaver.h"
#include <optional>
#include <vector>

namespace hprof {

/// A cache of strings by id. A file can assign a long name to many ids: when
/// the total size of the strings becomes too large, all are discarded.
class TextCache {
public:
  /// Returns the string of \p Id; calls \p Make if it is not cached.
  template <class Fn> llvm::StringRef get(uint64_t Id, Fn Make) {
    if (Id == LastId && IsLastValid)
      return Last;
    auto It = Texts.find(Id);
    if (It == Texts.end()) {
      if (Arena.getBytesAllocated() > MaxBytes)
        clear();
      It = Texts.try_emplace(Id, llvm::StringSaver(Arena).save(Make())).first;
    }
    LastId = Id;
    IsLastValid = true;
    return Last = It->second;
  }
  /// Discards the string of \p Id, because the id gets a new meaning.
  void forget(uint64_t Id) {
    if (!Texts.empty() && Texts.erase(Id))
      IsLastValid = false;
  }
  void clear() {
    Texts.clear();
    Arena.Reset();
    IsLastValid = false;
  }

private:
  static constexpr size_t MaxBytes = 32 << 20;
  llvm::BumpPtrAllocator Arena;
  llvm::DenseMap<IdKey, llvm::StringRef> Texts;
  llvm::StringRef Last;
  uint64_t LastId = 0;
  bool IsLastValid = false;
};

class TextWriter::Impl {
public:
  Impl(Sink &Out, const DumpContext *Names)
      : Names(Names ? *Names : Nameless), Lines(&Out) {}

  // Names.
  std::string className(const ClassInfo *C) const;
  std::string className(uint64_t Id) const {
    return className(Names.findClass(Id));
  }
  llvm::StringRef string(uint64_t Id, llvm::StringRef Otherwise = "") const {
    return Names.string(Id).value_or(Otherwise);
  }
  llvm::StringRef frameClass(uint32_t Serial);
  void method(const StackFrame &F);
  void methodOf(uint32_t TraceSerial);

  // Sections.
  void prologue();
  /// Called before the line of a record between sections.
  TextLines &topLine();
  /// Called before a section other than a heap dump.
  TextLines &section();
  /// Called before a line of a monitor dump. Begins and ends the dump even if
  /// records for its beginning and end are missing.
  TextLines &monitorLine();
  void endMonitorDump();
  /// Ends the first line of a section.
  void date(uint32_t RecordTime);
  void beginHeapDump(uint32_t RecordTime);
  void endHeapDump();
  /// Called before a record of the heap.
  TextLines &heapLine() {
    if (!InHeap)
      beginHeapDump(0);
    return Lines;
  }

  // Heap dumps.
  void root(uint64_t Object, llvm::StringRef Kind);
  /// Returns the size of \p Object, or \p Otherwise if unknown.
  uint64_t sizeOf(uint64_t Object, uint64_t Otherwise) {
    bool IsIts = HasSize && Size.Object == Object;
    HasSize = false;
    return IsIts ? Size.Size : Otherwise;
  }
  /// Returns "name@id)" and a newline.
  llvm::StringRef classReference(uint64_t Class);
  void element(uint64_t Id);
  void elements(llvm::ArrayRef<uint8_t> Bytes) {
    Ids.add(Bytes, [this](uint64_t Id) { element(Id); });
  }

  const DumpContext Nameless;
  const DumpContext &Names;
  TextLines Lines;

  FileHeader Header;
  std::string Note;         ///< Lines for the prologue.
  bool HasPrologue = false; ///< Also set for files without one.
  bool IsContinued = false;
  bool InHeap = false;
  bool InMonitorDump = false;
  /// Lines within a heap dump that are written after it. They use no more
  /// memory than Names for the same records.
  TextLines Later{nullptr};

  std::optional<uint64_t> SectionMillis;
  HeapDumpTotals Totals;
  uint64_t PhaseId = 0; ///< For the next trace; 0 if none.
  uint32_t PhaseTrace = 0;
  std::vector<Percentage> PercentRows; ///< For the next section.

  TextCache ClassReferences; ///< By class id.
  TextCache ClassSerials;
  TextCache FieldLabels; ///< By string id.

  ObjectSize Size;
  bool HasSize = false;
  RootTrace Trace;
  bool HasTrace = false;
  RootClass Class; ///< For a system class root; object 0 if none.

  // State of an object array in chunks.
  uint64_t Index = 0;
  IdJoiner Ids;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_HPROFTEXT_TEXTWRITERIMPL_H
