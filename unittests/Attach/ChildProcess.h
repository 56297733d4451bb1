//===- ChildProcess.h - A process to examine --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_UNITTESTS_ATTACH_CHILDPROCESS_H
#define HPROF_UNITTESTS_ATTACH_CHILDPROCESS_H

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

namespace hprof {

/// A process that waits until the object is destroyed. SIGQUIT would kill it.
class ChildProcess {
public:
  ChildProcess() {
    // The child must not inherit a signal handler, not even for a moment.
    struct sigaction Default = {}, Old;
    Default.sa_handler = SIG_DFL;
    sigaction(SIGQUIT, &Default, &Old);
    if ((Pid = fork()) == 0)
      for (;;)
        pause();
    sigaction(SIGQUIT, &Old, nullptr);
  }
  ChildProcess(const ChildProcess &) = delete;
  ChildProcess &operator=(const ChildProcess &) = delete;
  ~ChildProcess() { end(); }
  void end() {
    if (Pid > 0) {
      kill(Pid, SIGKILL);
      waitpid(Pid, nullptr, 0);
    }
    Pid = -1;
  }
  pid_t Pid;
};

} // namespace hprof

#endif // HPROF_UNITTESTS_ATTACH_CHILDPROCESS_H
