//===- YamlValues.cpp - Values and payloads as YAML -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlText.h"
#include "YamlWriterImpl.h"
#include "hprof/Format/Context/InstanceReferences.h"
#include "hprof/Format/Records/RecordCodec.h"

using namespace hprof;
using namespace hprof::yaml;
using namespace llvm;

void YamlWriter::Impl::stringId(uint64_t Id) {
  std::optional<StringRef> Raw = Names.string(Id);
  if (Raw && Names.findString(*Raw) == Id && appendName(Line, *Raw))
    return;
  appendHex(Line, Id);
}

void YamlWriter::Impl::objectId(uint64_t Id, bool MayBeClass) {
  if (MayBeClass && Id)
    if (ClassEntry *C = Names.classById(Id))
      if (C->Id == Id && !C->Printed.empty())
        return append(Line, C->Printed);
  appendHex(Line, Id);
}

void YamlWriter::Impl::value(const Value &V) {
  append(Line, basicTypeName(V.Type));
  Line.push_back(' ');
  if (isReference(V.Type) && V.Bits)
    if (ClassEntry *C = Names.classById(V.Bits))
      if (C->Id == V.Bits && !StringRef(C->Printed).starts_with("\"") &&
          !C->Printed.empty())
        return append(Line, C->Printed);
  appendValue(Line, V.Type, V.Bits);
}

/// Appends the values in \p Bytes as a list, with runs of equal ones shortened.
void YamlWriter::Impl::elements(BasicType T, ArrayRef<uint8_t> Bytes) {
  constexpr size_t ShortestRun = 4;
  const unsigned Width = widthOf(T, Names.idSize());
  Line.push_back('[');
  for (size_t I = 0; I < Bytes.size();) {
    size_t Next = I + Width;
    while (Next < Bytes.size() && !memcmp(&Bytes[I], &Bytes[Next], Width))
      Next += Width;
    size_t Run = (Next - I) / Width;
    if (Run < ShortestRun)
      Next = I + Width;
    if (I)
      append(Line, ", ");
    appendValue(Line, T, loadBE(&Bytes[I], Width));
    if (Run >= ShortestRun) {
      append(Line, " x ");
      appendDecimal(Line, Run);
    }
    I = Next;
  }
  Line.push_back(']');
}

void YamlWriter::Impl::arrayPayload(BasicType T, ArrayRef<uint8_t> Bytes) {
  if (Bytes.empty())
    return;
  append(Line, HasField ? ", " : " {");
  HasField = true;
  size_t Start = Line.size();
  append(Line, "text: ");
  if (appendArrayText(Line, T, Bytes))
    return;
  Line.truncate(Start);
  append(Line, "elements: ");
  elements(T, Bytes);
}

void YamlWriter::Impl::textPayload(StringRef Raw) {
  append(Line, HasField ? ", " : " {");
  HasField = true;
  size_t Start = Line.size();
  append(Line, "text: ");
  if (appendName(Line, Raw))
    return;
  Line.truncate(Start);
  append(Line, "bytes: ");
  appendBytes(Line, Raw);
}

void YamlWriter::Impl::fieldValue(BasicType T, const uint8_t *P,
                                  unsigned Width) {
  appendValue(Line, T, loadBE(P, Width));
}

void YamlWriter::Impl::fieldValues(uint64_t Class, ArrayRef<uint8_t> Values) {
  if (namedFields(Class, Values) || typedFields(Class, Values))
    return;
  append(Line, HasField ? ", " : " {");
  HasField = true;
  // If there are no values, the class does not matter.
  if (Values.empty())
    return append(Line, "fields: []");
  append(Line, "bytes: ");
  elements(BasicType::Byte, Values);
}

/// Appends fields by name, for a class known to the reader at this point.
bool YamlWriter::Impl::namedFields(uint64_t Class, ArrayRef<uint8_t> Values) {
  Layout *L = Names.layout(Class);
  if (!L || L->Size != Values.size() || !L->HasKeys)
    return false;
  bool IsFirst = true;
  const uint8_t *Bytes = Values.data();
  for (const Slot &S : L->Slots) {
    uint64_t Bits = loadBE(Bytes + S.Offset, S.Width);
    if (!Bits)
      continue;
    append(Line, IsFirst ? (HasField ? ", fields: {" : " {fields: {") : ", ");
    IsFirst = false;
    append(Line, S.Printed);
    appendValue(Line, S.Type, Bits);
  }
  if (!IsFirst) {
    HasField = true;
    Line.push_back('}');
  }
  return true;
}

/// Appends fields with their types, for a class that follows later in the file.
bool YamlWriter::Impl::typedFields(uint64_t Class, ArrayRef<uint8_t> Values) {
  if (!Options.Whole)
    return false;
  const InstanceShape *Shape = Options.Whole->instances().find(Class);
  if (!Shape || !Shape->fields() || Shape->hasUnknownTypes() ||
      Shape->bytes() != Values.size())
    return false;
  append(Line, HasField ? ", fields: [" : " {fields: [");
  HasField = true;
  bool IsFirst = true;
  Shape->forEachField(Values.size(), [&](const FieldSlot &S) {
    if (!IsFirst)
      append(Line, ", ");
    IsFirst = false;
    std::optional<StringRef> Name = Options.Whole->string(S.NameId);
    if (!Name || !appendName(Line, *Name))
      appendHex(Line, S.NameId);
    append(Line, ": ");
    append(Line, basicTypeName(S.Type));
    Line.push_back(' ');
    unsigned Width = widthOf(S.Type, Names.idSize());
    fieldValue(S.Type, &Values[S.Offset], Width);
  });
  Line.push_back(']');
  return true;
}
