//===- Recorder.cpp - One output for many threads -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Recorder.h"
#include "Messages.h"
#include "hprof/Agent/Memory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Recorder::Recorder(std::string Name, int Fd, bool IsBinary)
    : Name(std::move(Name)), IsBinary(IsBinary),
      Stream(std::make_unique<RecordStream>(Fd, IsBinary,
                                            std::chrono::steady_clock::now())) {
}

Recorder::~Recorder() { close(); }

void Recorder::failed(Error E) {
  reportError("cannot write '" + Name + "': " + toString(std::move(E)) +
              "; the program goes on without being recorded");
}

bool Recorder::with(function_ref<void(RecordStream &)> F) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (!Stream)
    return false;
  F(*Stream);
  MemoryAccount *Memory = memoryAccount();
  const bool HasMemory = !Memory || !Memory->isOverdrawn();
  if (HasMemory && !Stream->hasFailed())
    return true;
  Error E = Stream->finish();
  if (!HasMemory)
    E = joinErrors(createStringError(inconvertibleErrorCode(),
                                     "the agent needs more than the " +
                                         Twine(Memory->limit() >> 20) +
                                         " MiB that memory= allows"),
                   std::move(E));
  failed(std::move(E));
  Stream.reset();
  return false;
}

void Recorder::close() {
  std::lock_guard<std::mutex> Hold(Lock);
  if (!Stream)
    return;
  if (Error E = Stream->finish())
    failed(std::move(E));
  Stream.reset();
}

bool Recorder::isOpen() {
  std::lock_guard<std::mutex> Hold(Lock);
  return bool(Stream);
}
