//===- LeakSignature.cpp - Knows a leak again in another dump -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Graph/LeakSignature.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace hprof;
using namespace llvm;

/// In names of classes made at run time, what comes before their number. What
/// follows is left out up to the brackets of an array.
static constexpr StringLiteral Markers[] = {
    "$$Lambda",                     // HotSpot
    "GeneratedMethodAccessor",      // of reflection, up to JDK 21
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
  // The address of a hidden class: "+0x", "/0x", or ".0x" as a Java name.
  if (size_t At = Name.find("0x"); At != StringRef::npos && At) {
    StringRef Digits = Name.drop_front(At + 2);
    if (StringRef("+/.").contains(Name[At - 1]) && !Digits.empty() &&
        all_of(Digits, isHexDigit))
      return Name.take_front(At - 1);
  }
  // The number of one up to JDK 8.
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

uint64_t hprof::leakSignature(ArrayRef<std::string> JavaNames) {
  std::string Text;
  for (const std::string &Name : JavaNames)
    Text += stableClassName(Name) + '\n';
  return xxh3_64bits(Text);
}
