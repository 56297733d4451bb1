//===- ThreadYamlFields.h - Fields of a thread dump -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of all fields of a ThreadDump in YAML. The reader and the writer
/// pass themselves as \p V, so that both support the same fields. V.field(Name,
/// Value) is a field that is omitted if 0, empty, false or nullopt; V.address()
/// is the same in hexadecimal digits; V.numbered() is a number with a different
/// default.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_THREAD_THREADYAMLFIELDS_H
#define HPROF_LIB_FORMAT_THREAD_THREADYAMLFIELDS_H

#include "hprof/Format/Thread/ThreadDump.h"

namespace hprof::threadyaml {

template <class V> void fieldsOf(V &Y, ThreadDump::LockObject &O) {
  Y.field("class", O.ClassName);
  Y.address("address", O.Address);
  Y.field("hash", O.IdentityHash);
  Y.field("of", O.OfClass);
}

template <class V> void fieldsOf(V &Y, ThreadDump::ThreadRef &R) {
  Y.field("name", R.Name);
  Y.address("vmThread", R.VmThread);
  Y.address("object", R.Object);
  Y.field("id", R.Id);
  Y.field("nativeId", R.NativeId);
}

template <class V> void fieldsOf(V &Y, ThreadDump::HeldLock &L) {
  Y.field("depth", L.Depth);
  Y.field("object", L.Object);
  Y.numbered("entryCount", L.EntryCount, 1);
  Y.field("eliminated", L.IsEliminated);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Wait &W) {
  Y.field("kind", W.Kind);
  Y.field("object", W.Object);
  Y.field("owner", W.Owner);
  Y.field("initializer", W.Initializer);
}

template <class V> void fieldsOf(V &Y, ThreadDump::ExtraMember &M) {
  Y.field("name", M.Name);
  Y.field("json", M.Json);
}

template <class V> void fieldsOf(V &Y, ThreadFrame &F) {
  Y.field("class", F.ClassName);
  Y.field("method", F.Method);
  Y.field("file", F.SourceFile);
  Y.field("line", F.Line);
  Y.field("loader", F.Loader);
  Y.field("module", F.Module);
  Y.field("native", F.IsNative);
  Y.field("compiled", F.IsCompiled);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Thread &T) {
  Y.field("name", T.Name);
  Y.field("id", T.Id);
  Y.field("nativeId", T.NativeId);
  Y.address("vmThread", T.VmThread);
  Y.address("object", T.Object);
  Y.field("state", T.State);
  Y.field("stateText", T.StateText);
  Y.field("priority", T.Priority);
  Y.field("daemon", T.IsDaemon);
  Y.field("group", T.Group);
  Y.field("stack", T.Stack);
  Y.field("cut", T.IsCut);
  Y.field("waitsFor", T.WaitsFor);
  Y.field("locks", T.Locks);
  Y.field("synchronizers", T.Synchronizers);
  Y.field("nativeFrames", T.NativeFrames);
  Y.field("contextLoader", T.ContextLoader);
  Y.field("cpuNanos", T.CpuNanos);
  Y.field("category", T.Category);
  Y.field("current", T.IsCurrent);
  Y.field("time", T.Time);
  Y.field("virtual", T.IsVirtual);
  Y.field("carrier", T.CarrierId);
  Y.field("carried", T.CarriedId);
  Y.field("internal", T.IsInternal);
  Y.field("container", T.Container);
  Y.field("extra", T.Extra);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Container &C) {
  Y.field("name", C.Name);
  Y.field("parent", C.Parent);
  Y.field("owner", C.OwnerId);
  Y.field("threadCount", C.ThreadCount);
  Y.field("extra", C.Extra);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Monitor &M) {
  Y.field("systemName", M.SystemName);
  Y.field("object", M.Object);
  Y.address("address", M.Address);
  Y.field("owner", M.Owner);
  Y.field("entryCount", M.EntryCount);
  Y.field("entering", M.Entering);
  Y.field("waiting", M.Waiting);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Deadlock::Step &S) {
  Y.field("thread", S.Thread);
  Y.field("object", S.Object);
  Y.field("systemMonitor", S.SystemMonitor);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Deadlock &D) {
  Y.field("steps", D.Steps);
}

template <class V> void fieldsOf(V &Y, ThreadDump::LoadedClass &C) {
  Y.field("name", C.Name);
  Y.address("address", C.Address);
  Y.field("shared", C.IsShared);
}

template <class V> void fieldsOf(V &Y, ThreadDump::Loader &L) {
  Y.field("class", L.ClassName);
  Y.address("address", L.Address);
  Y.field("parentClass", L.ParentClassName);
  Y.address("parent", L.Parent);
  Y.field("bootstrap", L.IsBootstrap);
  Y.field("flags", L.Flags);
  Y.field("classCount", L.ClassCount);
  Y.field("libraries", L.Libraries);
  Y.field("classes", L.Classes);
}

/// Fields that occur once. All other data is in items of its own.
template <class V> void fieldsOf(V &Y, ThreadDump &D) {
  Y.field("formatVersion", D.FormatVersion);
  Y.field("version", D.VmVersion);
  Y.field("operatingSystem", D.OperatingSystem);
  Y.field("architecture", D.Architecture);
  Y.field("pointerSize", D.PointerSize);
  Y.field("time", D.Time);
  Y.field("millis", D.Millis);
  Y.field("processId", D.ProcessId);
  Y.field("event", D.Event);
  Y.field("fileName", D.FileName);
  Y.field("commandLine", D.CommandLine);
  Y.field("extra", D.Extra);
}

} // namespace hprof::threadyaml

#endif // HPROF_LIB_FORMAT_THREAD_THREADYAMLFIELDS_H
