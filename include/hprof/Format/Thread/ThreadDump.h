//===- ThreadDump.h - What threads were doing -------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A thread dump as a value: a small document that every format of thread dumps
/// is read into and written from. What a format does not say is empty, 0 or
/// nullopt. Text is UTF-8. Names of classes are as in Java source, see
/// ClassName.h. Addresses are those of the VM that was dumped.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_THREAD_THREADDUMP_H
#define HPROF_FORMAT_THREAD_THREADDUMP_H

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
    uint64_t Address = 0; ///< In the heap.
    /// Where a format names objects by hash code instead, as JSON does.
    std::optional<uint32_t> IdentityHash;
  };

  /// Another thread, by whatever the format names it with. The thread need not
  /// be among those of the dump.
  struct ThreadRef {
    std::string Name;
    uint64_t VmThread = 0;
    uint64_t Object = 0;
    std::optional<uint64_t> Id;
    std::optional<uint64_t> NativeId;
  };

  struct HeldLock {
    LockObject Object;
    /// How often the thread had entered it at this frame.
    uint32_t EntryCount = 1;
    bool IsEliminated = false; ///< By the compiler; Object is unknown.
  };

  struct Frame {
    std::string ClassName; ///< Empty together with Method where it is missing.
    std::string Method;
    std::string SourceFile;
    std::string Loader; ///< The name of its class's loader.
    std::string Module; ///< "java.base" or "java.base@25".
    int32_t Line = 0;   ///< 0 unknown.
    bool IsNative = false;
    bool IsCompiled = false;
    std::vector<HeldLock> Locks; ///< Entered in this frame.
  };

  enum class WaitKind : uint8_t { Blocked, Waiting, Parked };
  /// What keeps a thread from running.
  struct Wait {
    WaitKind Kind = WaitKind::Waiting;
    LockObject Object;
    std::optional<ThreadRef> Owner;
    /// Who runs the initializer of the class that is waited for.
    std::optional<ThreadRef> Initializer;
  };

  struct Thread {
    std::string Name;           ///< Empty also for threads that have none.
    std::optional<uint64_t> Id; ///< Thread.threadId().
    std::optional<uint64_t> NativeId;
    uint64_t VmThread = 0; ///< The VM's structure: J9VMThread, "tid=".
    uint64_t Object = 0;   ///< The java.lang.Thread in the heap.
    ThreadState State = ThreadState::Unknown;
    std::string StateText; ///< As the format spells it: "CW".
    std::optional<int32_t> Priority;
    std::optional<bool> IsDaemon;
    std::vector<Frame> Frames;             ///< Innermost first.
    bool IsCut = false;                    ///< Frames lacks the outermost ones.
    std::vector<std::string> NativeFrames; ///< As the format spells them.
    std::optional<Wait> WaitsFor;
    LockObject ContextLoader;
    std::optional<uint64_t> CpuNanos;
    std::string Category;   ///< Of its CPU time: "Application", "JIT".
    bool IsCurrent = false; ///< It made the dump, or made the VM dump.
    std::string Time;       ///< Where each thread has its own.
    bool IsVirtual = false;
    std::optional<uint64_t> CarrierId; ///< The Id of the thread it is on.
    std::optional<uint32_t> Container; ///< Index into Containers.
    ThreadRef ref() const { return {Name, VmThread, Object, Id, NativeId}; }
    /// Whether it runs Java code, or could: it is none of the process's other
    /// threads.
    bool isJava() const {
      return VmThread || Object || Id || !Name.empty() || !Frames.empty();
    }
  };

  /// What groups threads in JSON dumps: executors, scopes.
  struct Container {
    std::string Name;
    std::optional<uint32_t> Parent; ///< Index into Containers.
    std::optional<uint64_t> OwnerId;
    std::optional<uint64_t> ThreadCount; ///< As declared.
  };

  /// A monitor of an object, or of the VM itself.
  struct Monitor {
    std::string SystemName; ///< Of the VM's; empty for those of objects.
    LockObject Object;
    uint64_t Address = 0; ///< Of the VM's structure.
    std::optional<ThreadRef> Owner;
    uint64_t EntryCount = 0;
    std::vector<ThreadRef> Entering; ///< Blocked until it is free.
    std::vector<ThreadRef> Waiting;  ///< To be notified.
    bool isSystem() const { return !SystemName.empty(); }
  };

  /// A ring: each thread waits for what the next one owns, the last one for
  /// what the first owns.
  struct Deadlock {
    struct Step {
      ThreadRef Thread;
      LockObject Object;
      std::string SystemMonitor; ///< Where it waits for no object.
    };
    std::vector<Step> Steps;
  };

  struct LoadedClass {
    std::string Name;
    uint64_t Address = 0;  ///< Of the VM's structure, often not in the heap.
    bool IsShared = false; ///< From a cache that VMs share.
  };

  struct Loader {
    std::string ClassName; ///< Empty for the bootstrap loader.
    uint64_t Address = 0;  ///< Of the loader object; 0 also when it has none.
    std::string ParentClassName;
    uint64_t Parent = 0;
    bool IsBootstrap = false;
    std::string Flags; ///< As the format spells them: "-x--st--".
    std::optional<uint64_t> ClassCount; ///< As declared.
    std::vector<std::string> Libraries;
    std::vector<LoadedClass> Classes;
  };

  std::string VmVersion;
  std::string OperatingSystem;
  std::string Architecture;
  uint8_t PointerSize = 0; ///< Bytes.
  std::string Time;        ///< As the format spells it.
  /// Since 1970. Where the dump tells no zone, local time is taken for UTC.
  std::optional<uint64_t> Millis;
  std::optional<uint64_t> ProcessId;
  std::string Event;    ///< Why the dump was made.
  std::string FileName; ///< Under which it was made.
  std::string CommandLine;
  std::vector<Thread> Threads;
  std::vector<Container> Containers;
  std::vector<Monitor> Monitors;
  std::vector<Deadlock> Deadlocks;
  std::vector<Loader> Loaders;
};

} // namespace hprof

#endif // HPROF_FORMAT_THREAD_THREADDUMP_H
