//===- ThreadJson.cpp - Threads and locks as JSON -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/ThreadTool/ThreadJson.h"
#include "hprof/Tool/Escape.h"

using namespace hprof;
using namespace llvm;

void ThreadJson::text(StringRef Name, StringRef Value) {
  if (!Value.empty())
    J.attribute(Name, toUtf8(Value));
}

void ThreadJson::address(StringRef Name, uint64_t Value) {
  if (Value)
    J.attribute(Name, jsonId(Value));
}

void ThreadJson::ref(const ThreadDump::ThreadRef &T) {
  number("id", T.Id);
  J.attribute("name", toUtf8(T.Name));
  number("native_id", T.NativeId);
  address("vm_thread", T.VmThread);
  address("object", T.Object);
}

void ThreadJson::brief(StringRef Name, uint32_t Thread) {
  J.attributeObject(Name, [&] { ref(Dump.Threads[Thread].ref()); });
}

void ThreadJson::briefs(StringRef Name, ArrayRef<uint32_t> Threads) {
  J.attributeArray(Name, [&] {
    for (uint32_t T : Threads)
      J.object([&] { ref(Dump.Threads[T].ref()); });
  });
}

void ThreadJson::object(StringRef Name, const ThreadDump::LockObject &O) {
  J.attributeObject(Name, [&] {
    text("class", O.ClassName);
    text("of_class", O.OfClass);
    address("address", O.Address);
    if (O.IdentityHash)
      J.attribute("identity_hash", jsonId(*O.IdentityHash));
  });
}

void ThreadJson::lock(StringRef Name, const ThreadDump::Monitor &M) {
  if (!M.isSystem())
    return object(Name, M.Object);
  J.attributeObject(Name, [&] { text("system_monitor", M.SystemName); });
}
