//===- GraphRecords.cpp - Converts heap graphs to records -----------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphRecords.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/Counted.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Format/Kit/ListBuilder.h"
#include "llvm/ADT/StringMap.h"

using namespace hprof;
using namespace hprof::perfetto;
using namespace llvm;

namespace {
/// A class in the records.
struct ClassOf {
  uint64_t Id = 0, Name = 0, Super = 0, Loader = 0, Size = 0;
  const GraphObject *Object = nullptr; ///< Its java.lang.Class object.
  const GraphType *Type = nullptr;     ///< The first type, perhaps of Object.
};

class Sender {
public:
  Sender(const HeapGraph &G, const Mappings &Names, RecordVisitor &V,
         const DamageHandler &OnDamage)
      : G(G), Names(Names), V(V), OnDamage(OnDamage) {}
  void send();

private:
  /// Classes differ by name and source file.
  using Key = std::pair<IdKey, IdKey>; // A name and a location.

  void sendNames();
  void findClasses();
  void findSupers();
  void cutRings();
  void sendClasses();
  void sendObjects();
  void sendObject(const GraphObject &O, const GraphType &T);
  void sendArray(const GraphObject &O, const GraphType &T);
  void sendHeap(uint8_t Heap);
  void sendRoots();
  template <class R> void sendRoot(uint64_t Object);
  void list(const GraphObject &O, const GraphType *T);
  uint64_t classOf(const GraphObject &O, size_t Type);
  std::string nameOf(const GraphType &T) const;
  uint64_t string(StringRef Text);
  uint64_t newId() { return NextId += 8; }
  const GraphType *type(uint64_t Id) const {
    const auto At = G.TypeOf.find(Id);
    return At == G.TypeOf.end() ? nullptr : &G.Types[At->second];
  }
  void clampSize(uint64_t &Size);

  const HeapGraph &G;
  const Mappings &Names;
  RecordVisitor &V;
  const DamageHandler &OnDamage;
  StringMap<uint64_t> Strings;
  DenseMap<IdKey, uint64_t> FieldNames; ///< String ids by name ids.
  std::vector<ClassOf> Classes;
  std::vector<size_t> ClassOfType;       ///< Index into Classes.
  DenseMap<IdKey, size_t> ClassByObject; ///< By the id of the class object.
  /// Classes of objects with another size, by class and size.
  DenseMap<std::pair<IdKey, IdKey>, uint64_t> Sized;
  ListBuilder<NamedReference> References;
  std::vector<uint8_t> Elements;
  uint64_t NextId = 0, NumUnknown = 0, NumLarge = 0;
  uint8_t Heap = 0;
};
} // namespace

/// Returns "Foo" for "java.lang.Class<Foo>"; empty for other names.
static StringRef classInName(StringRef Name) {
  return Name.consume_front("java.lang.Class<") && Name.consume_back(">")
             ? Name
             : StringRef();
}

/// Returns the name of the class \p T or, if \p T is a java.lang.Class<...>, of
/// the class that it describes.
std::string Sender::nameOf(const GraphType &T) const {
  const StringRef Inner = classInName(T.Name);
  const std::string Name = Names.className(Inner.empty() ? T.Name : Inner);
  return Name.empty() ? "(no name)" : Name;
}

uint64_t Sender::string(StringRef Text) {
  const auto [At, IsNew] = Strings.try_emplace(Text, Strings.size() + 1);
  if (IsNew) {
    const std::string Java = anyToModifiedUtf8(Text);
    Utf8 R;
    R.Id = At->second;
    R.Text = Payload(arrayRefFromStringRef(Java));
    V.visit(R);
  }
  return At->second;
}

void Sender::clampSize(uint64_t &Size) {
  if (Size <= UINT32_MAX)
    return;
  ++NumLarge;
  Size = UINT32_MAX;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Determines class ids: that of the class object, or else a synthetic one.
void Sender::findClasses() {
  auto See = [&](uint64_t Id) { NextId = std::max(NextId, Id & ~UINT64_C(7)); };
  for (const GraphObject &O : G.Objects)
    See(O.Id);
  for (uint64_t Id : G.References)
    See(Id);
  DenseMap<Key, size_t> ByName;
  for (const GraphType &T : G.Types) {
    const auto [At, IsNew] =
        ByName.try_emplace({string(nameOf(T)), T.Location}, Classes.size());
    ClassOfType.push_back(At->second);
    if (IsNew) {
      Classes.emplace_back();
      Classes.back().Name = At->first.first;
      Classes.back().Type = &T;
    }
    if (!classInName(T.Name).empty())
      continue;
    ClassOf &C = Classes[At->second];
    C.Size = T.Size;
    clampSize(C.Size);
    C.Loader = T.Loader;
  }
  for (const GraphObject &O : G.Objects) {
    const auto At = G.TypeOf.find(O.Type);
    if (At == G.TypeOf.end() || classInName(G.Types[At->second].Name).empty())
      continue;
    ClassOf &C = Classes[ClassOfType[At->second]];
    if (C.Object)
      continue;
    C.Object = &O;
    C.Id = O.Id;
    ClassByObject[O.Id] = ClassOfType[At->second];
  }
  for (ClassOf &C : Classes)
    if (!C.Id)
      C.Id = newId();
  findSupers();
  cutRings();
}

void Sender::findSupers() {
  for (auto [I, T] : enumerate(G.Types))
    if (classInName(T.Name).empty())
      if (const auto At = G.TypeOf.find(T.Super); At != G.TypeOf.end())
        Classes[ClassOfType[I]].Super = Classes[ClassOfType[At->second]].Id;
  uint64_t SuperName = 0;
  for (const auto &[Id, Text] : G.FieldNames)
    if (Text == "java.lang.Class.superClass")
      SuperName = Id;
  if (!SuperName)
    return;
  // Old traces contain superclasses only here.
  for (ClassOf &C : Classes) {
    if (C.Super || !C.Object || !C.Object->HasFields)
      continue;
    const GraphObject &O = *C.Object;
    for (uint32_t I = 0; !C.Super && I != O.NumReferences; ++I)
      if (G.Fields[O.FirstField + I] == SuperName)
        C.Super = G.References[O.FirstReference + I];
  }
}

/// Removes the superclasses of classes that are their own ancestors.
void Sender::cutRings() {
  DenseMap<IdKey, size_t> ById;
  for (auto [I, C] : enumerate(Classes))
    ById.try_emplace(C.Id, I);
  std::vector<size_t> SeenFrom(Classes.size()); // Starting class, plus 1.
  uint64_t NumCut = 0;
  for (size_t First = 0; First != Classes.size(); ++First) {
    for (size_t I = First; !SeenFrom[I];) {
      SeenFrom[I] = First + 1;
      ClassOf &C = Classes[I];
      const auto Above = ById.find(C.Super);
      if (Above == ById.end())
        break;
      I = Above->second;
      if (SeenFrom[I] != First + 1)
        continue;
      C.Super = 0;
      if (!NumCut++ && OnDamage)
        OnDamage({format_errc::bad_value, C.Type->Offset,
                  nameOf(*C.Type) +
                      " is a superclass of itself; its superclass is dropped"});
    }
  }
  if (NumCut > 1 && OnDamage)
    OnDamage({format_errc::bad_value, 0,
              counted(NumCut - 1, "more class is a superclass of itself",
                      "more classes are superclasses of themselves")});
}

/// Lists the references of \p O, an instance of \p T or, if \p T is null, a
/// class object.
void Sender::list(const GraphObject &O, const GraphType *T) {
  References.begin(8);
  size_t Field = 0;
  // No chain of superclasses is longer, unless it is a cycle.
  unsigned Depth = 512;
  if (T && !T->hasFields())
    T = nullptr;
  for (uint32_t I = 0; I != O.NumReferences; ++I) {
    uint64_t Name = 0;
    if (O.HasFields) {
      Name = FieldNames.lookup(G.Fields[O.FirstField + I]);
    } else {
      while (T && Field >= T->Fields.size()) {
        Field -= T->Fields.size();
        T = --Depth ? type(T->Super) : nullptr;
      }
      if (T)
        Name = FieldNames.lookup(T->Fields[Field++]);
    }
    if (const uint64_t To = G.References[O.FirstReference + I])
      References.add({Name, To});
  }
}

void Sender::sendClasses() {
  for (const ClassOf &C : Classes) {
    References.begin(8);
    if (C.Object) {
      const GraphObject &O = *C.Object;
      list(O, nullptr);
      ObjectSize Size;
      Size.Object = C.Id;
      Size.Size = O.Size;
      if (O.Size)
        V.visit(Size);
    }
    ReferenceClass R;
    R.Class = C.Id;
    R.Name = C.Name;
    R.Super = C.Super;
    R.Loader = C.Loader;
    R.InstanceSize = uint32_t(C.Size);
    R.References = References.ref();
    V.visit(R);
  }
}

/// Returns the class of \p O: that of its type, or one for its size.
uint64_t Sender::classOf(const GraphObject &O, size_t Type) {
  const ClassOf &C = Classes[ClassOfType[Type]];
  uint64_t Size = O.Size;
  clampSize(Size);
  if (!Size || Size == C.Size)
    return C.Id;
  uint64_t &Id = Sized[{C.Id, Size}];
  if (!Id) {
    Id = newId();
    ReferenceClass R;
    R.Class = Id;
    R.Name = C.Name;
    R.Super = C.Id;
    R.Loader = C.Loader;
    R.InstanceSize = uint32_t(Size);
    V.visit(R);
  }
  return Id;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

void Sender::sendHeap(uint8_t NewHeap) {
  static constexpr StringLiteral HeapNames[] = {"default", "app", "zygote",
                                                "image"};
  if (NewHeap == Heap)
    return;
  Heap = NewHeap;
  HeapDumpInfo R;
  R.HeapId = Heap;
  R.HeapName = string(HeapNames[Heap < std::size(HeapNames) ? Heap : 0]);
  V.visit(R);
}

/// Sends an array with the length that fits its size.
void Sender::sendArray(const GraphObject &O, const GraphType &T) {
  const uint64_t Bytes = O.Size ? O.Size : T.Size;
  ObjectSize Size;
  Size.Object = O.Id;
  Size.Size = Bytes;
  V.visit(Size);
  // Elements follow the class, the lock and the length, aligned.
  auto Length = [&](unsigned Width) {
    const uint64_t Header = Width == 8 ? 16 : 12;
    return uint32_t(std::min<uint64_t>(
        Bytes > Header ? (Bytes - Header) / Width : 0, INT32_MAX));
  };
  const StringRef Element = StringRef(T.Name).drop_back(2);
  if (std::optional<BasicType> P = parsePrimitiveType(Element)) {
    PrimitiveArrayNoData R;
    R.Object = O.Id;
    R.ElementType = *P;
    R.Length = Length(widthOf(*P, 4));
    return V.visit(R);
  }
  Elements.clear();
  for (uint32_t I = 0; I != O.NumReferences; ++I)
    if (const uint64_t To = G.References[O.FirstReference + I]) {
      Elements.resize(Elements.size() + 8);
      storeBE(Elements.data() + Elements.size() - 8, To, 8);
    }
  ReferenceArray R;
  R.Object = O.Id;
  R.ClassName = Classes[ClassOfType[size_t(&T - G.Types.data())]].Name;
  R.Length = uint32_t(Elements.size() / 8);
  R.ArrayLength = std::max(R.Length, Length(4));
  R.Elements = Payload(ArrayRef<uint8_t>(Elements));
  V.visit(R);
}

void Sender::sendObject(const GraphObject &O, const GraphType &T) {
  ReferenceObject R;
  R.Object = O.Id;
  R.Class = classOf(O, size_t(&T - G.Types.data()));
  list(O, &T);
  R.References = References.ref();
  V.visit(R);
}

void Sender::sendObjects() {
  DenseMap<IdKey, uint64_t> Native;
  for (auto [Object, Size] : G.NativeSizes)
    Native[Object] = Size;
  for (const GraphObject &O : G.Objects) {
    if (!V.wantsMore())
      return;
    const GraphType *T = type(O.Type);
    if (!T) {
      ++NumUnknown;
      continue;
    }
    if (const auto At = ClassByObject.find(O.Id);
        At != ClassByObject.end() && Classes[At->second].Object == &O)
      continue;
    sendHeap(O.Heap);
    if (const uint64_t Bytes = Native.lookup(O.Id)) {
      NativeSize R;
      R.Object = O.Id;
      R.Size = Bytes;
      V.visit(R);
    }
    if (StringRef(T->Name).ends_with("[]"))
      sendArray(O, *T);
    else
      sendObject(O, *T);
  }
}

template <class R> void Sender::sendRoot(uint64_t Object) {
  R Root;
  Root.Object = Object;
  constexpr bool HasFrame = std::is_same_v<R, RootJniLocal> ||
                            std::is_same_v<R, RootJavaFrame> ||
                            std::is_same_v<R, RootJniMonitor>;
  if constexpr (HasFrame)
    Root.Frame = -1;
  V.visit(Root);
}

void Sender::sendRoots() {
  for (const GraphRoot &R : G.Roots) {
    switch (R.Kind) {
#define TRACE_ROOT(NUMBER, RECORD)                                             \
  case NUMBER:                                                                 \
    sendRoot<RECORD>(R.Object);                                                \
    break;
#include "TraceFields.def"
    default:
      sendRoot<RootUnknown>(R.Object);
    }
  }
}

void Sender::send() {
  FileHeader H;
  H.Carrier = Format::Perfetto;
  V.visit(H);
  for (const auto &[Id, Text] : G.FieldNames)
    FieldNames.try_emplace(Id, string(Names.fieldName(Text)));
  findClasses();
  sendClasses();
  sendObjects();
  sendRoots();
  auto Tell = [&](uint64_t Number, StringRef One, StringRef Several) {
    if (Number && OnDamage)
      OnDamage({format_errc::bad_value, 0, counted(Number, One, Several)});
  };
  Tell(NumUnknown, "object of a type missing from the heap graph is dropped",
       "objects of types missing from the heap graph are dropped");
  Tell(NumLarge, "size is reduced to 4294967295, the maximum",
       "sizes are reduced to 4294967295, the maximum");
}

void hprof::perfetto::sendGraph(const HeapGraph &Graph, const Mappings &Names,
                                RecordVisitor &V,
                                const DamageHandler &OnDamage) {
  Sender(Graph, Names, V, OnDamage).send();
}
