//===- ClassName.cpp - Class name conversion ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/BasicType.h"
#include "llvm/ADT/StringExtras.h"

using namespace hprof;
using namespace llvm;

/// Returns "int" for 'I'; empty if \p Descriptor is not a primitive's.
static StringRef primitiveName(char Descriptor) {
  switch (Descriptor) {
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  case DESCRIPTOR:                                                             \
    return WIDTH ? TEXT : "";
#include "hprof/Format/Base/BasicTypes.def"
  }
  return "";
}

/// Returns the beginning of a hidden class's address and its separator: "+0x7f"
/// as written by HotSpot, "/0x7f" by Class.getName(), ".0x7f" by JVM TI.
static size_t addressIn(StringRef Name) {
  const size_t At = Name.rfind("0x");
  if (At == StringRef::npos || At < 2 ||
      !StringRef("+/.").contains(Name[At - 1]) ||
      Name.take_front(At).contains('('))
    return StringRef::npos;
  StringRef Digits = Name.drop_front(At + 2);
  while (Digits.consume_back("[]")) {
  }
  return !Digits.empty() && all_of(Digits, isHexDigit) ? At - 1
                                                       : StringRef::npos;
}

std::string hprof::javaSpelling(StringRef Name) {
  size_t Dimensions = Name.find_first_not_of('[');
  if (Dimensions == StringRef::npos)
    Dimensions = 0;
  StringRef Element = Name.drop_front(Dimensions);
  if (Dimensions && Element.size() == 1 && !primitiveName(Element[0]).empty())
    Element = primitiveName(Element[0]);
  else if (Dimensions && Element.size() > 2 && Element.front() == 'L' &&
           Element.back() == ';')
    Element = Element.drop_front().drop_back();
  else if (Dimensions) // This is not an array after all.
    return Name.str();
  std::string Out = Element.str();
  for (char &C : Out) {
    if (C == '(')
      break;
    if (C == '/')
      C = '.';
  }
  while (Dimensions--)
    Out += "[]";
  return Out;
}

std::string hprof::javaClassName(StringRef Name) {
  std::string Java = javaSpelling(Name);
  if (size_t At = addressIn(Java); At != StringRef::npos)
    Java[At] = '+';
  return Java;
}

std::optional<BasicType> hprof::parsePrimitiveType(StringRef Name) {
  std::optional<BasicType> T = parseBasicType(Name);
  return T && !isReference(*T) ? T : std::nullopt;
}

std::string hprof::internalClassName(StringRef Name) {
  // A lone signature, as in "Ljava.lang.String;".
  if (Name.size() > 2 && Name.front() == 'L' && Name.back() == ';')
    Name = Name.drop_front().drop_back();
  std::string Java = javaSpelling(Name);
  StringRef Element = Java;
  unsigned Dimensions = 0;
  while (Element.consume_back("[]"))
    ++Dimensions;
  std::string Out(Dimensions, '[');
  if (Dimensions)
    if (std::optional<BasicType> T = parsePrimitiveType(Element))
      return Out + basicTypeDescriptor(*T);
  if (Dimensions)
    Out += 'L';
  bool IsPlain = true;
  for (char C : Element) {
    IsPlain &= C != '(' && C != '+';
    Out += C == '.' && IsPlain ? '/' : C;
  }
  if (Dimensions)
    Out += ';';
  return Out;
}

static constexpr StringLiteral DivisionSlash = "\xe2\x88\x95";

std::string hprof::escapeSlashes(StringRef Name) {
  SmallVector<StringRef> Parts;
  Name.split(Parts, '/');
  return join(Parts, DivisionSlash);
}

std::string hprof::unescapeSlashes(StringRef Name) {
  SmallVector<StringRef> Parts;
  Name.split(Parts, DivisionSlash);
  return join(Parts, "/");
}

bool hprof::hasEscapedSlash(StringRef Name) {
  return Name.contains(DivisionSlash);
}

StringRef hprof::packageOf(StringRef JavaName) {
  StringRef Plain = JavaName.take_until(
      [](char C) { return C == '(' || C == '[' || C == '+'; });
  size_t Dot = Plain.rfind('.');
  // Names cannot begin with a digit: this is the number of a VM-anonymous
  // class.
  if (Dot != StringRef::npos && Dot + 1 != Plain.size() &&
      isDigit(Plain[Dot + 1])) {
    Plain = Plain.take_front(Dot);
    Dot = Plain.rfind('.');
  }
  return Dot == StringRef::npos ? StringRef() : Plain.take_front(Dot);
}

/// The parts before the number in names of classes generated at run time. The
/// rest is dropped, except the brackets of an array.
static constexpr StringLiteral Markers[] = {
    "$$Lambda",                     // HotSpot
    "GeneratedMethodAccessor",      // reflection, up to JDK 21
    "GeneratedConstructorAccessor", //
    "GeneratedSerializationConstructorAccessor",
    "$$EnhancerBySpringCGLIB$$",
    "$$FastClassBySpringCGLIB$$",
    "$$EnhancerByCGLIB$$",
    "$$FastClassByCGLIB$$",
    "$$SpringCGLIB$$",
    "$HibernateProxy$",
    "$MockitoMock$",
    "$ByteBuddy$",
};

static StringRef withoutNumber(StringRef Name) {
  for (StringRef Marker : Markers)
    if (size_t At = Name.find(Marker); At != StringRef::npos)
      return Name.take_front(At + Marker.size());
  if (size_t At = addressIn(Name); At != StringRef::npos)
    return Name.take_front(At);
  // The number of a VM-anonymous class.
  if (size_t At = Name.rfind('.'); At != StringRef::npos && At)
    if (StringRef Digits = Name.drop_front(At + 1);
        !Digits.empty() && all_of(Digits, isDigit))
      return Name.take_front(At);
  if (size_t At = Name.find("$Proxy"); At != StringRef::npos)
    if (all_of(Name.drop_front(At + 6), isDigit))
      return Name.take_front(At + 6);
  return Name;
}

std::string hprof::stableClassName(StringRef JavaName) {
  StringRef Element = JavaName;
  while (Element.consume_back("[]")) {
  }
  return withoutNumber(Element).str() +
         JavaName.drop_front(Element.size()).str();
}
