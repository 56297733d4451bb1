//===- HeapWalkOutput.h - Writes the data of a heap walk -------*- C++ -*--===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the records of a heap dump from a walk. It makes no calls into the
/// VM.
///
/// Text output contains the same data as the JDK agent's: objects with their
/// references, and sizes as reported by the VM. Binary output contains all
/// values.
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
  /// \p Window is the upper part of this dump's own ids; see
  /// WalkNumbers::idOf(). \p Names are the names of fields and methods.
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
  /// Trace of virtual threads that were not visited.
  uint32_t NotVisited = Numbers::SystemTrace;
  /// Index into Threads by serial.
  llvm::DenseMap<uint32_t, uint32_t> ThreadBySerial;
  /// Indices into Heap.ClassValues by class: class C has ValuesBegin[C] up to
  /// ValuesBegin[C + 1].
  std::vector<uint32_t> ValuesBegin, Values;
  llvm::SmallVector<uint8_t, 0> Buffer;
};

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_HEAPWALK_HEAPWALKOUTPUT_H
