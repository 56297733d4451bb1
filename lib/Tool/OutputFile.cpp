//===- OutputFile.cpp - Output file that is written atomically ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/OutputFile.h"
#include "LeftOutput.h"
#include "Platform.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace hprof;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

/// Renames without replacing a file created at \p To in the meantime.
static std::error_code renameNew(const char *From, const char *To) {
  const int Code = renameExclusively(From, To);
  if (!Code || Code == EEXIST)
    return std::error_code(Code, std::generic_category());
  // The file system may not support this call: check for a file first.
  if (access(To, F_OK) == 0)
    return std::make_error_code(std::errc::file_exists);
  return rename(From, To) ? lastError() : std::error_code();
}

static Error fail(StringRef Path, const Twine &What) {
  return createFileError(
      Path, createStringError(std::make_error_code(std::errc::io_error), What));
}

OutputFile::OutputFile(std::string Path, std::string Target,
                       std::string Temporary, int Descriptor, bool Force)
    : Path(std::move(Path)), Target(std::move(Target)),
      Temporary(std::move(Temporary)), Descriptor(Descriptor), Force(Force),
      Stream(std::make_unique<raw_fd_ostream>(Descriptor,
                                              /*shouldClose=*/false)) {
  Stream->SetBufferSize(65536);
}

OutputFile::~OutputFile() { discard(); }

bool OutputFile::isTerminal() const { return isatty(Descriptor); }

Expected<std::unique_ptr<OutputFile>>
OutputFile::create(StringRef Path, Content C, bool Force) {
  // Opening standard output by name would truncate or reject the file that the
  // shell opened.
  if (namesStdout(Path))
    Path = "-";
  auto Make = [&](std::string Target, std::string Temporary, int FD) {
    return std::unique_ptr<OutputFile>(new OutputFile(
        Path.str(), std::move(Target), std::move(Temporary), FD, Force));
  };
  auto Refused = [&](const OutputFile &F) {
    return C == Content::Binary && F.isTerminal();
  };
  const char *const NoTerminal =
      "refusing to write binary output to a terminal; use -o FILE or a pipe";
  if (Path == "-") {
    auto F = Make("-", "", STDOUT_FILENO);
    if (Refused(*F))
      return createStringError(std::errc::invalid_argument, NoTerminal);
    return F;
  }

  std::string Name = Path.str();
  std::string Target = Name;
  struct stat Status;
  bool Exists = lstat(Name.c_str(), &Status) == 0;
  if (Exists && S_ISLNK(Status.st_mode)) {
    SmallString<128> Real;
    if (!sys::fs::real_path(Name, Real))
      Target = std::string(Real);
    if (stat(Name.c_str(), &Status))
      return fail(Path, "dangling symbolic link");
  }
  if (Exists && S_ISDIR(Status.st_mode))
    return createFileError(Path,
                           std::make_error_code(std::errc::is_a_directory));
  if (Exists && !S_ISREG(Status.st_mode)) {
    int FD = open(Name.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (FD < 0)
      return createFileError(Path, lastError());
    auto F = Make(Target, "", FD);
    if (Refused(*F))
      return fail(Path, NoTerminal);
    return F;
  }
  if (Exists && !Force)
    return fail(Path, "file exists; --force replaces it");

  int FD;
  SmallString<128> Temporary;
  removeLeftOutputs(Target);
  if (std::error_code EC = createLockedOutput(Target, FD, Temporary))
    return createFileError(Path, EC);
  return Make(Target, std::string(Temporary), FD);
}

namespace {
/// Ignores termination signals while some files have temporary names: at that
/// point, all output has been written.
class SignalsIgnored {
public:
  SignalsIgnored() {
    struct sigaction Ignore = {};
    Ignore.sa_handler = SIG_IGN;
    for (size_t I = 0; I != std::size(Numbers); ++I)
      sigaction(Numbers[I], &Ignore, &Before[I]);
  }
  ~SignalsIgnored() {
    for (size_t I = 0; I != std::size(Numbers); ++I)
      sigaction(Numbers[I], &Before[I], nullptr);
  }

private:
  static constexpr int Numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
  struct sigaction Before[std::size(Numbers)];
};
} // namespace

Error OutputFile::keep() { return keepAll(this); }

Error OutputFile::keepAll(ArrayRef<OutputFile *> Files) {
  auto Undo = [&](const OutputFile &Failed, std::error_code EC) {
    for (OutputFile *F : Files)
      F->takeBack();
    for (OutputFile *F : Files)
      F->discard();
    return createFileError(Failed.isStdout() ? "<stdout>" : Failed.Path, EC);
  };
  for (OutputFile *F : Files)
    if (std::error_code EC = F->complete())
      return Undo(*F, EC);
  const SignalsIgnored Rest;
  // rename() replaces a single file atomically.
  if (Files.size() > 1)
    for (OutputFile *F : reverse(Files))
      if (std::error_code EC = F->setAside())
        return Undo(*F, EC);
  // Files are removed first: if a folder does not permit that, a file that had
  // already appeared in it could not be removed again.
  for (bool IsLeftOut : {true, false})
    for (OutputFile *F : Files)
      if (F->IsLeftOut == IsLeftOut)
        if (std::error_code EC = F->appear())
          return Undo(*F, EC);
  Error E = Error::success();
  for (OutputFile *F : Files)
    if (std::error_code EC = F->removeOld())
      E = joinErrors(std::move(E), createFileError(F->Old, EC));
  return E;
}

/// Writes buffered data, and closes the file.
std::error_code OutputFile::complete() {
  Stream->flush();
  std::error_code EC = Stream->error();
  Stream->clear_error();
  Stream.reset();
  // The file stays locked until it has its final name.
  if (isTemporary())
    Lock = fcntl(Descriptor, F_DUPFD_CLOEXEC, 0);
  // Computed now, because no memory may be left during the renames.
  Old = Temporary + ".old";
  // Network file systems may report a full disk only here.
  if (!isStdout() && close(Descriptor) && !EC)
    EC = lastError();
  Descriptor = -1;
  return EC;
}

/// Renames the file to be replaced.
std::error_code OutputFile::setAside() {
  if (!isTemporary() || !Force)
    return {};
  IsAside = !rename(Target.c_str(), Old.c_str());
  return IsAside || errno == ENOENT ? std::error_code() : lastError();
}

std::error_code OutputFile::appear() {
  if (!isTemporary())
    return {};
  std::error_code EC;
  if (IsLeftOut)
    EC = unlink(Temporary.c_str()) ? lastError() : std::error_code();
  else if (Force)
    EC = rename(Temporary.c_str(), Target.c_str()) ? lastError()
                                                   : std::error_code();
  else
    EC = renameNew(Temporary.c_str(), Target.c_str());
  if (EC)
    return EC;
  // Signals would still remove the temporary name, which no longer exists:
  // deregistering it needs memory, and there may be none.
  Temporary.clear();
  IsThere = !IsLeftOut;
  if (Lock >= 0)
    close(std::exchange(Lock, -1));
  return {};
}

std::error_code OutputFile::removeOld() {
  return IsAside && unlink(Old.c_str()) ? lastError() : std::error_code();
}

/// Undoes appear() and setAside().
void OutputFile::takeBack() {
  if (IsAside)
    rename(Old.c_str(), Target.c_str());
  else if (IsThere)
    unlink(Target.c_str());
}

void OutputFile::discard() {
  if (Stream) {
    // Data for a pipe or device cannot be taken back. Errors here are less
    // important than the error that led here.
    Stream->flush();
    Stream->clear_error();
    Stream.reset();
    if (!isStdout())
      close(Descriptor);
  }
  if (Lock >= 0)
    close(std::exchange(Lock, -1));
  if (Temporary.empty())
    return;
  unlink(Temporary.c_str());
  sys::DontRemoveFileOnSignal(Temporary);
  Temporary.clear();
}
