//===- HeapDump.cpp - Heap dumps (heap=dump) ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapDump.h"
#include "ClassTable.h"
#include "DumpImport.h"
#include "HeldObjects.h"
#include "JvmError.h"
#include "JvmMemory.h"
#include "Recorder.h"
#include "ThreadTable.h"
#include "VmDumper.h"
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class VmHeapDump final : public Recording {
public:
  explicit VmHeapDump(const RecordingContext &C) : C(C) {}

  StringRef title() const override { return "Java heap"; }
  Error want(const Jvm &, jvmtiCapabilities &) override {
    return Error::success();
  }
  Error dump(JNIEnv &Jni) override;

private:
  const RecordingContext C;
  unsigned NumDumps = 0;
};

/// A file that the VM is to write, removed at the end.
class Intermediate {
public:
  /// A name next to \p Output that no file has. Devices and sockets have no
  /// place for files; then it is in TMPDIR.
  explicit Intermediate(const std::string &Output) {
    struct stat Status;
    const bool IsFile =
        ::stat(Output.c_str(), &Status) == 0 && S_ISREG(Status.st_mode);
    const char *Temporary = ::getenv("TMPDIR");
    const std::string Stem =
        IsFile ? Output
               : std::string(Temporary && *Temporary ? Temporary : "/tmp") +
                     "/java";
    for (unsigned I = 0;; ++I) {
      Path = Stem + "." + std::to_string(::getpid()) + "." + std::to_string(I) +
             ".hprof";
      if (::lstat(Path.c_str(), &Status) != 0)
        break;
    }
  }
  ~Intermediate() { ::unlink(Path.c_str()); }
  const std::string &path() const { return Path; }

private:
  std::string Path;
};
} // namespace

Error VmHeapDump::dump(JNIEnv &Jni) {
  LocalFrame Refs(Jni);
  // First, since it may load classes.
  Expected<VmDumper> Dumper = VmDumper::find(Jni);
  if (!Dumper)
    return Dumper.takeError();
  Expected<std::vector<ClassTable::Loaded>> Classes = C.Classes.refresh(Refs);
  if (!Classes)
    return Classes.takeError();
  Expected<std::vector<ThreadTable::Live>> Threads = C.Threads.live(Refs);
  if (!Threads)
    return Threads.takeError();
  Refs.expect(jint(Classes->size() + Threads->size()));
  std::vector<ClassTable::Entry> ClassEntries;
  std::vector<ThreadTable::Entry> ThreadEntries;
  std::vector<jobject> Objects;
  for (const ClassTable::Loaded &L : *Classes) {
    Objects.push_back(L.Class);
    ClassEntries.push_back(L.Known);
  }
  for (const ThreadTable::Live &L : *Threads) {
    Objects.push_back(L.Thread);
    ThreadEntries.push_back(L.Known);
  }
  HeldEntries Held;
  Held.Classes = ClassEntries;
  Held.Threads = ThreadEntries;
  Intermediate File(C.Out.name());
  {
    Expected<HeldObjects> Array = HeldObjects::hold(Jni, Objects);
    if (!Array)
      return Array.takeError();
    Held.Handle = Array->handle();
    if (Error E = Dumper->dump(File.path()))
      return E;
  }
  Error Result = Error::success();
  C.Out.with([&](RecordStream &S) {
    Result = joinErrors(std::move(Result),
                        importDump(File.path(), Held, NumDumps, S));
  });
  ++NumDumps;
  return Result;
}

std::unique_ptr<Recording> agent::makeHeapDump(const RecordingContext &C) {
  return std::make_unique<VmHeapDump>(C);
}
