//===- Recorder.cpp - One output for many threads -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Recorder.h"
#include "Agent/Output/Messages.h"
#include "hprof/Agent/Memory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

Recorder::Recorder(std::shared_ptr<OutputTarget> Target, bool IsBinary)
    : To(std::move(Target)),
      Stream(std::make_unique<RecordStream>(To, IsBinary,
                                            std::chrono::steady_clock::now())) {
}

Recorder::~Recorder() { close(); }

void Recorder::failed(const Twine &What, Error E) {
  HasFailed = true;
  reportError(What + " '" + name() + "': " + toString(std::move(E)) +
              "; the program continues without being recorded");
}

static Error noMemory(const MemoryAccount &Memory) {
  if (Memory.wasRefused())
    return createStringError(inconvertibleErrorCode(),
                             "the system has no more memory for the agent");
  return createStringError(inconvertibleErrorCode(),
                           "the agent needs more than the " +
                               Twine(Memory.limit() >> 20) +
                               " MiB that memory= allows");
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
  if (E || HasMemory)
    failed("cannot write", std::move(E));
  else
    failed("writing stopped early:", noMemory(*Memory));
  end();
  return false;
}

void Recorder::close() {
  std::lock_guard<std::mutex> Hold(Lock);
  if (!Stream)
    return;
  if (Error E = Stream->finish())
    failed("cannot write", std::move(E));
  end();
}

/// Lock is held.
void Recorder::end() {
  Stream.reset();
  IsOpen = false;
}
