//===- VmHeapDump.cpp - A heap dump by the VM itself ----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VmHeapDump.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Vm/JvmMemory.h"
#include "DumpImport.h"
#include "DumpRoom.h"
#include "HeldObjects.h"
#include "VmDumper.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

/// A name in \p Place that no file has.
static std::string freeName(const DumpPlace &Place) {
  struct stat Status;
  for (unsigned I = 0;; ++I) {
    std::string Path = Place.Stem + "." + std::to_string(::getpid()) + "." +
                       std::to_string(I) + ".hprof";
    if (::lstat(Path.c_str(), &Status) != 0)
      return Path;
  }
}

VmHeapDump::VmHeapDump(VmHeapDump &&Other)
    : Path(std::move(Other.Path)), Import(std::move(Other.Import)) {
  Other.Path.clear();
}

VmHeapDump::~VmHeapDump() {
  if (!Path.empty())
    ::unlink(Path.c_str());
}

Error VmHeapDump::hold(JNIEnv &Jni, const RecordingContext &C) {
  LocalFrame Refs(Jni);
  // First, since it may load classes.
  Expected<VmDumper> Dumper = VmDumper::find(Jni);
  if (!Dumper)
    return Dumper.takeError();
  Expected<std::vector<NumberedClasses::Loaded>> Loaded =
      C.Classes.refresh(Refs);
  if (!Loaded)
    return Loaded.takeError();
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  Refs.expect(jint(Loaded->size() + Live->size()));
  std::vector<jobject> Objects;
  std::vector<NumberedClasses::Entry> Classes;
  std::vector<ThreadTable::Entry> Threads;
  for (const NumberedClasses::Loaded &L : *Loaded) {
    Objects.push_back(L.Class);
    Classes.push_back(L.Known);
  }
  for (const ThreadTable::Live &L : *Live) {
    Objects.push_back(L.Thread);
    Threads.push_back(L.Known);
  }
  Expected<HeldObjects> Array = HeldObjects::hold(Jni, Objects);
  if (!Array)
    return Array.takeError();
  Path = freeName(placeOfDumps(C.Out));
  if (Error E = Dumper->dump(Path))
    return E;
  Expected<DumpImport> Found =
      DumpImport::open(Path, {Classes, Threads, Array->handle()});
  if (!Found)
    return Found.takeError();
  Import.emplace(std::move(*Found));
  return Error::success();
}

Expected<VmHeapDump> VmHeapDump::make(JNIEnv &Jni, const RecordingContext &C) {
  if (Error E = checkRoom(Jni, placeOfDumps(C.Out)))
    return E;
  VmHeapDump Result;
  if (Error E = Result.hold(Jni, C))
    return E;
  return Result;
}

Error VmHeapDump::append(RecordStream &Out, StringRef Lost) const {
  return Import->append(Out, Lost);
}
