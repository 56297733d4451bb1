//===- FrameText.cpp - Frames as Java prints them -------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Thread/FrameText.h"
#include "Format/Base/CivilTime.h"
#include "hprof/Format/Base/HiddenCharacters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;
using namespace llvm;

/// Returns the suffix of a hidden class: "/0x" and digits, or in JDK 8 to 14 a
/// slash and digits.
static StringRef hiddenSuffix(StringRef Class) {
  const size_t Slash = Class.rfind('/');
  if (Slash == StringRef::npos)
    return "";
  StringRef Digits = Class.drop_front(Slash + 1);
  const bool IsHex = Digits.consume_front("0x");
  const bool IsNumber = !Digits.empty() && all_of(Digits, [&](char C) {
    return IsHex ? isHexDigit(C) : isDigit(C);
  });
  return IsNumber ? Class.drop_front(Slash) : "";
}

/// Parses [loader/][module[@version]/]class, where a class with a loader and
/// without a module has an empty one.
static void parseClass(StringRef Text, ThreadFrame &F) {
  const StringRef Visible = Text.drop_back(hiddenSuffix(Text).size());
  const size_t Slash = Visible.rfind('/');
  if (Slash == StringRef::npos) {
    F.ClassName = Text.str();
    return;
  }
  F.ClassName = Text.drop_front(Slash + 1).str();
  const auto [Loader, Module] = Visible.take_front(Slash).rsplit('/');
  // If there is no second slash, all of it is the module.
  if (Loader.size() == Slash) {
    F.Module = Loader.str();
  } else {
    F.Loader = Loader.str();
    F.Module = Module.str();
  }
}

/// Android writes this text with a lower-case letter.
static bool isNativeMethod(StringRef Place) {
  return Place == "Native Method" || Place == "Native method";
}

/// Whether \p Name consists of identifiers separated by dots.
static bool isModuleName(StringRef Name) {
  do {
    StringRef Part;
    std::tie(Part, Name) = Name.split('.');
    const bool IsIdentifier =
        !Part.empty() && !isDigit(Part.front()) && all_of(Part, [](char C) {
          return isAlnum(C) || C == '_' || C == '$' || (C & 0x80);
        });
    if (!IsIdentifier)
      return false;
  } while (!Name.empty());
  return true;
}

/// Whether a class in a named module may have this source file: its compiler
/// supports modules.
static bool isFileOfModule(StringRef Place) {
  if (isNativeMethod(Place) || Place == "Unknown Source")
    return true;
  const auto [File, Line] = Place.rsplit(':');
  const StringRef Name = !Line.empty() && all_of(Line, isDigit) ? File : Place;
  const size_t Dot = Name.rfind('.');
  if (Dot == StringRef::npos)
    return true; // "<generated>"
  static constexpr StringLiteral Languages[] = {".java", ".kt", ".scala",
                                                ".groovy"};
  return is_contained(Languages, Name.drop_front(Dot));
}

StringRef hprof::takeModule(StringRef &Place) {
  const auto [Module, File] = Place.split('/');
  const auto [Name, Version] = Module.split('@');
  if (File.empty() || !isModuleName(Name) ||
      (Version.empty() && (File.contains('/') || !isFileOfModule(File))))
    return "";
  Place = File;
  return Module;
}

/// Parses "Native Method", "Unknown Source" or "File.java[:line]".
static void parseLocation(StringRef Text, ThreadFrame &F) {
  if (isNativeMethod(Text)) {
    F.IsNative = true;
    return;
  }
  if (Text == "Unknown Source")
    return;
  const auto [File, Line] = Text.rsplit(':');
  int32_t Number;
  if (!File.empty() && !Line.empty() && all_of(Line, isDigit) &&
      !Line.getAsInteger(10, Number) && Number > 0 && Line.front() != '0') {
    F.Line = Number;
    Text = File;
  }
  F.SourceFile = Text.str();
}

size_t hprof::placeOfFrame(StringRef Text) {
  if (!Text.ends_with(")"))
    return StringRef::npos;
  unsigned Depth = 0;
  for (size_t I = Text.size(); I--;) {
    if (Text[I] == ')')
      ++Depth;
    else if (Text[I] == '(' && !--Depth)
      return I;
  }
  return Text.rfind('(');
}

bool hprof::parseFrame(StringRef Text, ThreadFrame &F, FrameStyle Style) {
  const size_t Open = placeOfFrame(Text);
  if (Open == StringRef::npos || any_of(Text, isControl))
    return false;
  const StringRef Called = Text.take_front(Open);
  StringRef Place = Text.drop_front(Open + 1).drop_back();
  // In a hidden class, the method follows the digits.
  const size_t Dot = Called.rfind('.');
  if (Dot == StringRef::npos || Dot == 0 || Dot + 1 == Called.size())
    return false;
  F.Method = Called.drop_front(Dot + 1).str();
  if (Style == FrameStyle::Short)
    F.ClassName = Called.take_front(Dot).str();
  else
    parseClass(Called.take_front(Dot), F);
  if (Style == FrameStyle::Jstack && F.Module.empty() && F.Loader.empty())
    F.Module = takeModule(Place).str();
  parseLocation(Place, F);
  return true;
}

/// Returns the file and line, or Java's replacement for them.
static std::string placeText(const ThreadFrame &F) {
  if (F.IsNative)
    return "Native Method";
  if (F.SourceFile.empty())
    return "Unknown Source";
  return F.Line > 0 ? F.SourceFile + ":" + std::to_string(F.Line)
                    : F.SourceFile;
}

static std::string unescapedText(const ThreadFrame &F, FrameStyle Style) {
  if (F.ClassName.empty())
    return F.Method.empty() ? "(unknown frame)" : F.Method;
  const std::string Called = F.ClassName + "." + F.Method + "(";
  const std::string Module = F.Module.empty() ? "" : F.Module + "/";
  switch (Style) {
  case FrameStyle::Java: {
    // The empty module of a class with a loader also has a slash.
    const std::string Loader =
        F.Loader.empty() ? "" : F.Loader + (Module.empty() ? "//" : "/");
    return Loader + Module + Called + placeText(F) + ")";
  }
  case FrameStyle::Jstack:
    return Called + Module + placeText(F) + ")";
  case FrameStyle::Short:
    return Called + placeText(F) + ")";
  }
  llvm_unreachable("unhandled style");
}

std::string hprof::frameText(const ThreadFrame &F, FrameStyle Style) {
  std::string Text = unescapedText(F, Style);
  return Style == FrameStyle::Jstack ? escapeHidden(Text) : Text;
}

bool hprof::readFrame(StringRef Text, ThreadFrame &F, FrameStyle Style) {
  const bool IsFrame = parseFrame(Text, F, Style);
  if (!IsFrame)
    F.Method = Text.str();
  if (Style == FrameStyle::Jstack)
    for (std::string *Part :
         {&F.Loader, &F.Module, &F.ClassName, &F.Method, &F.SourceFile})
      *Part = unescapeHidden(*Part);
  return IsFrame;
}

bool hprof::parseIdentity(StringRef Text, ThreadDump::LockObject &Object) {
  const auto [Class, Hash] = Text.rsplit('@');
  uint64_t Number;
  if (Class.empty() || Hash.empty() || Hash.getAsInteger(16, Number))
    return false;
  Object.ClassName = Class.str();
  if (isUInt<32>(Number))
    Object.IdentityHash = uint32_t(Number);
  else
    Object.Address = Number;
  return true;
}

std::string hprof::identityText(const ThreadDump::LockObject &Object) {
  return Object.ClassName + "@" +
         utohexstr(Object.IdentityHash ? *Object.IdentityHash : Object.Address,
                   /*LowerCase=*/true);
}

std::string hprof::dotted(StringRef Class) {
  const StringRef Suffix = hiddenSuffix(Class);
  std::string Name = Class.drop_back(Suffix.size()).str();
  std::replace(Name.begin(), Name.end(), '/', '.');
  return Name + Suffix.str();
}

std::optional<ThreadDump::LockObject> hprof::parseLock(StringRef Text) {
  ThreadDump::LockObject Object;
  Text = Text.ltrim();
  if (!Text.consume_front("<"))
    return std::nullopt;
  const auto [Inner, Rest] = Text.split('>');
  if (Rest.contains("(a ")) {
    StringRef Class = Rest.split("(a ").second;
    // Class names may contain parentheses, as may an owner's name.
    size_t End = std::min(Class.find(") owned by "), Class.find(") held by "));
    if (End == StringRef::npos)
      End = Class.rfind(')');
    Class = Class.take_front(End);
    const auto [Name, Of] = Class.split(" for ");
    Object.ClassName = dotted(Name.take_until([](char C) { return C == ' '; }));
    Object.OfClass = Of.str();
  }
  if (Inner.starts_with("0x"))
    return Inner.getAsInteger(0, Object.Address) ? std::nullopt
                                                 : std::optional(Object);
  // Some VMs omit "0x", and some writers print the identity hash instead.
  if (!Inner.empty() && all_of(Inner, isHexDigit) &&
      !Inner.getAsInteger(16, Object.Address))
    return Object;
  if (parseIdentity(Inner, Object))
    return Object;
  return std::nullopt;
}

std::optional<uint64_t> hprof::parseInstant(StringRef Text) {
  CivilTime C;
  const std::pair<uint64_t CivilTime::*, StringLiteral> Parts[] = {
      {&CivilTime::Year, "-"},   {&CivilTime::Month, "-"},
      {&CivilTime::Day, ""},     {&CivilTime::Hour, ":"},
      {&CivilTime::Minute, ":"}, {&CivilTime::Second, ""}};
  for (const auto &[Member, After] : Parts) {
    if (Text.empty() || !isDigit(Text.front()) ||
        Text.consumeInteger(10, C.*Member) || !Text.consume_front(After))
      return std::nullopt;
    if (Member == &CivilTime::Day && !Text.consume_front("T") &&
        !Text.consume_front(" "))
      return std::nullopt;
  }
  const std::optional<uint64_t> Seconds = C.seconds();
  if (!Seconds)
    return std::nullopt;
  uint64_t Millis = 0;
  if (Text.consume_front(".")) {
    const StringRef Digits = Text.take_while(isDigit);
    if (Digits.empty())
      return std::nullopt;
    for (size_t I = 0; I != 3; ++I)
      Millis =
          Millis * 10 + (I < Digits.size() ? uint64_t(Digits[I] - '0') : 0);
    Text = Text.drop_front(Digits.size());
  }
  if (!Text.empty() && Text != "Z")
    return std::nullopt;
  return *Seconds * 1000 + Millis;
}

std::string hprof::instantText(uint64_t Millis) {
  const CivilTime T = CivilTime::at(Millis / 1000);
  std::string Out;
  raw_string_ostream OS(Out);
  OS << format("%04llu-%02llu-%02lluT%02llu:%02llu:%02llu",
               (unsigned long long)T.Year, (unsigned long long)T.Month,
               (unsigned long long)T.Day, (unsigned long long)T.Hour,
               (unsigned long long)T.Minute, (unsigned long long)T.Second);
  if (Millis % 1000)
    OS << format(".%03u", unsigned(Millis % 1000));
  OS << 'Z';
  return Out;
}
