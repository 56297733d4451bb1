//===- HeapWalkOutput.h - Writes what a heap walk recorded -----*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The records of a heap dump that was made by a walk. It makes no calls into
/// the VM.
///
/// The text has what the text of the JDK's agent had: objects with their
/// references, sizes as the VM states them. Binary output has all values.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_HEAPWALK_HEAPWALKOUTPUT_H
#define HPROF_LIB_AGENT_HEAPWALK_HEAPWALKOUTPUT_H

#include "Agent/Records/RecordStream.h"
#include "HeapWalkNumbers.h"
#include "HeapWalkThreads.h"
#include "llvm/ADT/SmallVector.h"

namespace hprof::agent {

class HeapWalkOutput {
public:
  /// \p Window is the upper part of the ids that this dump alone uses; see
  /// WalkNumbers::idOf(). \p Names are those of fields and methods.
  HeapWalkOutput(const WalkData &Heap, llvm::ArrayRef<WalkThread> Threads,
                 const WalkNames &Names, uint64_t Window, RecordStream &Out);

  /// Writes the dump.
  void write();

private:
  void writeStacks();
  void writeRoots();
  void writeRoot(const WalkRoot &R);
  void writeThreadRoot(const WalkRoot &R);
  int32_t frameOf(const WalkRoot &R) const;
  void sortClassValues();
  void writeClass(uint32_t C);
  uint64_t loaderOf(uint32_t C) const;
  void writeObjects();
  void writeBare();
  void writeNotVisited();
  void writeInstance(const WalkHeader &H, const uint8_t *Image, uint32_t Trace);
  void writeReferences(const WalkHeader &H, const uint8_t *Image,
                       uint32_t Trace);
  void writeObjectArray(const WalkHeader &H, WalkArena::Reader &In);
  void writePrimitiveArray(const WalkHeader &H, WalkArena::Reader &In);
  void writeElements(const uint8_t *Values, uint64_t Count, unsigned Width);
  void writeSize(uint64_t Object, uint64_t Size);

  uint64_t idOf(uint64_t Number) const {
    return Number ? WalkNumbers::idOf(Number, Window) : 0;
  }
  WalkLength lengthOf(uint64_t Object) const;

  const WalkData &Heap;
  const llvm::ArrayRef<WalkThread> Threads;
  const uint64_t Window;
  RecordStream &Out;
  std::vector<uint64_t> NameIds;
  /// By thread, in the order of Threads.
  std::vector<uint32_t> Traces;
  /// What virtual threads that were not visited have instead of their trace.
  uint32_t NotVisited = Numbers::SystemTrace;
  /// The thread with a serial, as an index into Threads.
  llvm::DenseMap<uint32_t, uint32_t> ThreadBySerial;
  /// Indices into Heap.ClassValues by class: those of class C are from
  /// Begin[C] up to Begin[C + 1].
  std::vector<uint32_t> ValuesBegin, Values;
  llvm::SmallVector<uint8_t, 0> Buffer;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKOUTPUT_H
