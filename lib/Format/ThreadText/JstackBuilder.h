//===- JstackBuilder.h - Builds ThreadDumps from jstack ---------*- C++ -*-===//
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

/// The sources of text dumps whose lines differ.
enum class TextDialect : uint8_t {
  Jstack,     ///< HotSpot and compatible output, and ThreadInfo.
  Agent,      ///< The serviceability agent: jhsdb jstack.
  JRockit,    ///< Oracle JRockit.
  Coroutines, ///< The debug probes of kotlinx.coroutines.
};

/// Builds ThreadDumps from lines, passed in order.
class JstackBuilder {
public:
  /// Receives faults in the last line.
  using Complaint = std::function<void(const llvm::Twine &What)>;
  explicit JstackBuilder(Complaint Tell)
      : Complain([this, Tell = std::move(Tell)](const llvm::Twine &What) {
          Dump.IsDamaged |= In != Part::Outside;
          Tell(What);
        }) {}
  // Not copyable: Complain refers to it.
  JstackBuilder(const JstackBuilder &) = delete;

  /// \p Line is valid UTF-8, without its newline. \p IsBroken: it was converted
  /// to valid UTF-8 or contains control characters. \p Number is the line
  /// number.
  void line(llvm::StringRef Line, uint64_t Number, bool IsBroken = false);
  /// Must be called after the last line. \return the dumps.
  std::vector<ThreadDump> finish();

  /// Whether \p Line begins the output of jstack, or a dump in it.
  static bool isTitle(llvm::StringRef Line);
  /// Whether \p Line is the first one of a thread in the text output of
  /// Thread.dump_to_file.
  static bool isPlainThread(llvm::StringRef Line);

private:
  /// After each deadlock, the VM repeats the stacks of its threads.
  enum class Part : uint8_t { Outside, Threads, Deadlocks, Stacks };
  /// Maximum length of a line in messages.
  static constexpr size_t MostShown = 200;

  /// The rest of \p Line after \p Mark; nullopt if absent.
  static std::optional<llvm::StringRef> after(llvm::StringRef Line,
                                              llvm::StringRef Mark);

  /// Beginning of the dumps of a dialect.
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
  bool unnamedThread(llvm::StringRef Line);
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
  /// Reports that the next line was joined to a line, if \p Rest contains it.
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
  std::string NameSoFar;  ///< The previous line, if its name is unclosed.
  bool HasPrefix = false; ///< Whether a log prefix precedes the title.
  std::string Prefix;     ///< The prefix, with digit runs replaced by 0.
  bool IsOfLog = false;   ///< Whether the line belongs to a log.
  TextDialect Dialect = TextDialect::Jstack;
  bool IsPart = false;            ///< Whether the dump began with a thread.
  llvm::StringSet<> KnownThreads; ///< The threads of such a dump.
  uint64_t LineNumber = 0;
  bool HasThread = false;
  bool EndsHere = false;   ///< Whether an empty line ended the thread.
  bool AfterBlank = false; ///< Whether the last line was empty.
  bool IsBroken = false;   ///< Whether the current line is broken.
  bool IsOver = false;     ///< Whether the dump's threads have ended.
  bool InList = false;     ///< Whether the line is in the address list.
  std::optional<uint64_t> ListSize; ///< Stated size of the address list.
  std::vector<uint64_t> Listed;     ///< Addresses in the list.
  bool HasState = false;
  bool IsParking = false; ///< According to the state.
  bool IsPlain = false;   ///< Whether the dump is from Thread.dump_to_file.
  bool InSynchronizers = false;
  /// The carrier of the current thread; its synchronizers follow.
  std::optional<uint32_t> Carrier;
  std::vector<uint32_t> Frames; ///< Frames of the current thread.
  llvm::StringMap<uint32_t> FrameByText;
};

} // namespace hprof

#endif // HPROF_LIB_FORMAT_THREADTEXT_JSTACKBUILDER_H
