//===- SpeakerHeap.cpp - Statements about a heap --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/Speaker.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace hprof;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void Speaker::object(uint64_t Id, StringRef Class, uint32_t Trace) {
  S.say("object", key(Id));
  if (!Class.empty())
    S.say("object.className", key(Id), nameHash(Class));
  if (Trace)
    S.say("object.trace", key(Id), Trace);
  if (Size.Object == Id && Size.Size)
    S.say("object.size", key(Id), Size.Size);
  Size = ObjectSize();
}

void Speaker::special(const InstanceDump &R) {
  if (const ClassInfo *C = K.Context.findClass(R.Class);
      C && Options.TakesClassSizes) {
    Size.Object = R.Object;
    Size.Size = alignTo(C->InstanceSize, 8);
  }
  object(R.Object, className(R.Class), R.TraceSerial);
  classId("object.classId", R.Object, R.Class);
  SmallVector<uint64_t, 16> To, Fields;
  const InstanceShape *Shape = K.Context.instances().find(R.Class);
  const bool IsEmpty = !Shape || !Shape->bytes();
  if (IsEmpty || Shape->bytes() > R.Values.Bytes.size()) {
    if (R.Values.Size || !IsEmpty)
      S.say("object.unexplained", key(R.Object));
    return;
  }
  Shape->forEachReference(
      FieldOrder::RootFirst, R.Values.Bytes.size(), [&](const FieldSlot &F) {
        if (F.Offset + size_t(IdSize) > R.Values.Bytes.size())
          return;
        if (uint64_t Id = loadBE(R.Values.Bytes.data() + F.Offset, IdSize)) {
          To.push_back(Id);
          Fields.push_back(mixed(hashOf(text(F.NameId)), Id));
        }
      });
  references("object.references", R.Object, To);
  references("object.fieldNames", R.Object, Fields);
  if (Shape->fields() != Shape->references())
    S.say("object.primitives", key(R.Object));
}

void Speaker::special(const ReferenceObject &R) {
  std::string Name = R.ClassName ? text(R.ClassName).str() : std::string();
  if (Name.empty())
    Name = className(R.Class);
  if (Size.Object != R.Object && Carrier == Format::Phd)
    if (const ClassInfo *C = K.Context.findClass(R.Class)) {
      Size.Object = R.Object;
      Size.Size = C->InstanceSize;
    }
  object(R.Object, Name, R.TraceSerial);
  classId("object.classId", R.Object, R.Class);
  SmallVector<uint64_t, 16> To, Fields;
  forEach(R.References, [&](const NamedReference &F) {
    if (!F.Object)
      return;
    To.push_back(F.Object);
    if (F.Name)
      Fields.push_back(mixed(hashOf(text(F.Name)), F.Object));
  });
  references("object.references", R.Object, To);
  references("object.fieldNames", R.Object, Fields);
}

/// \p Bytes include null elements if \p HasPositions.
void Speaker::elements(uint64_t Array, ArrayRef<uint8_t> Bytes, uint64_t Length,
                       bool HasPositions) {
  SmallVector<uint64_t, 16> To, Places;
  for (uint64_t I = 0; (I + 1) * IdSize <= Bytes.size(); ++I)
    if (uint64_t Id = loadBE(Bytes.data() + I * IdSize, IdSize)) {
      To.push_back(Id);
      Places.push_back(mixed(I, Id));
    }
  if (HasPositions && To.size() * uint64_t(IdSize) < Bytes.size())
    S.say("array.positions", key(Array),
          hash_combine_range(Places.begin(), Places.end()));
  if (Length != UINT64_MAX)
    S.say("array.length", key(Array), Length);
  references("object.references", Array, To);
}

void Speaker::special(const ObjectArrayDump &R) {
  object(R.Object, className(R.Class), R.TraceSerial);
  classId("array.classId", R.Object, R.Class);
  elements(R.Object, R.Elements.Bytes, R.Length, /*HasPositions=*/true);
}

void Speaker::special(const ReferenceArray &R) {
  std::string Name = R.ClassName ? text(R.ClassName).str() : std::string();
  if (Name.empty()) {
    std::string Element = className(R.ElementClass);
    SmallString<64> Built;
    if (!Element.empty())
      appendArrayName(Built, internalClassName(Element));
    Name = Built.str().str();
  }
  object(R.Object, Name, 0);
  const bool IsTold = R.ArrayLength != UINT32_MAX;
  elements(R.Object, R.Elements.Bytes, IsTold ? R.ArrayLength : UINT64_MAX,
           IsTold && R.ArrayLength == R.Length);
}

template <class R> void Speaker::primitives(const R &Rec) {
  object(Rec.Object, basicTypeName(Rec.ElementType).str() + "[]",
         Rec.TraceSerial);
  S.say("array.primitives", key(Rec.Object),
        mixed(uint64_t(Rec.ElementType), Rec.Length));
}

void Speaker::special(const PrimitiveArrayDump &R) {
  primitives(R);
  if (R.Length)
    S.say("array.elements", key(R.Object),
          hash_combine_range(R.Elements.Bytes.begin(), R.Elements.Bytes.end()));
}

void Speaker::special(const PrimitiveArrayNoData &R) { primitives(R); }

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void Speaker::special(const ClassDump &R) {
  const uint64_t Key = key(R.Class);
  S.say("class", Key);
  attribute("class.trace", R.Class, R.TraceSerial);
  attribute("class.super", R.Class, R.Super);
  if (R.Loader || R.Signers || R.Domain)
    S.say("class.loaders", Key, hash_combine(R.Loader, R.Signers, R.Domain));
  attribute("class.reserved", R.Class, R.Reserved1 | R.Reserved2);
  if (R.InstanceSize)
    S.say("class.instanceSize", Key, R.InstanceSize);
  SmallVector<uint64_t, 16> To, Names, Primitives, Nulls, Fields, Constants,
      Others;
  for (uint64_t Id : {R.Loader, R.Signers, R.Domain})
    if (Id)
      To.push_back(Id);
  forEach(R.Statics, [&](const StaticField &F) {
    const uint64_t Name = hashOf(text(F.Name));
    if (!isReference(F.Value.Type))
      Primitives.push_back(hash_combine(Name, F.Value.Bits));
    else if (!F.Value.Bits)
      Nulls.push_back(Name);
    else {
      To.push_back(F.Value.Bits);
      Names.push_back(mixed(Name, F.Value.Bits));
    }
  });
  forEach(R.Pool, [&](const PoolEntry &E) {
    if (!isReference(E.Value.Type) || !E.Value.Bits)
      return Others.push_back(hash_combine(E.Index, E.Value.Bits));
    To.push_back(E.Value.Bits);
    Constants.push_back(mixed(E.Index, E.Value.Bits));
  });
  forEach(R.Fields, [&](const InstanceField &F) {
    Fields.push_back(hash_combine(hashOf(text(F.Name)), uint64_t(F.Type)));
  });
  if (R.Statics.Count || R.Fields.Count)
    S.say("class.members", Key);
  if (R.InstanceSize || R.Fields.Count)
    S.say("class.declarations", Key);
  references("class.references", R.Class, To);
  references("class.staticNames", R.Class, Names);
  references("class.primitiveStatics", R.Class, Primitives);
  references("class.nullStatics", R.Class, Nulls);
  references("class.fields", R.Class, Fields);
  references("class.constants", R.Class, Constants);
  references("class.otherConstants", R.Class, Others);
}

void Speaker::special(const ReferenceClass &R) {
  const uint64_t Key = key(R.Class);
  S.say("class", Key);
  if (R.Name)
    S.sayOnce("class.name", mixed(R.Class, nameHash(text(R.Name))));
  attribute("class.super", R.Class, R.Super);
  if (R.Loader)
    S.say("class.loaders", Key, hash_combine(R.Loader, 0, 0));
  if (R.InstanceSize)
    S.say("class.instanceSize", Key, R.InstanceSize);
  if (Size.Object == R.Class && Size.Size)
    S.say("class.size", Key, Size.Size);
  SmallVector<uint64_t, 16> To;
  if (R.Loader)
    To.push_back(R.Loader);
  forEach(R.References, [&](const NamedReference &F) {
    if (F.Object)
      To.push_back(F.Object);
  });
  references("class.references", R.Class, To);
}
