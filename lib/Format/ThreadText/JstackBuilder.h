//===- JstackBuilder.h - Lines of jstack to ThreadDumps ---------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREADTEXT_JSTACKBUILDER_H
#define HPROF_LIB_FORMAT_THREADTEXT_JSTACKBUILDER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Thread/ThreadDump.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace hprof {

/// What printed a dump in text, as far as its lines differ.
enum class TextDialect : uint8_t {
  Jstack,     ///< HotSpot and what prints as it does, and ThreadInfo.
  Agent,      ///< The serviceability agent: jhsdb jstack.
  JRockit,    ///< Oracle JRockit.
  Coroutines, ///< The debug probes of kotlinx.coroutines.
};

/// Makes ThreadDumps from lines, given in order.
class JstackBuilder {
public:
  /// Receives what is wrong with the last line.
  using Complaint = std::function<void(const llvm::Twine &What)>;
  explicit JstackBuilder(Complaint Tell)
      : Complain([this, Tell = std::move(Tell)](const llvm::Twine &What) {
          Dump.IsDamaged |= In != Part::Outside;
          Tell(What);
        }) {}
  // Complain refers to it.
  JstackBuilder(const JstackBuilder &) = delete;

  /// \p Line is valid UTF-8, without its end. \p IsBroken if that was made
  /// so, or it has control characters. \p Number is that of the line.
  void line(llvm::StringRef Line, uint64_t Number, bool IsBroken = false);
  /// After the last line. \return the dumps.
  std::vector<ThreadDump> finish();

  /// Whether \p Line begins the text of jstack, or a dump in it.
  static bool isTitle(llvm::StringRef Line);
  /// Whether \p Line is the first one of a thread in Thread.dump_to_file's
  /// text.
  static bool isPlainThread(llvm::StringRef Line);

private:
  /// After each deadlock, the VM repeats the stacks of its threads.
  enum class Part : uint8_t { Outside, Threads, Deadlocks, Stacks };
  /// How much of a line is in messages.
  static constexpr size_t MostShown = 200;

  /// The text after \p Mark in \p Line; nullopt if it is not there.
  static std::optional<llvm::StringRef> after(llvm::StringRef Line,
                                              llvm::StringRef Mark);

  /// How the dumps of a dialect begin.
  struct TitleRow {
    TextDialect Of;
    bool (*Is)(llvm::StringRef Line);
  };
  static const TitleRow Titles[];
  static const TitleRow *titleOf(llvm::StringRef Line);

  void beginDump(const TitleRow &Row, llvm::StringRef Line);
  void beginPart();
  void setPrefix(llvm::StringRef Before);
  void addLostThreads();
  void checkState(const ThreadDump::Thread &T);
  void beginAgain();
  void endDump(bool IsLast = false);
  void plainHeader(llvm::StringRef Line);
  bool brokenName(llvm::StringRef Line);
  bool thread(llvm::StringRef Line);
  bool plainThread(llvm::StringRef Line);
  bool coroutine(llvm::StringRef Line);
  bool state(llvm::StringRef Line);
  bool withoutFirstLine(llvm::StringRef Line);
  bool dialectLine(llvm::StringRef Line);
  bool inThread(llvm::StringRef Line);
  bool between(llvm::StringRef Line);
  void foreign(llvm::StringRef Line);
  void unread(llvm::StringRef Line);
  void fault(const llvm::Twine &What, llvm::StringRef Line);
  void tellBroken();
  void tellUnfinishedName();
  /// \p Rest of a line should not have the next line.
  void tellJoined(llvm::StringRef Rest);
  void checkList();
  void frame(llvm::StringRef Text);
  void addFrame(ThreadFrame F);
  void fixWait(ThreadDump::Thread &T);
  static bool isWaiting(const ThreadDump::Thread &T);
  void lock(llvm::StringRef Text);
  std::optional<ThreadDump::LockObject> object(llvm::StringRef Text) const;
  void synchronizer(llvm::StringRef Text);
  void noLock(llvm::StringRef Text);
  void wait(ThreadDump::WaitKind Kind, ThreadDump::LockObject Object);
  bool isOwnLine(llvm::StringRef Line, llvm::StringRef Words) const;
  bool beginDeadlock(llvm::StringRef Line);
  bool isAlmostDeadlock(llvm::StringRef Line) const;
  void deadlockLine(llvm::StringRef Line);
  void checkDeadlocks(llvm::StringRef Line);
  void mountedThread(uint64_t Id);
  void endThread();
  void undoEscapes();
  void findOwners();
  void findInitializers();
  void takeOwners();

  Complaint Complain;
  std::vector<ThreadDump> Dumps;
  Part In = Part::Outside;
  ThreadDump Dump;
  std::string Before[3];  ///< The last lines outside of threads.
  std::string HeldBy;     ///< The owner in the last step of a deadlock.
  std::string NameSoFar;  ///< The line before, if a name was not closed.
  bool HasPrefix = false; ///< A log has put something before the title.
  std::string Prefix;     ///< That, with one 0 for digits in a row.
  bool IsOfLog = false;   ///< The line is none of the dump.
  TextDialect Dialect = TextDialect::Jstack;
  bool IsPart = false;            ///< The dump began with a thread.
  llvm::StringSet<> KnownThreads; ///< The threads of such a dump.
  uint64_t LineNumber = 0;
  bool HasThread = false;
  bool EndsHere = false;   ///< An empty line has come after the thread's own.
  bool AfterBlank = false; ///< The last line was empty.
  bool IsBroken = false;   ///< The current line is.
  bool IsOver = false;     ///< What follows the dump's threads has come.
  bool InList = false;     ///< In the addresses of all threads.
  std::optional<uint64_t> ListSize; ///< As stated.
  std::vector<uint64_t> Listed;     ///< The addresses.
  bool HasState = false;
  bool IsParking = false; ///< The state says so.
  bool IsPlain = false;   ///< The thread is Thread.dump_to_file's.
  bool InSynchronizers = false;
  /// The thread that carries the current one: its synchronizers follow.
  std::optional<uint32_t> Carrier;
  std::vector<uint32_t> Frames; ///< Frames of the current thread.
  llvm::StringMap<uint32_t> FrameByText;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_JSTACKBUILDER_H
