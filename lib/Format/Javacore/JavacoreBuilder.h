//===- JavacoreBuilder.h - Builds ThreadDumps from javacores ----*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_JAVACORE_JAVACOREBUILDER_H
#define HPROF_LIB_FORMAT_JAVACORE_JAVACOREBUILDER_H

#include "JavacoreLines.h"
#include "JavacoreText.h"
#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Base/IdKey.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include <unordered_map>

namespace hprof {

/// Builds a ThreadDump from the lines of a javacore, passed in order. The
/// contents of a line are added to the thread, monitor or loader that an
/// earlier line began. A line that does not match its tag is treated as damage
/// and ignored.
class JavacoreBuilder {
public:
  /// \p Dump must outlive the builder.
  JavacoreBuilder(ThreadDump &Dump, DamageHandler OnDamage)
      : Dump(Dump), OnDamage(std::move(OnDamage)) {}

  void line(const JavacoreLine &L);
  /// Whether the final line of every javacore was read.
  bool isComplete() const { return IsComplete; }
  void finish();

private:
  /// Handles the text of lines with one tag. Returns false if it is malformed;
  /// \p T then contains the expected syntax.
  using Handler = bool (JavacoreBuilder::*)(JavacoreText &T);
  struct Row {
    llvm::StringLiteral Tag;
    Handler Handle;
    bool IsFree; ///< Whether untagged lines may follow and belong to it.
  };
  static const Row Rows[];
  static const Row *findRow(llvm::StringRef Tag);

  // Lines of the sections TITLE, GPINFO and ENVINFO.
  bool event(JavacoreText &T);
  bool date(JavacoreText &T);
  bool dateUtc(JavacoreText &T);
  bool fileName(JavacoreText &T);
  bool osLevel(JavacoreText &T);
  bool architecture(JavacoreText &T);
  bool javaVersion(JavacoreText &T);
  bool commandLine(JavacoreText &T);
  bool processId(JavacoreText &T);
  // LOCKS.
  bool monitorInUse(JavacoreText &T);
  bool monitorObject(JavacoreText &T);
  bool systemMonitor(JavacoreText &T);
  bool threadIdent(JavacoreText &T);
  bool entering(JavacoreText &T);
  bool waiting(JavacoreText &T);
  bool deadlock(JavacoreText &T);
  bool deadlockThread(JavacoreText &T);
  bool deadlockObject(JavacoreText &T);
  bool deadlockSystem(JavacoreText &T);
  // THREADS.
  bool currentThread(JavacoreText &T);
  bool allThreads(JavacoreText &T);
  bool liveThreads(JavacoreText &T);
  bool thread(JavacoreText &T);
  bool beforeStack(JavacoreText &T);
  bool stackTitle(JavacoreText &T);
  bool virtualThread(JavacoreText &T);
  bool virtualFacts(JavacoreText &T);
  void unknownTag(const JavacoreLine &L);
  bool javaThread(JavacoreText &T);
  bool contextLoader(JavacoreText &T);
  bool nativeThread(JavacoreText &T);
  bool cpuTime(JavacoreText &T);
  bool waitsFor(JavacoreText &T);
  bool frame(JavacoreText &T);
  bool enteredLock(JavacoreText &T);
  bool cutStack(JavacoreText &T);
  bool nativeFrame(JavacoreText &T);
  // CLASSES.
  bool loader(JavacoreText &T);
  bool loadedCount(JavacoreText &T);
  bool chooseLoader(JavacoreText &T);
  bool library(JavacoreText &T);
  bool loadedClass(JavacoreText &T);

  bool tell(const JavacoreLine &L, size_t At, const llvm::Twine &Expected,
            llvm::StringRef Found);
  bool dateInto(JavacoreText &T);
  bool monitorOwner(JavacoreText &T, ThreadDump::Monitor &M);
  bool needThread(JavacoreText &T) const;
  void endStack();
  static llvm::StringRef damagedTag(const JavacoreLine &L);
  void checkCounts();
  void addLostThreads();
  void addParkedLocks();

  ThreadDump &Dump;
  DamageHandler OnDamage;
  const Row *Last = nullptr; ///< Row of the previous line, if known.
  uint64_t MonitorAddress = 0;
  /// Indices of the thread, monitor and loader to which lines refer; npos
  /// before the first and after a malformed line that should begin one.
  static constexpr size_t None = SIZE_MAX;
  size_t Thread = None;
  size_t Stacked = None; ///< Thread to which Frames belong.
  std::vector<uint32_t> Frames;
  size_t Monitor = None;
  size_t Loader = None;
  /// Monitors owned by the thread of each number.
  std::unordered_map<uint64_t, std::vector<size_t>, IdHash> ByIdent;
  std::unordered_map<uint64_t, size_t, IdHash> ThreadByAddress;
  std::unordered_map<uint64_t, size_t, IdHash> LoaderByAddress;
  bool IsCurrent = false;
  /// Whether the last deadlock has reached its first thread.
  bool IsCycleClosed = false;
  /// Whether the thread was already described; its frames are repeated.
  bool IsRepeated = false;
  bool HasUtc = false;
  std::optional<uint64_t> NumLive; ///< Number of threads, as stated.
  bool IsComplete = false;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_JAVACORE_JAVACOREBUILDER_H
