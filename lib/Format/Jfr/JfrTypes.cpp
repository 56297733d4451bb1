//===- JfrTypes.cpp - Types of a chunk of a recording ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JfrTypes.h"
#include "hprof/Format/Base/Error.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>

using namespace hprof;
using namespace hprof::jfr;
using namespace llvm;

/// Maximum nesting of values, so that the stack suffices.
static constexpr unsigned MostDepth = 64;

int jfr::primitiveSize(Storage S) {
  static constexpr int Sizes[] = {
      0,
#define HPROF_JFR_PRIMITIVE(NAME, STORAGE, SIZE) SIZE,
#include "JfrPrimitives.def"
  };
  return Sizes[unsigned(S)];
}

std::optional<TypeNumber> JfrTypes::find(uint64_t Id) const {
  const auto It = Numbers.find(IdKey(Id));
  return It == Numbers.end() ? std::nullopt : std::optional(It->second);
}

std::optional<TypeNumber> JfrTypes::find(StringRef Name) const {
  const auto It =
      find_if(All, [&](const JfrType &T) { return T.Name == Name; });
  return It == All.end() ? std::nullopt
                         : std::optional(TypeNumber(It - All.begin()));
}

//===----------------------------------------------------------------------===//
// Metadata events
//===----------------------------------------------------------------------===//

namespace {
/// An element of the tree in a metadata event: root > metadata > class > field.
struct Element {
  StringRef Name;
  SmallVector<std::pair<StringRef, StringRef>, 4> Attributes;
  std::vector<Element> Children;

  StringRef get(StringRef Key) const {
    for (const auto &[K, V] : Attributes)
      if (K == Key)
        return V;
    return "";
  }
  uint64_t number(StringRef Key) const {
    uint64_t N = 0;
    get(Key).getAsInteger(10, N);
    return N;
  }
};

class ElementReader {
public:
  explicit ElementReader(JfrBytes &From) : From(From) {
    for (uint32_t Count = From.int32(); Count && From.isGood(); --Count) {
      uint64_t Key;
      Strings.push_back(From.string(Key));
    }
  }

  Element read(unsigned Depth = 0) {
    Element E;
    E.Name = string();
    for (uint32_t Count = From.int32(); Count && From.isGood(); --Count) {
      const StringRef Key = string();
      E.Attributes.push_back({Key, string()});
    }
    const uint32_t Count = From.int32();
    if (Count && Depth == MostDepth)
      From.fail();
    for (uint32_t I = 0; I != Count && From.isGood(); ++I)
      E.Children.push_back(read(Depth + 1));
    return E;
  }

private:
  StringRef string() {
    const uint32_t I = From.int32();
    return I < Strings.size() ? StringRef(Strings[I]) : StringRef();
  }

  JfrBytes &From;
  std::vector<std::string> Strings;
};
} // namespace

void JfrTypes::add(uint64_t Id, StringRef Name) {
  if (!Numbers.try_emplace(IdKey(Id), TypeNumber(All.size())).second)
    return;
  JfrType &T = All.emplace_back();
  T.Name = Name.str();
#define HPROF_JFR_PRIMITIVE(NAME, STORAGE, SIZE)                               \
  if (Name == NAME)                                                            \
    T.Is = Storage::STORAGE;
#include "JfrPrimitives.def"
}

/// Calls \p F with the type and the value of each annotation of \p Of.
static void
forEachAnnotation(const Element &Of, const JfrTypes &Types,
                  function_ref<void(StringRef Name, StringRef Value)> F) {
  for (const Element &Child : Of.Children)
    if (Child.Name == "annotation")
      if (const std::optional<TypeNumber> T = Types.find(Child.number("class")))
        F(Types[*T].Name, Child.get("value"));
}

/// Whether \p Class extends jdk.jfr.Event, possibly through other classes.
static bool isEvent(const Element &Class, ArrayRef<const Element *> Classes,
                    const JfrTypes &Types) {
  const Element *Now = &Class;
  for (unsigned Depth = 0; Now && Depth != MostDepth; ++Depth) {
    const StringRef Super = Now->get("superType");
    if (Super == "jdk.jfr.Event")
      return true;
    const std::optional<TypeNumber> T =
        Super.empty() ? std::nullopt : Types.find(Super);
    Now = T ? Classes[*T] : nullptr;
  }
  return false;
}

static JfrUnit unitOf(StringRef Annotation, StringRef Value) {
#define HPROF_JFR_UNIT(NAME, ANNOTATION, VALUE)                                \
  if (Annotation == ANNOTATION && Value == VALUE)                              \
    return JfrUnit::NAME;
#include "JfrUnits.def"
  return JfrUnit::None;
}

Expected<JfrTypes> JfrTypes::read(JfrBytes Event) {
  for (unsigned I = 0; I != 3; ++I) // Start, duration, number of the metadata.
    Event.int64();
  ElementReader Elements(Event);
  const Element Root = Elements.read();
  JfrTypes Types;
  std::vector<const Element *> Classes;
  for (const Element &Part : Root.Children)
    for (const Element &Class : Part.Children)
      if (Class.Name == "class") {
        const size_t Before = Types.size();
        Types.add(Class.number("id"), Class.get("name"));
        if (Types.size() != Before)
          Classes.push_back(&Class);
      }
  for (TypeNumber T = 0; T != Types.size(); ++T) {
    Types.All[T].IsEvent = isEvent(*Classes[T], Classes, Types);
    forEachAnnotation(*Classes[T], Types, [&](StringRef Name, StringRef V) {
      if (Name == "jdk.jfr.Label")
        Types.All[T].Label = V.str();
    });
    for (const Element &Child : Classes[T]->Children) {
      if (Child.Name != "field" || Types[T].Is != Storage::Fields)
        continue;
      const std::optional<TypeNumber> Of = Types.find(Child.number("class"));
      if (!Of)
        return createStringError("the type of the field " + Types[T].Name +
                                 "." + Child.get("name") + " is missing");
      JfrField &F = Types.All[T].Fields.emplace_back();
      F.Name = Child.get("name").str();
      F.Type = *Of;
      F.IsConstant = Child.get("constantPool") == "true";
      F.IsArray = Child.number("dimension") != 0;
      forEachAnnotation(Child, Types, [&](StringRef Name, StringRef V) {
        if (Name == "jdk.jfr.Label")
          F.Label = V.str();
        F.IsUnsigned |= Name == "jdk.jfr.Unsigned";
        if (const JfrUnit Unit = unitOf(Name, V); Unit != JfrUnit::None)
          F.Unit = Unit;
      });
    }
  }
  if (!Event.isGood() || !Types.size())
    return createStringError("the metadata is damaged");
  if (Error E = Types.findEmpty())
    return E;
  return Types;
}

/// Finds types without bytes, and rejects types that contain themselves.
Error JfrTypes::findEmpty() {
  enum State : uint8_t { New, Open, Done };
  std::vector<State> States(size());
  const std::function<bool(TypeNumber, unsigned)> Visit = [&](TypeNumber T,
                                                              unsigned Depth) {
    if (States[T] == Done)
      return true;
    if (States[T] == Open || Depth == MostDepth)
      return false;
    States[T] = Open;
    bool IsEmpty = All[T].Is == Storage::Fields;
    for (const JfrField &F : All[T].Fields) {
      if (F.IsConstant || F.IsArray) {
        IsEmpty = false;
        continue;
      }
      if (!Visit(F.Type, Depth + 1))
        return false;
      IsEmpty &= All[F.Type].IsEmpty;
    }
    All[T].IsEmpty = IsEmpty;
    States[T] = Done;
    return true;
  };
  for (TypeNumber T = 0; T != size(); ++T)
    if (!Visit(T, 0))
      return createStringError("the type " + All[T].Name +
                               " contains itself, or its values are nested "
                               "too deeply");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void JfrTypes::skip(JfrBytes &From, const JfrField &F, unsigned Depth) const {
  if (Depth == MostDepth)
    return From.fail();
  uint64_t Count = 1;
  if (F.IsArray) {
    Count = From.int32();
    if (!F.IsConstant && All[F.Type].IsEmpty)
      return;
  }
  for (; Count && From.isGood(); --Count)
    if (F.IsConstant)
      From.int64();
    else
      skipOne(From, F.Type, Depth);
}

void JfrTypes::skipOne(JfrBytes &From, TypeNumber T, unsigned Depth) const {
  const JfrType &Of = All[T];
  if (Of.IsEmpty)
    return;
  switch (Of.Is) {
  case Storage::Fields:
    for (const JfrField &F : Of.Fields)
      skip(From, F, Depth + 1);
    return;
  case Storage::String:
    return From.skipString();
  default:
    From.primitive(primitiveSize(Of.Is));
  }
}
