//===- MethodTable.cpp - Names of methods ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MethodTable.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "llvm/ADT/SmallVector.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

int32_t Method::lineAt(jlocation Location) const {
  // Tables are mostly short, but not always in order.
  const Line *Best = nullptr;
  for (const Line &L : ArrayRef(Lines, NumLines))
    if (jlocation(L.From) <= Location && (!Best || L.From >= Best->From))
      Best = &L;
  return Best ? Best->Number : -1;
}

jlocation Method::lineStart(jlocation Location) const {
  if (Location < 0)
    return Location;
  const int32_t Number = lineAt(Location);
  jlocation First = Location;
  for (const Line &L : ArrayRef(Lines, NumLines))
    if (L.Number == Number && jlocation(L.From) < First &&
        lineAt(L.From) == Number)
      First = L.From;
  // -1 means before the first line, or in a method without lines.
  return Number < 0 ? 0 : First;
}

static uint32_t hashOf(jmethodID Id) {
  return HashOf().add(uint64_t(reinterpret_cast<uintptr_t>(Id))).get();
}

namespace {
/// Data from the VM. Values that it does not return stay empty.
struct MethodFacts {
  JvmText Name, Signature, SourceFile;
  SmallVector<Method::Line, 64> Lines;
  jlong ClassTag = 0;

  explicit MethodFacts(jvmtiEnv &Ti)
      : Name(Ti), Signature(Ti), SourceFile(Ti) {}
  void ask(jvmtiEnv &Ti, JNIEnv &Jni, NumberedClasses &Classes, jmethodID Id);
  void askLines(jvmtiEnv &Ti, jmethodID Id);
};
} // namespace

void MethodFacts::ask(jvmtiEnv &Ti, JNIEnv &Jni, NumberedClasses &Classes,
                      jmethodID Id) {
  SetAsideException Kept(Jni);
  LocalFrame Refs(Jni);
  Ti.GetMethodName(Id, Name.out(), Signature.out(), nullptr);
  jclass Class = nullptr;
  if (Ti.GetMethodDeclaringClass(Id, &Class) != JVMTI_ERROR_NONE || !Class)
    return;
  Ti.GetSourceFileName(Class, SourceFile.out());
  Expected<jlong> Tag = Classes.tagOf(Class);
  if (Tag)
    ClassTag = *Tag;
  else
    consumeError(Tag.takeError());
}

void MethodFacts::askLines(jvmtiEnv &Ti, jmethodID Id) {
  JvmArray<jvmtiLineNumberEntry> Table(Ti);
  if (Ti.GetLineNumberTable(Id, &Table.Count, Table.out()) != JVMTI_ERROR_NONE)
    return;
  for (const jvmtiLineNumberEntry &E : Table.get())
    if (E.start_location >= 0)
      Lines.push_back({uint32_t(E.start_location), E.line_number});
}

const Method *MethodTable::find(uint32_t Hash, jmethodID Id) const {
  auto At =
      Index.find(Hash, [&](uint32_t I) { return Methods.find(I)->Id == Id; });
  return At ? Methods.find(*At) : nullptr;
}

/// Creates the next entry with its names. The lock is held.
Method *MethodTable::start(const MethodText &Names) {
  Method *M = Methods.get(Count);
  if (!M || !Texts.save(Names.Name, M->Name) ||
      !Texts.save(Names.Signature, M->Signature) ||
      !Texts.save(Names.SourceFile, M->SourceFile))
    return nullptr;
  return M;
}

const Method *MethodTable::finish(uint32_t Hash, Method *M) {
  if (!Index.insert(Hash, Count))
    return nullptr;
  ++Count;
  return M;
}

const Method *MethodTable::get(JNIEnv &Jni, jmethodID Id) {
  const uint32_t Hash = hashOf(Id);
  if (const Method *M = find(Hash, Id))
    return M;
  MethodFacts Facts(Ti);
  Facts.ask(Ti, Jni, Classes, Id);
  if (HasLines)
    Facts.askLines(Ti, Id);
  std::lock_guard<std::mutex> Hold(Lock);
  if (const Method *M = find(Hash, Id))
    return M; // Another thread has just added it.
  Method *M = start(
      {"", Facts.Name.str(), Facts.Signature.str(), Facts.SourceFile.str()});
  if (!M)
    return nullptr;
  if (size_t Bytes = Facts.Lines.size() * sizeof(Method::Line)) {
    void *Lines = Texts.allocate(Bytes);
    if (!Lines)
      return nullptr;
    std::memcpy(Lines, Facts.Lines.data(), Bytes);
    M->Lines = static_cast<const Method::Line *>(Lines);
    M->NumLines = uint32_t(Facts.Lines.size());
  }
  M->Id = Id;
  M->ClassTag = Facts.ClassTag;
  return finish(Hash, M);
}

bool MethodTable::add(jmethodID Id, const MethodText &Names) {
  const uint32_t Hash = hashOf(Id);
  if (find(Hash, Id))
    return true;
  const jlong Class = Classes.named(Names.Class);
  std::lock_guard<std::mutex> Hold(Lock);
  Method *M = start(Names);
  if (!M)
    return false;
  M->Id = Id;
  M->ClassTag = Class;
  return finish(Hash, M) != nullptr;
}
