//===- ThreadDump.h - Thread dumps ------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread dump as a value: a small document that readers and writers of all
/// thread dump formats share, with frames and stacks in shared tables. Members
/// that a format lacks are empty, 0 or nullopt. Strings are UTF-8. Class names
/// are as in Java source, see ClassName.h. Addresses are those in the dumped
/// VM.
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
/// Returns a name such as "RUNNABLE".
llvm::StringRef threadStateName(ThreadState S);
/// Reverses threadStateName(); Unknown for any other \p Name.
ThreadState parseThreadState(llvm::StringRef Name);

struct ThreadDump {
  /// An object that is or can be locked.
  struct LockObject {
    std::string ClassName;
    uint64_t Address = 0; ///< Address in the heap.
    /// For formats such as JSON that identify objects by hash code.
    std::optional<uint32_t> IdentityHash;
    /// The class represented by a java.lang.Class, if known.
    std::string OfClass;

    /// Whether identity and class are equal.
    bool isSame(const LockObject &O) const {
      return Address == O.Address && IdentityHash == O.IdentityHash &&
             ClassName == O.ClassName;
    }
  };

  /// A thread as the format identifies it. It need not be in the dump.
  struct ThreadRef {
    std::string Name;
    uint64_t VmThread = 0;
    uint64_t Object = 0;
    std::optional<uint64_t> Id;
    std::optional<uint64_t> NativeId;

    static ThreadRef byId(std::optional<uint64_t> Id, std::string Name = "") {
      return {std::move(Name), 0, 0, Id, {}};
    }
  };

  struct HeldLock {
    /// The stack index of the frame that entered the lock.
    uint32_t Depth = 0;
    LockObject Object;
    /// Number of times that the thread had entered the lock in this frame.
    uint32_t EntryCount = 1;
    bool IsEliminated = false; ///< Elided by the compiler; no Object.
  };

  enum class WaitKind : uint8_t { Blocked, Waiting, Parked };
  /// Indexed by WaitKind: "blocked", "waiting", "parked".
  static llvm::ArrayRef<llvm::StringLiteral> waitKindNames();
  /// The reason why a thread is not running.
  struct Wait {
    WaitKind Kind = WaitKind::Waiting;
    LockObject Object;
    std::optional<ThreadRef> Owner;
    /// The thread running the initializer of the class waited for.
    std::optional<ThreadRef> Initializer;
  };

  /// A JSON member that the format does not define.
  struct ExtraMember {
    std::string Name;
    std::string Json; ///< Value of the member.
  };

  struct Thread {
    std::string Name;           ///< Also empty for unnamed threads.
    std::optional<uint64_t> Id; ///< Thread.threadId().
    std::optional<uint64_t> NativeId;
    uint64_t VmThread = 0; ///< VM structure: J9VMThread, "tid=".
    uint64_t Object = 0;   ///< Address of the java.lang.Thread in the heap.
    ThreadState State = ThreadState::Unknown;
    std::string StateText; ///< As spelled in the format: "CW".
    std::optional<int32_t> Priority;
    std::optional<bool> IsDaemon;
    std::string Group;           ///< Name of the ThreadGroup, if known.
    uint32_t Stack = 0;          ///< Number in Stacks.
    std::vector<HeldLock> Locks; ///< In frame order.
    /// Locks of java.util.concurrent that the thread owns.
    std::vector<LockObject> Synchronizers;
    bool IsCut = false; ///< The outermost frames are missing.
    std::vector<std::string> NativeFrames; ///< As spelled in the format.
    /// Boxed, because most of a million virtual threads have no known wait.
    Boxed<Wait> WaitsFor;
    LockObject ContextLoader;
    std::optional<uint64_t> CpuNanos;
    std::string Category;   ///< Category of the CPU time: "Application", "JIT".
    bool IsCurrent = false; ///< The thread triggered or requested the dump.
    std::string Time;       ///< For formats with a time per thread.
    bool IsVirtual = false;
    /// Number of the thread's lines, in text, that could not be parsed.
    uint32_t UnreadLines = 0;
    std::optional<uint64_t> CarrierId; ///< Id of the carrier thread.
    /// Id of the mounted virtual thread.
    std::optional<uint64_t> CarriedId;
    bool IsInternal = false; ///< A VM thread, which runs no Java code.
    std::optional<uint32_t> Container; ///< Index into Containers.
    std::vector<ExtraMember> Extra;
    ThreadRef ref() const { return {Name, VmThread, Object, Id, NativeId}; }
    /// Returns the state in java.lang.Thread.State that corresponds to State;
    /// derived from the wait if the dump contains none.
    ThreadState javaState() const;
    /// Whether the thread runs or could run Java code, unlike the process's
    /// other threads.
    bool isJava() const {
      return !IsInternal &&
             (VmThread || Object || Id || !Name.empty() || Stack);
    }
  };

  /// A thread group in JSON dumps: an executor, a scope.
  struct Container {
    std::string Name;
    std::optional<uint32_t> Parent; ///< Index into Containers.
    std::optional<uint64_t> OwnerId;
    std::optional<uint64_t> ThreadCount; ///< As declared.
    std::vector<ExtraMember> Extra;
  };

  /// A monitor of an object or of the VM itself.
  struct Monitor {
    /// Name of a VM monitor; empty for an object's.
    std::string SystemName;
    LockObject Object;
    uint64_t Address = 0; ///< Address of the VM's structure.
    std::optional<ThreadRef> Owner;
    uint64_t EntryCount = 0;
    std::vector<ThreadRef> Entering; ///< Threads blocked on it.
    std::vector<ThreadRef> Waiting;  ///< Threads waiting to be notified.
    bool isSystem() const { return !SystemName.empty(); }
  };

  /// A cycle: each thread waits for something that the next one owns, and the
  /// last one for something that the first one owns.
  struct Deadlock {
    struct Step {
      ThreadRef Thread;
      LockObject Object;
      std::string SystemMonitor; ///< Set if the thread waits for a VM monitor.
    };
    std::vector<Step> Steps;
  };

  struct LoadedClass {
    std::string Name;
    /// Address of the VM's structure, often not in the heap.
    uint64_t Address = 0;
    bool IsShared = false; ///< The class is from a cache shared between VMs.
  };

  struct Loader {
    std::string ClassName; ///< Empty for the bootstrap loader.
    /// Address of the loader object; also 0 if there is none.
    uint64_t Address = 0;
    std::string ParentClassName;
    uint64_t Parent = 0;
    bool IsBootstrap = false;
    std::string Flags; ///< As spelled in the format: "-x--st--".
    std::optional<uint64_t> ClassCount; ///< As declared.
    std::vector<std::string> Libraries;
    std::vector<LoadedClass> Classes;
  };

  std::optional<uint64_t> FormatVersion; ///< For JSON, from version 2.
  std::string VmVersion;
  std::string OperatingSystem;
  std::string Architecture;
  uint8_t PointerSize = 0; ///< In bytes.
  std::string Time;        ///< As spelled in the format.
  /// Milliseconds since 1970. Without a time zone in the dump, local time is
  /// interpreted as UTC.
  std::optional<uint64_t> Millis;
  std::optional<uint64_t> ProcessId;
  std::string Event;    ///< Reason for the dump.
  std::string FileName; ///< Name under which the dump was written.
  std::string CommandLine;
  std::vector<Thread> Threads;
  /// Whether part of the dump is missing or could not be parsed, so that the
  /// absence of data proves nothing. Text readers set it for each dump,
  /// hprof::readThreads() for all dumps of a file in another format.
  bool IsDamaged = false;
  /// Number of threads, in text, whose first line could not be parsed.
  uint64_t LostThreads = 0;
  /// The first line of a thread, in text, that could not be parsed, and its
  /// line number; 0 if all lines were parsed.
  std::string FirstUnread;
  uint64_t FirstUnreadLine = 0;
  ThreadStacks Stacks;
  std::vector<Container> Containers;
  std::vector<Monitor> Monitors;
  std::vector<Deadlock> Deadlocks;
  std::vector<Loader> Loaders;
  std::vector<ExtraMember> Extra;

  /// Fills Monitors, which must be empty, from the monitors that threads own
  /// and wait for, in order of mention. A thread waiting for a notification, or
  /// to reenter the monitor afterwards, does not own it, although dumps list it
  /// among the thread's locks.
  void findMonitors();

  /// The numbers that a thread's frames have in Stacks, innermost first.
  llvm::ArrayRef<uint32_t> frames(const Thread &T) const {
    return Stacks.frames(T.Stack);
  }
};

/// The locks of a thread by the frame that entered them, for loops over its
/// frames: both frames and locks can be numerous.
class LocksByFrame {
public:
  explicit LocksByFrame(llvm::ArrayRef<ThreadDump::HeldLock> Locks);
  /// The locks of the frame at \p Depth, in dump order.
  llvm::ArrayRef<const ThreadDump::HeldLock *> of(size_t Depth) const;

private:
  std::vector<const ThreadDump::HeldLock *> Sorted;
};

/// Whether \p Lock is, by its class, a synchronizer of java.util.concurrent
/// with a single owner at a time.
bool isOwnable(const ThreadDump::LockObject &Lock);

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADDUMP_H
