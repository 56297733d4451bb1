//===- JavacoreBuilder.h - A javacore's lines as threads --------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_IBM_JAVACOREBUILDER_H
#define HPROF_LIB_FORMAT_IBM_JAVACOREBUILDER_H

#include "JavacoreLines.h"
#include "JavacoreText.h"
#include "hprof/Format/Error.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include <unordered_map>

namespace hprof {

/// Makes a ThreadDump of the lines of a javacore, given in their order. What a
/// line says is added to the thread, monitor or loader that an earlier one
/// began. A line that is not as its tag wants is damage and says nothing.
class JavacoreBuilder {
public:
  /// \p Dump outlives it.
  JavacoreBuilder(ThreadDump &Dump, DamageHandler OnDamage)
      : Dump(Dump), OnDamage(std::move(OnDamage)) {}

  void line(const JavacoreLine &L);
  /// Whether the line that ends every javacore was seen.
  bool isComplete() const { return IsComplete; }
  void finish();

private:
  /// What is done with the text of lines of one tag. False when the text is not
  /// as expected; it then tells what was.
  using Handler = bool (JavacoreBuilder::*)(JavacoreText &T);
  struct Row {
    llvm::StringLiteral Tag;
    Handler Handle;
    bool IsFree; ///< Lines without a tag may follow: they belong to the text.
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
  bool entering(JavacoreText &T);
  bool waiting(JavacoreText &T);
  bool deadlock(JavacoreText &T);
  bool deadlockThread(JavacoreText &T);
  bool deadlockObject(JavacoreText &T);
  bool deadlockSystem(JavacoreText &T);
  // THREADS.
  bool currentThread(JavacoreText &T);
  bool allThreads(JavacoreText &T);
  bool thread(JavacoreText &T);
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

  ThreadDump &Dump;
  DamageHandler OnDamage;
  const Row *Last = nullptr; ///< Of the line before, if it is known.
  uint64_t MonitorAddress = 0;
  /// The thread, monitor and loader that lines are about, as indices; npos
  /// before the first and where a broken line leaves nothing to be about.
  static constexpr size_t None = SIZE_MAX;
  size_t Thread = None;
  size_t Monitor = None;
  size_t Loader = None;
  std::unordered_map<uint64_t, size_t> ThreadByAddress;
  std::unordered_map<uint64_t, size_t> LoaderByAddress;
  bool IsCurrent = false;
  /// The thread has been told of before; its frames come again.
  bool IsRepeated = false;
  bool HasUtc = false;
  bool IsComplete = false;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_IBM_JAVACOREBUILDER_H
