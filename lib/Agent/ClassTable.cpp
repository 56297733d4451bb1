//===- ClassTable.cpp - The classes that an output knows ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassTable.h"
#include "JvmError.h"
#include "JvmMemory.h"
#include "hprof/Format/ClassName.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

std::string agent::classNameOf(StringRef Signature) {
  // Hidden classes: "LMain$$Lambda.0x00007f;" is Main$$Lambda/0x00007f in Java.
  if (Signature.consume_front("L"))
    Signature.consume_back(";");
  return javaClassName(Signature);
}

void ClassTable::tellLoaded(jlong Tag, const std::string &Name) {
  Out.with([&](RecordStream &S) {
    Entry &E = Entries[size_t(Tag) - 1];
    E.Id = S.Next.Classes.take();
    E.Serial = S.Next.ClassSerials.take();
    LoadClass R;
    R.ClassSerial = E.Serial;
    R.Class = E.Id;
    R.TraceSerial = Numbers::SystemTrace;
    R.Name = S.name(Name);
    S.write(R);
  });
}

/// The tag of \p C, which becomes known if it is not.
Expected<jlong> ClassTable::tagOf(jclass C) {
  jlong Tag = 0;
  if (Error E = check("GetTag", Ti.GetTag(C, &Tag)))
    return E;
  if (Tag > 0 && Tag < EndOfTags)
    return Tag;
  JvmText Signature(Ti);
  if (Error E = check("GetClassSignature",
                      Ti.GetClassSignature(C, Signature.out(), nullptr)))
    return E;
  Tag = jlong(Entries.size()) + 1;
  if (Error E = check("SetTag", Ti.SetTag(C, Tag)))
    return E;
  Entries.emplace_back();
  tellLoaded(Tag, classNameOf(Signature.str()));
  return Tag;
}

Expected<std::vector<ClassTable::Loaded>>
ClassTable::refresh(LocalFrame &Refs) {
  JvmArray<jclass> All(Ti);
  if (Error E =
          check("GetLoadedClasses", Ti.GetLoadedClasses(&All.Count, All.out())))
    return E;
  Refs.expect(All.Count);
  std::vector<Loaded> Result;
  Result.reserve(All.get().size());
  Seen.assign(Entries.size(), false);
  for (jclass C : All.get()) {
    Expected<jlong> Tag = tagOf(C);
    if (!Tag)
      return Tag.takeError();
    Seen.resize(Entries.size(), false);
    Seen[size_t(*Tag) - 1] = true;
    Result.push_back({C, Entries[size_t(*Tag) - 1]});
  }
  for (size_t I = 0; I != Entries.size(); ++I) {
    if (Seen[I] || !Entries[I].IsLoaded)
      continue;
    Entries[I].IsLoaded = false;
    Out.with([&](RecordStream &S) {
      UnloadClass R;
      R.ClassSerial = Entries[I].Serial;
      S.write(R);
    });
  }
  return Result;
}
