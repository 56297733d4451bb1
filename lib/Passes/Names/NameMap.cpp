//===- NameMap.cpp - Names in a mapping file ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NameMap.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ParseJson.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace hprof;
using namespace llvm;

static Error expected(const Twine &What, StringRef Found) {
  return createStringError("expected " + What + ", found '" +
                           Found.take_front(80) + "'");
}

std::string NameMap::dotted(StringRef Name) { return javaClassName(Name); }

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

Expected<NameMap::Class *> NameMap::classLine(StringRef Line) {
  auto [Long, Short] = Line.split(" -> ");
  if (!Short.consume_back(":") || Long.empty() || Short.empty())
    return expected("'<class> -> <class>:'", Line);
  const StringRef From = ToShort ? Long : Short, To = ToShort ? Short : Long;
  auto [It, IsNew] = Classes.try_emplace(From);
  if (!IsNew)
    return createStringError("class '" + From + "' occurs twice");
  It->second.To = To.str();
  It->second.IsNone = From == NoClass;
  return &It->second;
}

/// Removes "<n>:" from the front.
static bool takeNumber(StringRef &Text, uint32_t &N) {
  StringRef Rest = Text;
  if (Rest.consumeInteger(10, N) || !Rest.consume_front(":"))
    return false;
  Text = Rest;
  return true;
}

Error NameMap::member(Class &Of, StringRef Line) {
  auto [Left, Short] = Line.split(" -> ");
  Method M;
  const StringRef All = Left;
  if (takeNumber(Left, M.First) &&
      (!takeNumber(Left, M.Last) || M.Last < M.First))
    return expected("'<first line>:<last line>:'", All);
  auto [Type, Name] = Left.split(' ');
  if (Type.empty() || Name.empty() || Short.empty())
    return expected("'<type> <name> -> <name>'", Line);
  // In names from the VM, parentheses may also be part of a name.
  const size_t Open = Name.rfind('('), Close = Name.rfind(')');
  const bool IsField = Open == StringRef::npos ||
                       (Close != StringRef::npos && Close + 1 < Name.size() &&
                        Name[Close + 1] != ':');
  if (IsField) {
    (ToShort ? Of.Fields.try_emplace(Name, Short.str())
             : Of.Fields.try_emplace(Short, Name.str()));
    return Error::success();
  }
  if (Close == StringRef::npos || Close < Open)
    return expected("')'", Name);
  StringRef Tail = Name.substr(Close + 1);
  M.Arguments = Name.slice(Open + 1, Close).str();
  Name = Name.take_front(Open);
  if (Tail.consume_front(":")) {
    if (Tail.consumeInteger(10, M.From) ||
        (Tail.consume_front(":") && Tail.consumeInteger(10, M.Until)) ||
        !Tail.empty())
      return expected("':<first line>:<last line>'", All);
  }
  auto [Holder, Simple] = Name.rsplit('.');
  if (!Simple.empty() && !Of.IsNone) {
    M.Class = Holder.str();
    Name = Simple;
  }
  if (ToShort && !M.Class.empty())
    return Error::success(); // Inlined, or declared in another class.
  M.To = (ToShort ? Short : Name).str();
  Of.Methods[ToShort ? Name : Short].push_back(std::move(M));
  return Error::success();
}

Expected<NameMap> NameMap::parse(StringRef Text, bool ToShort) {
  NameMap Map;
  Map.ToShort = ToShort;
  Class *Current = nullptr;
  std::string Long;
  for (uint64_t N = 1; !Text.empty(); ++N) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    const bool IsMember = Line.starts_with(" ") || Line.starts_with("\t");
    Line = Line.trim();
    if (Line.empty())
      continue;
    Error E = Error::success();
    if (Line.consume_front("#")) {
      // R8 writes metadata as JSON comments; other comments are free text.
      Expected<json::Value> Fact = parseJson(Line);
      const json::Object *O = Fact ? Fact->getAsObject() : nullptr;
      if (!Fact)
        consumeError(Fact.takeError());
      if (O && Current && O->getString("id") == "sourceFile")
        if (std::optional<StringRef> File = O->getString("fileName"))
          Map.Source[Long] = File->str();
    } else if (IsMember) {
      E = Current ? Map.member(*Current, Line)
                  : expected("a class before its members", Line);
    } else {
      Expected<Class *> C = Map.classLine(Line);
      Long = Line.split(" -> ").first.str();
      if (C)
        Current = *C;
      else
        E = C.takeError();
    }
    if (E)
      return createStringError("line " + Twine(N) + ": " +
                               toString(std::move(E)));
  }
  return Map;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::optional<std::string> NameMap::classNamed(StringRef Name) const {
  auto It = Classes.find(Name);
  if (It == Classes.end() || It->second.To == Name)
    return std::nullopt;
  return It->second.To;
}

std::optional<std::string> NameMap::field(StringRef Class,
                                          StringRef Name) const {
  auto Of = Classes.find(Class);
  if (Of == Classes.end())
    return std::nullopt;
  auto It = Of->second.Fields.find(Name);
  if (It == Of->second.Fields.end() || It->second == Name)
    return std::nullopt;
  return It->second;
}

std::optional<std::string> NameMap::recordName(StringRef Name,
                                               char Separator) const {
  StringRef Middle = Name, Front, Back;
  if (Name.starts_with("[")) {
    const size_t At = Name.find_first_not_of('[');
    if (At == StringRef::npos || Name[At] != 'L' || !Name.ends_with(";"))
      return std::nullopt;
    Front = Name.take_front(At + 1);
    Back = ";";
    Middle = Name.drop_front(At + 1).drop_back();
  } else if (const size_t At = Name.find("[]"); At != StringRef::npos) {
    Back = Name.substr(At);
    Middle = Name.take_front(At);
  }
  std::optional<std::string> To = classNamed(dotted(Middle));
  if (!To)
    return std::nullopt;
  std::replace(To->begin(), To->end(), '.', Separator);
  return (Front + *To + Back).str();
}

std::string NameMap::descriptor(StringRef Text) const {
  std::string Out;
  while (!Text.empty()) {
    const size_t End = Text.front() == 'L' ? Text.find(';') : StringRef::npos;
    if (End == StringRef::npos) {
      Out += Text.front();
      Text = Text.drop_front();
      continue;
    }
    const StringRef Name = Text.slice(1, End);
    Out += "L" + recordName(Name, '/').value_or(Name.str()) + ";";
    Text = Text.substr(End + 1);
  }
  return Out;
}

std::string NameMap::sourceFile(StringRef Class) const {
  if (ToShort || Class == NoClass)
    return NoFile.str();
  auto It = Source.find(Class);
  if (It != Source.end())
    return It->second;
  const StringRef Simple = Class.substr(Class.rfind('.') + 1);
  return (Simple.take_until([](char C) { return C == '$'; }) + ".java").str();
}

//===----------------------------------------------------------------------===//
// Methods
//===----------------------------------------------------------------------===//

int32_t NameMap::Method::sourceLine(int32_t Line) const {
  if (!From)
    return Line;
  if (!has(Line) || Until <= From)
    return int32_t(From);
  return int32_t(std::min<uint64_t>(From + (uint32_t(Line) - First), Until));
}

std::string NameMap::arguments(StringRef Descriptor) {
  constexpr StringLiteral Letters = "ZCFDBSIJ";
  constexpr StringLiteral Names[] = {"boolean", "char",  "float", "double",
                                     "byte",    "short", "int",   "long"};
  std::string Out;
  Descriptor.consume_front("(");
  while (!Descriptor.empty() && Descriptor.front() != ')') {
    if (!Out.empty())
      Out += ',';
    size_t Dimensions = 0;
    while (Descriptor.consume_front("["))
      ++Dimensions;
    if (Descriptor.consume_front("L")) {
      auto [Name, Rest] = Descriptor.split(';');
      Out += dotted(Name);
      Descriptor = Rest;
    } else if (!Descriptor.empty()) {
      const size_t At = Letters.find(Descriptor.front());
      Out += At == StringRef::npos ? StringRef("?") : StringRef(Names[At]);
      Descriptor = Descriptor.drop_front();
    }
    while (Dimensions--)
      Out += "[]";
  }
  return Out;
}

/// Returns the method in \p All for a frame without a line; null if ambiguous.
const NameMap::Method *NameMap::only(ArrayRef<Method> All,
                                     StringRef Descriptor) const {
  const std::string Source =
      arguments(ToShort ? Descriptor.str() : descriptor(Descriptor));
  const Method *First = nullptr;
  bool AreEqual = true;
  for (const Method &M : All) {
    if (!M.Class.empty())
      continue;
    if (!Descriptor.empty() && M.Arguments == Source)
      return &M;
    if (!First)
      First = &M;
    AreEqual &= M.To == First->To;
  }
  return AreEqual ? First : nullptr;
}

SmallVector<NameMap::Place, 1> NameMap::method(StringRef Class, StringRef Name,
                                               StringRef Descriptor,
                                               int32_t Line) const {
  SmallVector<Place, 1> Places;
  auto Of = Classes.find(Class);
  if (Of == Classes.end())
    return Places;
  const std::string &Owner = Of->second.To;
  auto It = Of->second.Methods.find(Name);
  if (It == Of->second.Methods.end())
    return Places;
  const std::vector<Method> &All = It->second;
  if (!ToShort) {
    auto First = find_if(All, [&](const Method &M) { return M.has(Line); });
    for (auto M = First;
         M != All.end() && M->First == First->First && M->Last == First->Last;
         ++M)
      Places.push_back(
          {M->Class.empty() ? Owner : M->Class, M->To, M->sourceLine(Line)});
  }
  if (Places.empty())
    if (const Method *M = only(All, Descriptor))
      Places.push_back({Owner, M->To, Line});
  return Places;
}
