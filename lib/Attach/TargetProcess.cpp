//===- TargetProcess.cpp - A process and its file system ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetProcess.h"
#include "JavaCommand.h"
#include "RootPath.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

using namespace llvm;
using namespace hprof;

std::string hprof::errnoText(int Errno) {
  return std::error_code(Errno, std::generic_category()).message();
}

Error TargetProcess::error(const Twine &What) const {
  return createStringError("process " + Twine(Pid) + ": " + What);
}

Expected<TargetProcess> TargetProcess::open(uint64_t Pid) {
  TargetProcess T;
  T.Pid = Pid;
  std::string Folder = "/proc/" + std::to_string(Pid);
  // Not O_PATH: pidfd_send_signal() requires an open file.
  T.Proc = Descriptor(::open(Folder.c_str(), O_DIRECTORY | O_CLOEXEC));
  if (!T.Proc) {
    if (errno == ENOENT)
      return T.error("no such process");
    return T.error("cannot open " + Folder + ": " + errnoText(errno));
  }
  Expected<ProcStatus> Status = T.readStatus();
  if (!Status)
    return Status.takeError();
  T.Status = *Status;
  if (T.Status.isDead())
    return T.error("has exited, but its parent has not reaped it yet (zombie)");
  if (T.Status.ThreadGroup != Pid)
    return T.error("is a thread of process " + Twine(T.Status.ThreadGroup));
  if (geteuid() && geteuid() != T.Status.User)
    return T.error("runs as user " + Twine(T.Status.User) +
                   ", but this tool runs as user " + Twine(geteuid()) +
                   ": only the same user and root may attach");
  bool IsRoot = !geteuid();
  UserScope User = T.asUser();
  if (User.error() && IsRoot)
    return T.error("cannot assume its user " + Twine(T.Status.User) +
                   " and group " + Twine(T.Status.Group) + ": " +
                   User.error().message());
  if (User.error())
    return T.error("runs with group " + Twine(T.Status.Group) +
                   ", but this tool runs with group " + Twine(getegid()) +
                   ": only the same group and root may attach");
  return T;
}

Expected<std::string> TargetProcess::read(const char *Name, size_t Most) const {
  Descriptor File(openat(Proc.get(), Name, O_RDONLY | O_CLOEXEC));
  auto Fail = [&](int Errno) {
    if (Errno == ESRCH || Errno == ENOENT)
      return error("has exited");
    return error("cannot read /proc/" + Twine(Pid) + "/" + Name + ": " +
                 errnoText(Errno));
  };
  if (!File)
    return Fail(errno);
  std::string Text;
  char Buffer[65536];
  while (Text.size() < Most) {
    ssize_t Got = ::read(File.get(), Buffer,
                         std::min(sizeof(Buffer), Most - Text.size()));
    if (Got < 0 && errno == EINTR)
      continue;
    if (Got < 0)
      return Fail(errno);
    if (!Got)
      break;
    Text.append(Buffer, static_cast<size_t>(Got));
  }
  return Text;
}

Expected<ProcStatus> TargetProcess::readStatus() const {
  Expected<std::string> Text = read("status", 1 << 20);
  if (!Text)
    return Text.takeError();
  Expected<ProcStatus> Found = parseProcStatus(*Text);
  if (!Found)
    return error(toString(Found.takeError()));
  return Found;
}

Expected<ProcMaps> TargetProcess::readMaps() const {
  // Collectors that map many heap pieces can make this file megabytes long.
  Expected<std::string> Text = read("maps", 256 << 20);
  if (!Text)
    return Text.takeError();
  return parseProcMaps(*Text);
}

static std::vector<std::string> splitOrNone(Expected<std::string> Text) {
  if (Text)
    return splitAtNul(*Text);
  consumeError(Text.takeError());
  return {};
}

std::vector<std::string> TargetProcess::arguments() const {
  return splitOrNone(read("cmdline", 4 << 20));
}

std::vector<std::string> TargetProcess::environment() const {
  return splitOrNone(read("environ", 4 << 20));
}

Error TargetProcess::openFolders() {
  auto Open = [&](const char *Name, Descriptor &Into) -> Error {
    Into =
        Descriptor(openat(Proc.get(), Name, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!Into)
      return error("cannot open /proc/" + Twine(Pid) + "/" + Name + ": " +
                   errnoText(errno));
    return Error::success();
  };
  if (Error E = Open("root", Root))
    return E;
  return Open("cwd", Cwd);
}

std::string TargetProcess::readLink(const char *Name) const {
  SmallString<4096> Path;
  Path.resize_for_overwrite(4096);
  ssize_t Size = readlinkat(Proc.get(), Name, Path.data(), Path.size());
  return std::string(Path.data(), Size > 0 ? static_cast<size_t>(Size) : 0);
}

StringRef TargetProcess::belowRoot(StringRef Path) const {
  std::string Top = readLink("root");
  if (Top != "/" && !Path.consume_front(Top))
    return "";
  return Path.starts_with("/") ? Path : "";
}

std::string TargetProcess::workingPath() const {
  std::string Path = readLink("cwd");
  StringRef Below = belowRoot(Path);
  if (Below.empty())
    return "";
  Expected<Descriptor> Again = openInRoot(Below, O_PATH | O_DIRECTORY);
  if (!Again) {
    consumeError(Again.takeError());
    return "";
  }
  struct stat A, B;
  if (fstat(Again->get(), &A) || fstat(Cwd.get(), &B) || A.st_dev != B.st_dev ||
      A.st_ino != B.st_ino)
    return "";
  return Below.str();
}

Expected<Descriptor> TargetProcess::openInRoot(StringRef Path,
                                               int Flags) const {
  Descriptor Found = openBelow(Root.get(), Path, Flags);
  if (!Found)
    return error("cannot open '" + Path +
                 "' in its root directory: " + errnoText(errno));
  return Found;
}

/// Whether pids in /proc are valid for kill(): the /proc of another pid
/// namespace may be mounted here, as in debug containers.
static bool isProcOfThisNamespace() {
  char Self[32];
  const ssize_t Size = readlink("/proc/self", Self, sizeof(Self));
  if (Size <= 0 ||
      StringRef(Self, static_cast<size_t>(Size)) != std::to_string(getpid()))
    return false;
  // The pids may be the same by chance. /proc lists the pids of a process in
  // its own namespace and in those below.
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!Text)
    return false;
  Expected<ProcStatus> Status = parseProcStatus((*Text)->getBuffer());
  if (Status)
    return Status->Namespaces == 1;
  consumeError(Status.takeError());
  return false;
}

Error TargetProcess::signal(int Signal) const {
  // The kernel accepts the folder in /proc as a pidfd.
  long Result = syscall(SYS_pidfd_send_signal, Proc.get(), Signal, nullptr, 0);
  // Linux before 5.1 lacks the call, and sandboxes reject it.
  if (Result < 0 && (errno == ENOSYS || errno == EPERM)) {
    if (!isProcOfThisNamespace())
      return error("cannot send signal " + Twine(Signal) +
                   ": /proc belongs to another pid namespace, where the pid "
                   "may denote another process");
    // The open folder refers to this process or none, even if the pid is
    // reused.
    if (Expected<ProcStatus> Now = readStatus(); !Now)
      return Now.takeError();
    Result = kill(static_cast<pid_t>(Pid), Signal);
  }
  if (Result == 0)
    return Error::success();
  if (errno == ESRCH)
    return error("has exited");
  return error("cannot send signal " + Twine(Signal) + ": " + errnoText(errno));
}
