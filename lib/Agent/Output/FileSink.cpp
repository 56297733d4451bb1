//===- FileSink.cpp - Writes the agent's output ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FileSink.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

FileSink::FileSink(std::shared_ptr<OutputTarget> To)
    : To(std::move(To)), Memory(std::make_unique<uint8_t[]>(Size)) {
  Buffer = Cursor = Memory.get();
  BufferEnd = Buffer + Size;
}

FileSink::~FileSink() { To->close(); }

void FileSink::emit(bool) {
  if (Cursor != Buffer && !hasFailed())
    if (Error E = To->write({Buffer, size_t(Cursor - Buffer)})) {
      Why = toString(std::move(E));
      fail(std::make_error_code(std::errc::io_error));
    }
  Emitted += uint64_t(Cursor - Buffer);
  Cursor = Buffer;
}

Error FileSink::finish() {
  Error E = Sink::finish();
  if (Why.empty())
    return E;
  consumeError(std::move(E));
  return createStringError(inconvertibleErrorCode(), Why);
}
