//===- ThreadRecords.h - A thread dump as records ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a ThreadDump that HPROF's records can represent: names, LOAD
/// CLASS for the classes of frames, STACK FRAME, STACK TRACE and START THREAD
/// of each thread that runs Java code; and, as in the agent's text, the state
/// of the threads and the monitors of objects in use, as a monitor dump.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_THREADS_THREADRECORDS_H
#define HPROF_LIB_CONVERT_THREADS_THREADRECORDS_H

#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Thread/ThreadIndex.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace hprof {

class LossAccount;

/// The first numbers for new records: they follow those that a stream uses.
struct RecordNumbers {
  uint64_t String = 1;
  uint64_t Frame = 1;
  uint32_t Class = 1;
  uint32_t Trace = 1;
  uint32_t Thread = 1;

  /// Takes a record of the stream into account.
  template <class R> void see(const R &) {}
  void see(const Utf8 &R) { String = std::max(String, R.Id + 1); }
  void see(const LoadClass &R) { Class = std::max(Class, R.ClassSerial + 1); }
  void see(const StackFrame &R) { Frame = std::max(Frame, R.Id + 1); }
  void see(const StackTrace &R) { Trace = std::max(Trace, R.TraceSerial + 1); }
  void see(const StartThread &R) {
    Thread = std::max(Thread, R.ThreadSerial + 1);
  }
  void see(const RootThreadObject &R) {
    Thread = std::max(Thread, R.ThreadSerial + 1);
  }
};

class ThreadRecords {
public:
  /// A class of the stream. If Serial is 0, a new LOAD CLASS assigns one.
  struct KnownClass {
    uint64_t Id = 0;
    uint32_t Serial = 0;
  };
  /// Finds a class by its name in Java source form. Unknown classes get a LOAD
  /// CLASS with id 0.
  using ClassFinder = std::function<KnownClass(llvm::StringRef JavaName)>;

  /// \p Next and \p Dump must outlive this. Ids in lists have \p IdSize bytes.
  ThreadRecords(RecordVisitor &Next, const ThreadDump &Dump,
                const RecordNumbers &First, unsigned IdSize,
                ClassFinder FindClass);

  /// Sends everything except the monitors. \p ObjectOf returns the id of a
  /// thread's object.
  void sendThreads(llvm::function_ref<uint64_t(size_t Index)> ObjectOf);
  void sendMonitors();

  /// Numbers for a thread's records.
  struct Place {
    uint64_t Object = 0;
    uint32_t Thread = 0, Trace = 0; ///< Serials.
    bool HasTrace = false; ///< Whether the stream already has the trace.
  };
  /// Returns new numbers for the thread with this index.
  Place placeOf(size_t Index) const {
    return {0, threadSerial(Index), traceSerial(Index), false};
  }
  /// Sends the records of a single thread.
  void sendThread(size_t Index, const Place &At);

  /// Serial of the thread with this index, in the order of the dump.
  uint32_t threadSerial(size_t Index) const {
    return First.Thread + uint32_t(Index);
  }
  uint32_t traceSerial(size_t Index) const {
    return emptyTrace() + 1 + uint32_t(Index);
  }
  /// Returns the serial of a trace without frames.
  uint32_t emptyTrace() const { return First.Trace; }
  /// Returns the first serial after those of all threads.
  uint32_t nextThread() const {
    return First.Thread + uint32_t(Dump.Threads.size());
  }

  /// Returns the id of the UTF-8 string \p Text.
  uint64_t string(llvm::StringRef Text);

private:
  uint32_t classSerial(llvm::StringRef JavaName);
  uint64_t frame(uint32_t Number);
  void trace(uint32_t Serial, uint32_t Thread, llvm::ArrayRef<uint32_t> Frames);
  void monitor(const ThreadIndex &Index, const ThreadDump::Monitor &M);
  uint32_t serialOf(const ThreadIndex &Index,
                    const ThreadDump::ThreadRef &R) const;

  RecordVisitor &Next;
  const ThreadDump &Dump;
  const RecordNumbers First;
  const unsigned IdSize;
  ClassFinder FindClass;
  uint64_t NextString, NextFrame;
  uint32_t NextClass;
  std::vector<uint64_t> FrameIds; ///< By frame number; 0 for frames not sent.
  llvm::StringMap<uint64_t> Strings;
  llvm::StringMap<uint32_t> Classes;
};

/// Counts thread and monitor data of \p Dump that no record can represent.
void countUnsaid(const ThreadDump &Dump, LossAccount &Account);

/// Same as above, for a conversion of the thread dump alone, of which only the
/// records are kept.
void countRecordLosses(const ThreadDump &Dump, LossAccount &Account);

/// Sends \p Dump, which was read from \p Carrier, as a complete stream,
/// starting with the file header.
void sendThreadDump(const ThreadDump &Dump, Format Carrier, RecordVisitor &V);

} // namespace hprof

#endif // HPROF_LIB_CONVERT_THREADS_THREADRECORDS_H
