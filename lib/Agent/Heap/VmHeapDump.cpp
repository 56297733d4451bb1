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
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

VmHeapDump::VmHeapDump(VmHeapDump &&Other)
    : Path(std::move(Other.Path)), Import(std::move(Other.Import)) {
  Other.Path.clear();
}

VmHeapDump::~VmHeapDump() {
  if (!Path.empty())
    ::unlink(Path.c_str());
}

Error VmHeapDump::hold(JNIEnv &Jni, const RecordingContext &C,
                       const VmDumper &Dumper) {
  LocalFrame Refs(Jni);
  // Done first because it may load classes.
  Expected<VmDumper::Call> Call = Dumper.find(Jni);
  if (!Call)
    return Call.takeError();
  Expected<std::vector<NumberedClasses::Loaded>> Loaded =
      C.Classes.refresh(Refs);
  if (!Loaded)
    return Loaded.takeError();
  Expected<std::vector<ThreadTable::Live>> Live = C.Threads.live(Refs);
  if (!Live)
    return Live.takeError();
  HeldObjects Held(Jni);
  std::vector<NumberedClasses::Entry> Classes;
  std::vector<ThreadTable::Entry> Threads;
  for (const NumberedClasses::Loaded &L : *Loaded) {
    if (Error E = Held.hold(L.Class))
      return E;
    Classes.push_back(L.Known);
  }
  for (const ThreadTable::Live &L : *Live) {
    if (Error E = Held.hold(L.Thread))
      return E;
    Threads.push_back(L.Known);
  }
  Path = Dumper.freeName(placeOfDumps(C.Out));
  if (Error E = Dumper.dump(Jni, *Call, Path))
    return E;
  Expected<DumpImport> Found =
      DumpImport::open(Path, {Classes, Threads, Held.handles()});
  if (!Found)
    return Found.takeError();
  Import.emplace(std::move(*Found));
  return Error::success();
}

Expected<VmHeapDump> VmHeapDump::make(JNIEnv &Jni, const RecordingContext &C,
                                      const VmDumper &Dumper) {
  if (Error E = checkRoom(*C.J.Ti, Jni, placeOfDumps(C.Out)))
    return E;
  VmHeapDump Result;
  if (Error E = Result.hold(Jni, C, Dumper))
    return E;
  return Result;
}

Error VmHeapDump::append(RecordStream &Out, StringRef Lost) const {
  return Import->append(Out, Lost);
}
