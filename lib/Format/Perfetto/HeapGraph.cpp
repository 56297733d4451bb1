//===- HeapGraph.cpp - A heap graph from a trace --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeapGraph.h"

using namespace hprof;
using namespace hprof::perfetto;
using namespace llvm;

bool HeapGraph::add(ArrayRef<uint8_t> Message, uint64_t Offset) {
  Packets.push_back({Objects.size(), Offset});
  WireFields M(Message);
  bool IsGood = true;
  uint64_t Index = 0;
  IsContinued = false;
  while (M.next())
    switch (M.field()) {
    case Graph_Object:
      IsGood &= addObject(M.bytes());
      break;
    case Graph_Type:
      IsGood &= addType(M.bytes());
      break;
    case Graph_Root:
      IsGood &= addRoot(M.bytes());
      break;
    case Graph_FieldName:
      IsGood &= addFieldName(M.bytes());
      break;
    case Graph_IsContinued:
      IsContinued = M.number();
      break;
    case Graph_Index:
      Index = M.number();
      break;
    }
  if (Index != NextIndex && !Missing)
    Missing = NextIndex;
  NextIndex = Index + 1;
  return IsGood && !M.isBroken();
}

HeapGraph::BadIds HeapGraph::dropRepeated() {
  std::vector<uint64_t> Ids;
  Ids.reserve(Objects.size());
  for (const GraphObject &O : Objects)
    Ids.push_back(O.Id);
  sort(Ids);
  DenseMap<IdKey, bool> Seen; // Ids shared by several objects.
  for (size_t I = 1; I < Ids.size(); ++I)
    if (Ids[I] == Ids[I - 1])
      Seen.try_emplace(Ids[I], false);
  BadIds Found;
  if (Seen.empty())
    return Found;
  size_t Index = 0;
  erase_if(Objects, [&](const GraphObject &O) {
    const size_t I = Index++;
    auto At = Seen.find(O.Id);
    if (At == Seen.end() || !std::exchange(At->second, true))
      return false;
    Found.add(
        O.Id,
        std::prev(upper_bound(Packets, std::pair(I, UINT64_MAX)))->second);
    return true;
  });
  return Found;
}

/// Greater than any address.
static constexpr uint64_t EndOfAddresses = UINT64_C(1) << 62;

/// Returns \p Id, or 0 if it cannot be an object's.
uint64_t HeapGraph::reference(uint64_t Id) {
  if (Id < EndOfAddresses)
    return Id;
  NoReferences.add(Id, offset());
  return 0;
}

void HeapGraph::pushRoot(uint64_t Id, uint8_t Kind) {
  const uint64_t Object = Id ? reference(Id) : 0;
  if (Object || !Id)
    Roots.push_back({Object, Kind});
}

bool HeapGraph::addObject(ArrayRef<uint8_t> Message) {
  GraphObject O;
  O.FirstReference = References.size();
  O.FirstField = Fields.size();
  uint64_t Base = 0, Delta = 0, Native = 0;
  bool IsGood = true;
  WireFields M(Message);
  while (M.next())
    switch (M.field()) {
    case Object_Id:
      O.Id = M.number();
      break;
    case Object_IdDelta:
      Delta = M.number();
      break;
    case Object_Type:
      O.Type = M.number();
      break;
    case Object_Size:
      O.Size = M.number();
      break;
    case Object_Base:
      Base = M.number();
      break;
    case Object_Heap:
      LastHeap = uint8_t(std::min<uint64_t>(M.number(), UINT8_MAX));
      break;
    case Object_NativeSize:
      Native = M.number();
      break;
    case Object_Fields:
      IsGood &= M.forEachNumber([&](uint64_t N) { Fields.push_back(N); });
      break;
    case Object_References:
      IsGood &= M.forEachNumber([&](uint64_t N) { References.push_back(N); });
      break;
    case Object_Internal:
      constexpr uint8_t VmInternal = 13;
      IsGood &= M.forEachNumber([&](uint64_t N) { pushRoot(N, VmInternal); });
      break;
    }
  if (Delta)
    O.Id = LastId + Delta;
  LastId = O.Id;
  O.Heap = LastHeap;
  if (O.Id >= EndOfAddresses) {
    NoObjects.add(O.Id, offset());
    References.resize(O.FirstReference);
    Fields.resize(O.FirstField);
    return IsGood && !M.isBroken();
  }
  for (uint64_t &R : MutableArrayRef(References).drop_front(O.FirstReference))
    R = R ? reference(R + Base) : 0;
  const size_t NumFields = Fields.size() - O.FirstField;
  O.NumReferences = uint32_t(
      std::min<uint64_t>(References.size() - O.FirstReference, UINT32_MAX));
  O.HasFields = NumFields != 0;
  if (NumFields && NumFields != O.NumReferences) {
    ++OddObjects;
    O.NumReferences = 0;
    References.resize(O.FirstReference);
    Fields.resize(O.FirstField);
  }
  if (!O.Id)
    return false;
  if (Native)
    NativeSizes.push_back({O.Id, Native});
  Objects.push_back(O);
  return IsGood && !M.isBroken();
}

bool HeapGraph::addType(ArrayRef<uint8_t> Message) {
  GraphType T;
  T.Offset = offset();
  bool IsGood = true;
  WireFields M(Message);
  while (M.next())
    switch (M.field()) {
    case Type_Id:
      T.Id = M.number();
      break;
    case Type_Location:
      T.Location = M.number();
      break;
    case Type_Name:
      T.Name = M.text().str();
      break;
    case Type_Size:
      T.Size = M.number();
      break;
    case Type_Super:
      T.Super = M.number();
      break;
    case Type_Kind:
      T.Kind = M.number();
      break;
    case Type_Loader:
      T.Loader = reference(M.number());
      break;
    case Type_Fields:
      IsGood &= M.forEachNumber([&](uint64_t N) { T.Fields.push_back(N); });
      break;
    }
  const auto [At, IsNew] = TypeOf.try_emplace(T.Id, Types.size());
  if (IsNew)
    Types.push_back(std::move(T));
  return IsGood && !M.isBroken();
}

bool HeapGraph::addRoot(ArrayRef<uint8_t> Message) {
  uint8_t Kind = 0;
  bool IsGood = true;
  const size_t First = Roots.size();
  WireFields M(Message);
  while (M.next()) {
    if (M.field() == Root_Objects)
      IsGood &= M.forEachNumber([&](uint64_t N) { pushRoot(N, 0); });
    else if (M.field() == Root_Kind)
      Kind = uint8_t(std::min<uint64_t>(M.number(), UINT8_MAX));
  }
  for (GraphRoot &R : MutableArrayRef(Roots).drop_front(First))
    R.Kind = Kind;
  return IsGood && !M.isBroken();
}

bool HeapGraph::addFieldName(ArrayRef<uint8_t> Message) {
  uint64_t Id = 0;
  StringRef Text;
  WireFields M(Message);
  while (M.next()) {
    if (M.field() == Interned_Id)
      Id = M.number();
    else if (M.field() == Interned_Text)
      Text = M.text();
  }
  // The type of the field precedes its name.
  if (const size_t Blank = Text.find(' '); Blank != StringRef::npos)
    Text = Text.drop_front(Blank + 1);
  FieldNames.push_back({Id, Text.str()});
  return !M.isBroken();
}

//===----------------------------------------------------------------------===//
// Obfuscation
//===----------------------------------------------------------------------===//

bool Mappings::add(ArrayRef<uint8_t> Message) {
  bool IsGood = true;
  WireFields M(Message);
  while (M.next())
    if (M.field() == Mapping_Class)
      IsGood &= addClass(M.bytes());
  return IsGood && !M.isBroken();
}

bool Mappings::addClass(ArrayRef<uint8_t> Message) {
  StringRef Short, Long;
  std::vector<std::pair<StringRef, StringRef>> Members;
  bool IsGood = true;
  WireFields M(Message);
  while (M.next()) {
    if (M.field() == MappedClass_Short) {
      Short = M.text();
    } else if (M.field() == MappedClass_Long) {
      Long = M.text();
    } else if (M.field() == MappedClass_Field) {
      auto &[From, To] = Members.emplace_back();
      WireFields F(M.bytes());
      while (F.next()) {
        if (F.field() == MappedField_Short)
          From = F.text();
        else if (F.field() == MappedField_Long)
          To = F.text();
      }
      IsGood &= !F.isBroken();
    }
  }
  if (!Long.empty())
    Classes[Short] = Long.str();
  for (auto [From, To] : Members)
    if (!To.empty())
      Fields[(Short + "." + From).str()] = To.rsplit('.').second.empty()
                                               ? To.str()
                                               : To.rsplit('.').second.str();
  return IsGood && !M.isBroken();
}

std::string Mappings::className(StringRef Name) const {
  StringRef Element = Name;
  while (Element.consume_back("[]")) {
  }
  const auto At = Classes.find(Element);
  return At == Classes.end()
             ? Name.str()
             : At->second + Name.drop_front(Element.size()).str();
}

std::string Mappings::fieldName(StringRef Name) const {
  if (const auto At = Fields.find(Name); At != Fields.end())
    return At->second;
  const StringRef Last = Name.rsplit('.').second;
  return Last.empty() ? Name.str() : Last.str();
}
