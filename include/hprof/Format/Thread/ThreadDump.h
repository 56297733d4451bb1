//===- ThreadDump.h - Thread dumps ------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread dump as a value: a small document that every thread dump format is
/// read into and written from, with frames and stacks in shared tables.
/// Whatever a format does not state is empty, 0 or nullopt. Text is UTF-8.
/// Class names are as in Java source, see ClassName.h. Addresses are those in
/// the dumped VM.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADDUMP_H
#define HPROF_FORMAT_THREAD_THREADDUMP_H

#include "hprof/Format/Kit/Boxed.h"
#include "hprof/Format/Thread/ThreadStacks.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hprof {

enum class ThreadState : uint8_t {
#define HPROF_THREAD_STATE(NAME, TEXT, J9) NAME,
#include "hprof/Format/Thread/ThreadStates.def"
};
/// "RUNNABLE"
llvm::StringRef threadStateName(ThreadState S);

struct ThreadDump {
  /// An object that is or can be locked.
  struct LockObject {
    std::string ClassName;
    uint64_t Address = 0; ///< Address in the heap.
    /// For formats that identify objects by hash code instead, such as JSON.
    std::optional<uint32_t> IdentityHash;
    /// If it is a java.lang.Class: which one, where the format states it.
    std::string OfClass;
  };

  /// Another thread, by whatever the format identifies it with. The dump need
  /// not contain the thread.
  struct ThreadRef {
    std::string Name;
    uint64_t VmThread = 0;
    uint64_t Object = 0;
    std::optional<uint64_t> Id;
    std::optional<uint64_t> NativeId;
  };

  struct HeldLock {
    /// The frame that entered it: its index in the thread's stack.
    uint32_t Depth = 0;
    LockObject Object;
    /// How often the thread had entered it in this frame.
    uint32_t EntryCount = 1;
    bool IsEliminated = false; ///< Removed by the compiler; Object is unknown.
  };

  enum class WaitKind : uint8_t { Blocked, Waiting, Parked };
  /// The reason why a thread does not run.
  struct Wait {
    WaitKind Kind = WaitKind::Waiting;
    LockObject Object;
    std::optional<ThreadRef> Owner;
    /// The thread that runs the initializer of the class waited for.
    std::optional<ThreadRef> Initializer;
  };

  /// A member of a JSON dump that the format does not define.
  struct ExtraMember {
    std::string Name;
    std::string Json; ///< Its value.
  };

  struct Thread {
    std::string Name;           ///< Also empty for unnamed threads.
    std::optional<uint64_t> Id; ///< Thread.threadId().
    std::optional<uint64_t> NativeId;
    uint64_t VmThread = 0; ///< The VM's structure: J9VMThread, "tid=".
    uint64_t Object = 0;   ///< The java.lang.Thread in the heap.
    ThreadState State = ThreadState::Unknown;
    std::string StateText; ///< As the format spells it: "CW".
    std::optional<int32_t> Priority;
    std::optional<bool> IsDaemon;
    std::string Group;           ///< The name of its ThreadGroup, if known.
    uint32_t Stack = 0;          ///< In Stacks.
    std::vector<HeldLock> Locks; ///< In the order of their frames.
    /// Locks of java.util.concurrent that it owns.
    std::vector<LockObject> Synchronizers;
    bool IsCut = false; ///< The outermost frames are missing.
    std::vector<std::string> NativeFrames; ///< As the format spells them.
    /// Boxed, since most of a million virtual threads wait for nothing that is
    /// stated.
    Boxed<Wait> WaitsFor;
    LockObject ContextLoader;
    std::optional<uint64_t> CpuNanos;
    std::string Category;   ///< Category of its CPU time: "Application", "JIT".
    bool IsCurrent = false; ///< The thread that made the dump, or requested it.
    std::string Time;       ///< For formats with a time per thread.
    bool IsVirtual = false;
    /// Lines of the thread, in text, that were not understood.
    uint32_t UnreadLines = 0;
    std::optional<uint64_t> CarrierId; ///< The Id of the carrier thread.
    /// The Id of the virtual thread that it runs.
    std::optional<uint64_t> CarriedId;
    bool IsInternal = false; ///< One of the VM's own, which runs no Java.
    std::optional<uint32_t> Container; ///< Index into Containers.
    std::vector<ExtraMember> Extra;
    ThreadRef ref() const { return {Name, VmThread, Object, Id, NativeId}; }
    /// Whether it runs Java code, or could: it is not one of the process's
    /// other threads.
    bool isJava() const {
      return !IsInternal &&
             (VmThread || Object || Id || !Name.empty() || Stack);
    }
  };

  /// A group of threads in JSON dumps: an executor, a scope.
  struct Container {
    std::string Name;
    std::optional<uint32_t> Parent; ///< Index into Containers.
    std::optional<uint64_t> OwnerId;
    std::optional<uint64_t> ThreadCount; ///< As declared.
    std::vector<ExtraMember> Extra;
  };

  /// A monitor of an object, or of the VM itself.
  struct Monitor {
    /// Name of a VM monitor; empty for those of objects.
    std::string SystemName;
    LockObject Object;
    uint64_t Address = 0; ///< Address of the VM's structure.
    std::optional<ThreadRef> Owner;
    uint64_t EntryCount = 0;
    std::vector<ThreadRef> Entering; ///< Threads blocked until it is free.
    std::vector<ThreadRef> Waiting;  ///< Threads waiting to be notified.
    bool isSystem() const { return !SystemName.empty(); }
  };

  /// A cycle: each thread waits for what the next one owns, and the last one
  /// for what the first one owns.
  struct Deadlock {
    struct Step {
      ThreadRef Thread;
      LockObject Object;
      std::string SystemMonitor; ///< Set when it waits for a monitor of the VM.
    };
    std::vector<Step> Steps;
  };

  struct LoadedClass {
    std::string Name;
    /// Address of the VM's structure, often not in the heap.
    uint64_t Address = 0;
    bool IsShared = false; ///< Comes from a cache shared between VMs.
  };

  struct Loader {
    std::string ClassName; ///< Empty for the bootstrap loader.
    /// Address of the loader object; 0 also when there is none.
    uint64_t Address = 0;
    std::string ParentClassName;
    uint64_t Parent = 0;
    bool IsBootstrap = false;
    std::string Flags; ///< As the format spells them: "-x--st--".
    std::optional<uint64_t> ClassCount; ///< As declared.
    std::vector<std::string> Libraries;
    std::vector<LoadedClass> Classes;
  };

  std::optional<uint64_t> FormatVersion; ///< For JSON, since version 2.
  std::string VmVersion;
  std::string OperatingSystem;
  std::string Architecture;
  uint8_t PointerSize = 0; ///< In bytes.
  std::string Time;        ///< As the format spells it.
  /// Since 1970. If the dump has no time zone, local time is interpreted as
  /// UTC.
  std::optional<uint64_t> Millis;
  std::optional<uint64_t> ProcessId;
  std::string Event;    ///< Why the dump was made.
  std::string FileName; ///< The name under which it was written.
  std::string CommandLine;
  std::vector<Thread> Threads;
  /// Some of it is missing or was not understood, so that the absence of a fact
  /// proves nothing. Readers of text set it for each dump, hprof::readThreads()
  /// for all dumps of a file in another format.
  bool IsDamaged = false;
  /// Threads, in text, whose first line was not understood.
  uint64_t LostThreads = 0;
  /// The first line of a thread, in text, that was not understood, and its
  /// number in the file; 0 if all lines were understood.
  std::string FirstUnread;
  uint64_t FirstUnreadLine = 0;
  ThreadStacks Stacks;
  std::vector<Container> Containers;
  std::vector<Monitor> Monitors;
  std::vector<Deadlock> Deadlocks;
  std::vector<Loader> Loaders;
  std::vector<ExtraMember> Extra;

  /// Fills Monitors, which must be empty, from what threads own and wait for,
  /// in the order in which they are mentioned. A monitor that a thread waits to
  /// be notified by, or to enter again, is not owned by it, although dumps list
  /// it.
  void findMonitors();

  /// The numbers in Stacks of a thread's frames, innermost first.
  llvm::ArrayRef<uint32_t> frames(const Thread &T) const {
    return Stacks.frames(T.Stack);
  }
};

/// The locks of a thread by the frame that entered them, for those who go
/// through its frames: both can be many.
class LocksByFrame {
public:
  explicit LocksByFrame(llvm::ArrayRef<ThreadDump::HeldLock> Locks);
  /// Those of the frame at \p Depth, in the order of the dump.
  llvm::ArrayRef<const ThreadDump::HeldLock *> of(size_t Depth) const;

private:
  std::vector<const ThreadDump::HeldLock *> Sorted;
};

/// Whether \p Lock is a synchronizer of java.util.concurrent that one thread at
/// a time owns, by its class.
bool isOwnable(const ThreadDump::LockObject &Lock);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADDUMP_H
