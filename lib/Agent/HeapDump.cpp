//===- HeapDump.cpp - Heap dumps (heap=dump) ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapDump.h"
#include "HeapWalk.h"
#include "JvmError.h"
#include "Messages.h"
#include "Options.h"
#include "Recorder.h"
#include "VmHeapDump.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class HeapRecording final : public Recording {
public:
  explicit HeapRecording(const RecordingContext &C) : C(C) {}

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Heap;
  }
  StringRef title() const override { return "Java heap"; }
  Error want(const Jvm &, jvmtiCapabilities &) override {
    return Error::success();
  }
  Error dump(JNIEnv &Jni) override;
  bool knows(const Command &Asked) const override {
    return Asked.Tag == CommandTag::DumpHeap;
  }
  Error command(JNIEnv &Jni, const Command &) override { return dump(Jni); }

private:
  Error walk(JNIEnv &Jni, Error Why);

  const RecordingContext C;
  bool HasToldWhy = false;
};
} // namespace

/// The VM's own dumper is faster and needs no memory per object. Where it
/// cannot be used, the walk takes over.
Error HeapRecording::dump(JNIEnv &Jni) {
  // Option X: 1 always walks.
  if (C.Opts.ExperimentFlags & 1)
    return walk(Jni, make_error<JvmError>("the option X says so"));
  Expected<VmHeapDump> ByVm = VmHeapDump::make(Jni, C);
  if (!ByVm)
    return walk(Jni, ByVm.takeError());
  Error Result = Error::success();
  C.Out.with([&](RecordStream &S) {
    Result = joinErrors(std::move(Result), ByVm->append(S));
  });
  return Result;
}

Error HeapRecording::walk(JNIEnv &Jni, Error Why) {
  const std::string Reason = toString(std::move(Why));
  if (C.Opts.Verbose && !HasToldWhy) {
    say("\n");
    reportNote("the heap is walked by JVM TI, not dumped by the VM: " + Reason);
  }
  HasToldWhy = true;
  HeapWalkRequest Request;
  C.Out.with([&](RecordStream &S) { Request.Window = S.Next.Windows.take(); });
  if (Error E = walkHeap(Jni, C, Request))
    return make_error<JvmError>(Reason +
                                "; and by a walk: " + toString(std::move(E)));
  return Error::success();
}

std::unique_ptr<Recording> agent::makeHeapDump(const RecordingContext &C) {
  return std::make_unique<HeapRecording>(C);
}
