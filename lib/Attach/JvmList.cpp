//===- JvmList.cpp - JVMs on this machine ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Attach/JvmList.h"
#include "JavaCommand.h"
#include "TargetChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace hprof;

static std::string commandOf(const TargetProcess &P) {
  std::vector<std::string> Arguments = P.arguments();
  std::string Main = parseJavaCommand(Arguments).Main;
  return Main.empty() ? join(Arguments, " ") : Main;
}

/// Whether \p Folder in /proc belongs to a program. Kernel threads and zombies
/// have no command line; all users may read command lines.
static bool isProgram(StringRef Folder) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Line =
      MemoryBuffer::getFileAsStream(Folder + "/cmdline");
  return Line && (*Line)->getBufferSize();
}

Expected<JvmList> hprof::runningJvms() {
  JvmList Found;
  std::error_code EC;
  for (sys::fs::directory_iterator I("/proc", EC), End; !EC && I != End;
       I.increment(EC)) {
    uint64_t Pid;
    if (sys::path::filename(I->path()).getAsInteger(10, Pid))
      continue;
    Expected<TargetProcess> P = TargetProcess::open(Pid);
    Expected<ProcMaps> Maps = P ? P->readMaps() : P.takeError();
    if (!Maps) {
      consumeError(Maps.takeError());
      Found.Hidden += isProgram(I->path());
      continue;
    }
    if (Maps->VM == VMKind::None)
      continue;
    RunningJvm One{Pid, commandOf(*P), ""};
    if (Error E = findAttachTarget(Pid).takeError())
      One.Obstacle = toString(std::move(E));
    Found.Jvms.push_back(std::move(One));
  }
  if (EC)
    return createFileError("/proc", EC);
  sort(Found.Jvms,
       [](const RunningJvm &A, const RunningJvm &B) { return A.Pid < B.Pid; });
  return Found;
}
