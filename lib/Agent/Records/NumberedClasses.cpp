//===- NumberedClasses.cpp - The classes of an output ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NumberedClasses.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "hprof/Format/Base/ClassName.h"
#include "llvm/ADT/Twine.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

std::string agent::classNameOf(StringRef Signature) {
  // Hidden classes: "Lpkg/Main$$Lambda.0x7f;" is pkg.Main$$Lambda+0x7f in dumps
  // that the VM writes. No other signature has a dot.
  auto [Name, Hidden] = Signature.split('.');
  Hidden.consume_back(";");
  std::string Class = Name.str();
  if (Name.starts_with("[") && !Hidden.empty())
    Class += ";";
  Name = Class;
  if (Name.consume_front("L"))
    Name.consume_back(";");
  std::string Result = javaClassName(Name);
  if (!Hidden.empty())
    Result.insert(std::min(Result.find('['), Result.size()),
                  ("+" + Hidden).str());
  return Result;
}

/// Returns the element type of the array class with \p Signature; 0 for other
/// classes.
static uint8_t elementTypeOf(StringRef Signature) {
  if (!Signature.consume_front("["))
    return 0;
  for (unsigned T = unsigned(BasicType::Boolean);
       T <= unsigned(BasicType::Long); ++T)
    if (Signature.size() == 1 &&
        Signature[0] == basicTypeDescriptor(BasicType(T)))
      return uint8_t(T);
  return uint8_t(BasicType::Object);
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

/// Returns the tag that all threads set if they find the class \p Key at the
/// same time.
jlong NumberedClasses::claim(StringRef Key, StringRef Signature) {
  std::lock_guard<std::mutex> Hold(Lock);
  Claim &C = Claims[Key];
  ++C.Users;
  if (C.Tag)
    return C.Tag;
  Class &New = Classes.emplace_back();
  New.Name = classNameOf(Signature);
  New.E.ElementType = elementTypeOf(Signature);
  return C.Tag = jlong(Classes.size());
}

jlong NumberedClasses::named(StringRef Name) {
  std::lock_guard<std::mutex> Hold(Lock);
  auto [It, IsNew] = Named.try_emplace(Name, 0);
  if (IsNew) {
    Class &New = Classes.emplace_back();
    New.Name = classNameOf(("L" + Name + ";").str());
    New.IsNamed = true;
    It->second = jlong(Classes.size());
  }
  return It->second;
}

void NumberedClasses::release(StringRef Key) {
  std::lock_guard<std::mutex> Hold(Lock);
  auto It = Claims.find(Key);
  if (It != Claims.end() && --It->second.Users == 0)
    Claims.erase(It);
}

/// Tags \p C, which had no tag before. JVM TI cannot set a tag conditionally in
/// one step, and a thread inside the VM cannot be waited for, as a debugger may
/// have suspended it. Therefore, threads agree on a tag before they check
/// again: an existing tag is older than the agreement; otherwise all threads
/// set the same tag.
Expected<jlong> NumberedClasses::add(jclass C) {
  JvmText Signature(Ti);
  if (Error E = check("GetClassSignature",
                      Ti.GetClassSignature(C, Signature.out(), nullptr)))
    return E;
  // Distinguishes classes with the same name.
  jint Hash = 0;
  if (Error E = check("GetObjectHashCode", Ti.GetObjectHashCode(C, &Hash)))
    return E;
  const std::string Key = Signature.str().str() + '#' + std::to_string(Hash);
  const jlong Agreed = claim(Key, Signature.str());
  jlong Tag = 0;
  Error E = check("GetTag", Tags.get(C, Tag));
  if (!E && !isClass(Tag)) {
    Tag = Agreed;
    E = check("SetTag", Tags.set(C, Tag));
  }
  release(Key);
  if (E)
    return E;
  return Tag;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void NumberedClasses::tell(Class &C, jlong Tag) {
  C.IsTold = Out.with([&](RecordStream &S) {
    C.E.Id = Numbers::classId(uint64_t(Tag) - 1);
    NumberRange<uint64_t> &Ids = S.Next.Classes;
    Ids.Next = std::max(Ids.Next, C.E.Id + Ids.Step);
    C.E.Serial = S.Next.ClassSerials.take();
    LoadClass R;
    R.ClassSerial = C.E.Serial;
    R.Class = C.E.Id;
    R.TraceSerial = Numbers::SystemTrace;
    R.Name = S.name(C.Name);
    S.write(R);
  });
  std::string().swap(C.Name);
}

void NumberedClasses::tellUnloaded(const Class &C) {
  Out.with([&](RecordStream &S) {
    UnloadClass R;
    R.ClassSerial = C.E.Serial;
    S.write(R);
  });
}

NumberedClasses::Entry NumberedClasses::entry(jlong Tag) {
  std::lock_guard<std::mutex> Hold(Lock);
  if (Tag <= 0 || uint64_t(Tag) > Classes.size())
    return {};
  Class &C = Classes[size_t(Tag) - 1];
  if (!C.IsTold) {
    tell(C, Tag);
    if (!C.E.IsLoaded)
      tellUnloaded(C);
  }
  return C.E;
}

/// Marks those of the first \p Known classes that are not in \p Seen as
/// unloaded.
void NumberedClasses::markUnloaded(size_t Known,
                                   const std::vector<bool> &Seen) {
  std::lock_guard<std::mutex> Hold(Lock);
  for (size_t I = 0; I != Known; ++I) {
    Class &C = Classes[I];
    if (Seen[I] || C.IsNamed || !C.E.IsLoaded)
      continue;
    C.E.IsLoaded = false;
    if (C.IsTold)
      tellUnloaded(C);
  }
}

Expected<std::vector<NumberedClasses::Loaded>>
NumberedClasses::refresh(LocalFrame &Refs) {
  size_t Known = 0;
  {
    // Classes that other threads add later may be missing in the VM's list.
    std::lock_guard<std::mutex> Hold(Lock);
    Known = Classes.size();
  }
  JvmArray<jclass> All(Ti);
  if (Error E =
          check("GetLoadedClasses", Ti.GetLoadedClasses(&All.Count, All.out())))
    return E;
  Refs.expect(All.Count);
  std::vector<Loaded> Result;
  Result.reserve(All.get().size());
  std::vector<bool> Seen(Known);
  for (jclass C : All.get()) {
    // Class object that could not be created because the heap is full.
    if (!C)
      continue;
    Expected<jlong> Tag = tagOf(C);
    if (!Tag)
      return Tag.takeError();
    if (size_t(*Tag) <= Known)
      Seen[size_t(*Tag) - 1] = true;
    Result.push_back({C, *Tag, entry(*Tag)});
  }
  markUnloaded(Known, Seen);
  return Result;
}
