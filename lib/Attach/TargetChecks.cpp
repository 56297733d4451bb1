//===- TargetChecks.cpp - Checks whether an attach can work ---------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetChecks.h"
#include "ElfFile.h"
#include "JavaCommand.h"
#include "KnownOptions.h"
#include "PerfData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

using namespace llvm;
using namespace hprof;

/// Reads the counters that the VM publishes; empty if there are none.
static std::string readCounters(const AttachTarget &T) {
  std::string Own = "/" + std::to_string(T.Process.status().NamespacePid);
  auto Name = find_if(T.Maps.PerfData, [&](const std::string &One) {
    return StringRef(One).ends_with(Own);
  });
  if (Name == T.Maps.PerfData.end())
    return "";
  // The folder is writable by all users.
  UserScope User = T.Process.asUser();
  Expected<Descriptor> File = T.Process.openInRoot(
      "/tmp/" + *Name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW);
  if (!File) {
    consumeError(File.takeError());
    return "";
  }
  struct stat Status;
  if (fstat(File->get(), &Status) || !S_ISREG(Status.st_mode) ||
      Status.st_uid != T.Process.status().User)
    return "";
  char Bytes[1 << 16]; // By default, the VM creates a file of 32 KiB.
  ssize_t Size = pread(File->get(), Bytes, sizeof(Bytes), 0);
  return std::string(Bytes, Size > 0 ? static_cast<size_t>(Size) : 0);
}

/// Whether the VM's counters show that it accepts attach requests.
static std::optional<bool> statedCapability(StringRef Counters) {
  std::optional<StringRef> Found =
      perfDataString(Counters, "sun.rt.jvmCapabilities");
  if (!Found || Found->empty())
    return std::nullopt;
  return Found->front() == '1';
}

static Error checkVM(const AttachTarget &T) {
  switch (T.Maps.VM) {
  case VMKind::HotSpot:
    return Error::success();
  case VMKind::OpenJ9:
    return T.Process.error("is an OpenJ9 VM, whose attach protocol differs "
                           "from HotSpot's; use the jcmd of its JDK");
  case VMKind::None:
    return T.Process.error("is not a JVM: no libjvm.so is mapped");
  }
  llvm_unreachable("unhandled VMKind");
}

/// Fails if attaching is disabled: such a VM does not remove the socket of an
/// earlier process with the same pid.
static Error checkAttachEnabled(const AttachTarget &T) {
  const TargetProcess &P = T.Process;
  std::vector<std::string> Options =
      effectiveOptions(P.arguments(), P.environment());
  std::optional<bool> Stated = statedCapability(readCounters(T));
  if (Stated ? !*Stated
             : findFlag(Options, "DisableAttachMechanism").value_or(false))
    return P.error("the VM was started with -XX:+DisableAttachMechanism");
  return Error::success();
}

Error hprof::checkBeforeSignal(const AttachTarget &T) {
  if (Error E = checkAttachEnabled(T))
    return E;
  const TargetProcess &P = T.Process;
  Expected<ProcStatus> Status = P.readStatus();
  if (!Status)
    return Status.takeError();
  if (!Status->catches(SIGQUIT))
    return P.error(
        "does not catch SIGQUIT, which would terminate it; it was started with "
        "-Xrs and has no attach socket, or is still starting");
  struct statvfs Mount;
  if (!fstatvfs(T.Tmp.get(), &Mount) && Mount.f_flag & ST_RDONLY)
    return P.error("its /tmp is mounted read-only, so the VM cannot create its "
                   "attach socket");
  return Error::success();
}

Expected<AttachTarget> hprof::findAttachTarget(uint64_t Pid) {
  Expected<TargetProcess> Process = TargetProcess::open(Pid);
  if (!Process)
    return Process.takeError();
  AttachTarget T;
  T.Process = std::move(*Process);
  Expected<ProcMaps> Maps = T.Process.readMaps();
  if (!Maps)
    return Maps.takeError();
  T.Maps = std::move(*Maps);
  if (Error E = checkVM(T))
    return E;
  if (T.Process.status().isStopped())
    return T.Process.error(
        "is stopped (SIGSTOP or a debugger) and cannot reply");
  if (Error E = T.Process.openFolders())
    return E;
  Expected<Descriptor> Tmp = T.Process.openInRoot("/tmp", O_PATH | O_DIRECTORY);
  if (!Tmp)
    return Tmp.takeError();
  T.Tmp = std::move(*Tmp);
  const ProcStatus &Status = T.Process.status();
  T.SocketName = ".java_pid" + std::to_string(Status.NamespacePid);
  T.Peer = {Pid, Status.User};
  Expected<SocketState> State = T.findSocket();
  if (!State)
    return T.Process.error(toString(State.takeError()));
  T.HasSocket = *State == SocketState::Present;
  if (Error E = T.HasSocket ? checkAttachEnabled(T) : checkBeforeSignal(T))
    return E;
  return T;
}

Expected<std::string> hprof::checkAgentLoading(const AttachTarget &T) {
  const TargetProcess &P = T.Process;
  KnownOptions Known =
      knownOptions(readCounters(T), P.arguments(), P.environment());
  std::optional<bool> Flag =
      findFlag(Known.Options, "EnableDynamicAgentLoading");
  if (Flag && !*Flag)
    return P.error("the VM was started with -XX:-EnableDynamicAgentLoading and "
                   "rejects agents");
  return Flag ? "" : Known.Gap;
}

static Expected<std::unique_ptr<MemoryBuffer>> readLibrary(StringRef Path) {
  // Reading a device or a pipe might never finish.
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return createFileError(
        Path, createStringError("is not a regular file; expected a library"));
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer =
      MemoryBuffer::getFile(Path, /*IsText=*/false,
                            /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createFileError(Path, Buffer.getError());
  return std::move(*Buffer);
}

Expected<LibraryFacts> hprof::checkLibrary(const AttachTarget &T,
                                           const std::string &Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readLibrary(Path);
  if (!Buffer)
    return Buffer.takeError();
  StringRef Bytes = (*Buffer)->getBuffer();
  Expected<ElfMachine> Library = readElfMachine(Bytes);
  if (!Library)
    return createFileError(Path, Library.takeError());
  if (Error E = checkSharedLibrary(Bytes))
    return createFileError(Path, std::move(E));
  Expected<std::string> Start = T.Process.read("exe", ElfMachineSize);
  if (!Start)
    return Start.takeError();
  Expected<ElfMachine> Program = readElfMachine(*Start);
  if (!Program) {
    consumeError(Program.takeError());
  } else if (!(*Program == *Library)) {
    return T.Process.error("is a " + Program->text() + " program, but '" +
                           Path + "' is " + Library->text());
  }
  CLibrary Needs = neededCLibrary(Bytes);
  // The toolchain's agent is built with glibc, but musl can load it, too.
  if (definesSymbol(Bytes, "hprof_loads_with_musl").value_or(false))
    Needs = CLibrary::Unknown;
  if (Needs == CLibrary::Glibc && T.Maps.HasMusl && !T.Maps.HasGlibc)
    return T.Process.error("uses the C library musl, but '" + Path +
                           "' needs glibc; build the library for musl");
  if (Needs == CLibrary::Musl && T.Maps.HasGlibc && !T.Maps.HasMusl)
    return T.Process.error("uses the C library glibc, but '" + Path +
                           "' needs musl; build the library for glibc");
  std::optional<bool> IsAgent = definesSymbol(Bytes, "Agent_OnAttach");
  if (IsAgent && !*IsAgent)
    return createFileError(
        Path, createStringError("does not define Agent_OnAttach: not an agent "
                                "that a running VM can load"));
  return LibraryFacts{IsAgent ? LibraryFunctions::Agent
                              : LibraryFunctions::Unknown,
                      xxh3_64bits(Bytes)};
}
