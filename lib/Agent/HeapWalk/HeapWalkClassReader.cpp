//===- HeapWalkClassReader.cpp - Reads classes for a heap walk ------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "HeapWalkClassReader.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

uint32_t WalkNames::number(StringRef Text) {
  auto [It, IsNew] = Known.try_emplace(Text, uint32_t(Texts.size()));
  if (IsNew)
    Texts.push_back(It->getKey());
  return It->second;
}

/// Type given by the first letter of a descriptor.
static BasicType typeOf(StringRef Descriptor) {
  const char First = Descriptor.empty() ? 'L' : Descriptor.front();
  if (First == '[')
    return BasicType::Object;
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (First == basicTypeDescriptor(BasicType::NAME))                           \
    return BasicType::NAME;
#include "hprof/Format/Base/BasicTypes.def"
  return BasicType::Object;
}

uint32_t HeapWalkClassReader::indexOf(jclass C) const {
  jlong Tag = 0;
  if (!C || Ti.GetTag(C, &Tag) != JVMTI_ERROR_NONE)
    return WalkClass::None;
  if (!NumberedClasses::isClass(Tag))
    return WalkClass::None;
  const uint64_t I = uint64_t(Tag) - 1;
  return I < ByTag.size() ? ByTag[size_t(I)] : WalkClass::None;
}

Error HeapWalkClassReader::tag(ArrayRef<NumberedClasses::Loaded> Loaded) {
  for (uint32_t I = 0; I != Loaded.size(); ++I) {
    const jlong Tag = Loaded[I].Tag;
    if (!WalkNumbers::isClass(Tags.numberOf(Tag)))
      return make_error<JvmError>("too many classes for a heap walk");
    if (size_t(Tag) > ByTag.size())
      ByTag.resize(size_t(Tag), WalkClass::None);
    ByTag[size_t(Tag) - 1] = I;
    if (Error E = check("SetTag", Ti.SetTag(Loaded[I].Class, Tag)))
      return E;
  }
  return Error::success();
}

Error HeapWalkClassReader::read(ArrayRef<NumberedClasses::Loaded> Loaded,
                                WalkData &To) {
  if (Loaded.size() >= WalkHeader::MaxClasses)
    return make_error<JvmError>("too many classes for a heap walk");
  if (Error E = tag(Loaded))
    return E;
  To.Classes.resize(Loaded.size());
  for (size_t I = 0; I != Loaded.size(); ++I) {
    LocalFrame Refs(Jni);
    To.Classes[I].Id = Loaded[I].Known.Id;
    if (Error E = describe(Loaded[I].Class, To.Classes[I]))
      return E;
  }
  if (Loaded.empty())
    return make_error<JvmError>("the VM has no classes");
  LocalFrame Refs(Jni);
  // FindClass would run a loader's code, which needs Java heap.
  jclass ClassOfClasses = Jni.GetObjectClass(Loaded.front().Class);
  To.ClassOfClasses = indexOf(ClassOfClasses);
  // java.lang.Object, the superclass of interfaces in heap dumps.
  const uint32_t Root = indexOf(Jni.GetSuperclass(ClassOfClasses));
  for (uint32_t I = 0; I != To.Classes.size(); ++I)
    if (To.Classes[I].Super == WalkClass::None && I != Root)
      To.Classes[I].Super = Root;
  To.HasLoader.assign(NumLoaders, false);
  return Error::success();
}

Error HeapWalkClassReader::describe(jclass C, WalkClass &To) {
  JvmText Signature(Ti);
  if (Error E = check("GetClassSignature",
                      Ti.GetClassSignature(C, Signature.out(), nullptr)))
    return E;
  To.IsVirtualThread = Signature.str() == "Ljava/lang/VirtualThread;";
  StringRef Element = Signature.str();
  if (Element.consume_front("[")) {
    To.Element = typeOf(Element);
    To.Is = isReference(To.Element) ? WalkClass::Form::ObjectArray
                                    : WalkClass::Form::PrimitiveArray;
  }
  To.Super = indexOf(Jni.GetSuperclass(C));
  if (Error E = findLoader(C, To.Loader))
    return E;
  if (To.Is != WalkClass::Form::Plain)
    return Error::success();
  if (Error E = readInterfaces(C, To))
    return E;
  return readFields(C, To);
}

Error HeapWalkClassReader::findLoader(jclass C, uint32_t &Number) {
  jobject Loader = nullptr;
  if (Error E = check("GetClassLoader", Ti.GetClassLoader(C, &Loader)))
    return E;
  if (!Loader)
    return Error::success();
  if (NumLoaders == WalkNumbers::MaxLoaders)
    return make_error<JvmError>("too many class loaders for a heap walk");
  Expected<uint64_t> N =
      Tags.give(Ti, Loader, WalkNumbers::ofLoader(NumLoaders + 1));
  if (!N)
    return N.takeError();
  Number = WalkNumbers::loaderOf(*N);
  NumLoaders = std::max(NumLoaders, Number);
  return Error::success();
}

/// Ignores the error for an unlinked class, which the VM does not describe.
/// Such a class has no instances.
static Error unlessUnprepared(const char *Function, jvmtiError Code) {
  return Code == JVMTI_ERROR_CLASS_NOT_PREPARED ? Error::success()
                                                : check(Function, Code);
}

Error HeapWalkClassReader::readInterfaces(jclass C, WalkClass &To) {
  JvmArray<jclass> Named(Ti);
  if (Error E = unlessUnprepared(
          "GetImplementedInterfaces",
          Ti.GetImplementedInterfaces(C, &Named.Count, Named.out())))
    return E;
  for (jclass I : Named.get())
    if (uint32_t Index = indexOf(I); Index != WalkClass::None)
      To.Interfaces.push_back(Index);
  return Error::success();
}

Error HeapWalkClassReader::readFields(jclass C, WalkClass &To) {
  JvmArray<jfieldID> Fields(Ti);
  if (Error E = unlessUnprepared(
          "GetClassFields", Ti.GetClassFields(C, &Fields.Count, Fields.out())))
    return E;
  To.Fields.reserve(Fields.get().size());
  for (jfieldID F : Fields.get())
    if (Error E = readField(C, F, To))
      return E;
  return Error::success();
}

Error HeapWalkClassReader::readField(jclass C, jfieldID F, WalkClass &To) {
  constexpr jint AccStatic = 8; // JVMS 4.5
  JvmText Name(Ti), Signature(Ti);
  if (Error E =
          check("GetFieldName",
                Ti.GetFieldName(C, F, Name.out(), Signature.out(), nullptr)))
    return E;
  jint Modifiers = 0;
  if (Error E =
          check("GetFieldModifiers", Ti.GetFieldModifiers(C, F, &Modifiers)))
    return E;
  To.Fields.push_back({Names.number(Name.str()), typeOf(Signature.str()),
                       (Modifiers & AccStatic) != 0});
  return Error::success();
}
