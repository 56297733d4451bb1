//===- CommandListenerTest.cpp - Tests of the reader of commands ----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/Output/CommandListener.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <unistd.h>

using namespace hprof::agent;

/// A VM may be started without standard input.
TEST(CommandListener, ClosesItsDescriptorWhateverItsNumber) {
  const int Saved = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  const int Given = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ASSERT_GT(Given, STDERR_FILENO);
  ::close(STDIN_FILENO);
  {
    CommandListener Listener(Given, "peer");
  }
  EXPECT_LT(::fcntl(STDIN_FILENO, F_GETFD), 0);
  EXPECT_GE(::fcntl(Given, F_GETFD), 0);
  ::close(Given);
  if (Saved >= 0) {
    ::dup2(Saved, STDIN_FILENO);
    ::close(Saved);
  }
}
