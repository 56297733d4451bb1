//===- HideNames.cpp - Names that reveal nothing --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HideNames.h"
#include "Passes/Names/NameMap.h"
#include "Passes/Names/Rename.h"
#include "RedactBytes.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Context/DumpContext.h"
#include "hprof/Java/JavaPackages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace hprof;
using namespace llvm;

/// Whether the class has a well-known platform name, by which tools find
/// threads, strings and collections.
static bool isPlatform(StringRef Name) {
  return isOfPackage(Name, Jdk | Android);
}

static bool isPrimitive(StringRef Name) {
  return parsePrimitiveType(Name) || Name == "void";
}

/// Whether \p Name is a static field added by the VM, which readers do not
/// treat as a field of the class.
static bool isMadeByVm(StringRef Name) {
  static constexpr StringLiteral Names[] = {
      "<resolved_references>", "<init_lock>", // HotSpot
      "$classOverhead", "$staticOverhead",    // Android
  };
  return is_contained(Names, Name);
}

namespace {
/// Assigns a name to each string of one kind.
class NewNames {
public:
  NewNames(StringRef Prefix, const RedactBytes *Tokens)
      : Prefix(Prefix), Tokens(Tokens) {}

  std::string of(StringRef Old) {
    std::string &New = Known[Old];
    if (New.empty())
      New = Prefix + (Tokens ? Tokens->name(Old) : utostr(Known.size()));
    return New;
  }

private:
  const std::string Prefix;
  const RedactBytes *Tokens; ///< Null to number the names.
  StringMap<std::string> Known;
};

class NameHider {
public:
  NameHider(const DumpContext &Names, const HideOptions &Options)
      : Names(Names), Options(Options), Bytes(Options.Key) {}

  void addClass(const ClassInfo &C);
  void addFrame(const StackFrame &F);
  Expected<std::string> mapping() const;

private:
  struct Hidden {
    std::string To;
    std::string SourceFile;
    /// By type and name, "int count" and "void run(int)". Return types are
    /// unknown.
    std::map<std::string, std::string> Members;
    /// By name only.
    std::map<std::string, std::string> Fields, Methods;
  };
  Error check(StringRef Text) const;

  /// Returns the entry of a class or of an array's element class; null if \p
  /// Name is kept.
  Hidden *hide(StringRef Name);
  void addDescriptor(StringRef Text);

  const DumpContext &Names;
  const HideOptions &Options;
  const RedactBytes Bytes;
  const RedactBytes *const Tokens = Options.Key.empty() ? nullptr : &Bytes;
  NewNames Packages{"p", Tokens}, Classes{"C", Tokens}, Fields{"f", Tokens},
      Methods{"m", Tokens};
  std::map<std::string, Hidden> Hides;
  /// Number of classes generated at run time, by the stable part of the name.
  StringMap<uint64_t> NumMade;
};
} // namespace

static constexpr StringLiteral Hiding = "hidden.";

/// Whether \p Name is a number or token after \p Prefix.
static bool isMadeUp(StringRef Name, StringRef Prefix) {
  return Name.consume_front(Prefix) && !Name.empty() &&
         (all_of(Name, isDigit) ||
          (Name.size() == RedactBytes::NameLetters &&
           all_of(Name, [](char C) { return isUpper(C) || isDigit(C); })));
}

/// Separates the name of a class generated at run time and its number, as in
/// HotSpot's hidden classes: stableClassName() drops both.
static constexpr StringLiteral NumberMark = "+0x";

/// Whether the class \p Name was hidden before: "hidden.p1.C2", "hidden.C3",
/// "hidden.p1.C4+0x1".
static bool isHidden(StringRef Name) {
  if (!Name.consume_front(Hiding))
    return false;
  if (const size_t At = Name.find(NumberMark); At != StringRef::npos) {
    const StringRef Number = Name.substr(At + NumberMark.size());
    if (Number.empty() || !all_of(Number, isHexDigit))
      return false;
    Name = Name.take_front(At);
  }
  const auto [Package, Class] = Name.split('.');
  return Class.empty() ? isMadeUp(Package, "C")
                       : isMadeUp(Package, "p") && isMadeUp(Class, "C");
}

NameHider::Hidden *NameHider::hide(StringRef Name) {
  Name = Name.take_front(Name.find("[]"));
  if (Name.empty() || isPrimitive(Name) || isPlatform(Name) || isHidden(Name) ||
      Name.starts_with("unknown-class@") ||
      any_of(Options.Keep,
             [&](const ClassPattern &P) { return P.matches(Name); }))
    return nullptr;
  Hidden &H = Hides[Name.str()];
  if (!H.To.empty())
    return &H;
  if (Name == NameMap::NoClass) {
    H.To = Name.str();
    return &H;
  }
  // The part that is the same in all runs is hidden, and the rest is numbered.
  const std::string Stable = stableClassName(Name);
  const StringRef Package = packageOf(Stable);
  H.To = Hiding;
  if (!Package.empty())
    H.To += Packages.of(Package) + ".";
  H.To += Classes.of(Stable);
  if (Stable != Name)
    H.To += NumberMark.str() + utohexstr(++NumMade[Stable], /*LowerCase=*/true);
  return &H;
}

void NameHider::addClass(const ClassInfo &C) {
  if (!C.IsLoaded)
    return;
  Hidden *H = hide(Names.className(C));
  if (!H)
    return;
  auto Add = [&](uint64_t Id, BasicType T) {
    const StringRef Name = Names.string(Id).value_or("");
    const StringRef Type =
        isReference(T) ? "java.lang.Object" : basicTypeName(T);
    if (!Name.empty())
      H->Members[(Type + " " + Name).str()] = H->Fields[Name.str()] =
          Fields.of(Name);
  };
  for (const InstanceField &F : C.Fields)
    Add(F.Name, F.Type);
  for (const StaticField &F : C.Statics)
    if (!isMadeByVm(Names.string(F.Name).value_or("")))
      Add(F.Name, F.Value.Type);
}

void NameHider::addDescriptor(StringRef Text) {
  while (!Text.empty()) {
    const size_t Begin = Text.find('L'), End = Text.find(';', Begin);
    if (End == StringRef::npos)
      return;
    hide(NameMap::dotted(Text.slice(Begin + 1, End)));
    Text = Text.substr(End + 1);
  }
}

void NameHider::addFrame(const StackFrame &F) {
  const StringRef Descriptor = Names.string(F.Signature).value_or("");
  addDescriptor(Descriptor);
  const ClassInfo *C = Names.findClassBySerial(F.ClassSerial);
  const std::string Name = Names.string(F.Method).value_or("").str();
  const StringRef File = Names.string(F.SourceFile).value_or("");
  const bool Stays =
      Name.empty() || Name.front() == '<' || (!C && isMadeUp(Name, "m"));
  if (!C && Stays && (File.empty() || File == NameMap::NoFile))
    return;
  Hidden *H = hide(C ? Names.className(*C) : NameMap::NoClass.str());
  if (!H)
    return;
  if (C && !File.empty())
    H->SourceFile = File.str();
  if (!Stays)
    H->Members["void " + Name + "(" + NameMap::arguments(Descriptor) + ")"] =
        H->Methods[Name] = Methods.of(Name);
}

/// Fails unless the mapping \p Text contains all names.
Error NameHider::check(StringRef Text) const {
  Expected<NameMap> Map = NameMap::parse(Text, /*ToShort=*/true);
  std::string Failed;
  if (!Map)
    consumeError(Map.takeError());
  for (const auto &[Class, H] : Hides) {
    if (!Map || (Class != NameMap::NoClass && Map->classNamed(Class) != H.To))
      Failed = Class;
    for (const auto &[Name, To] : H.Fields)
      if (!Map || Map->field(Class, Name) != To)
        Failed = Name;
    for (const auto &[Name, To] : H.Methods) {
      if (Map)
        if (auto Places = Map->method(Class, Name, "", -1);
            Places.size() == 1 && Places.front().Method == To)
          continue;
      Failed = Name;
    }
  }
  return Failed.empty() ? Error::success()
                        : createStringError("the name '" + Failed +
                                            "' contains characters that are "
                                            "not allowed in a mapping file");
}

/// Whether a line of a mapping file can represent \p Name.
static bool fits(StringRef Name) {
  return !Name.contains(" -> ") && !Name.starts_with("#") &&
         all_of(Name, [](char C) { return uint8_t(C) >= ' '; }) &&
         Name == Name.trim();
}

Expected<std::string> NameHider::mapping() const {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Check = [](StringRef Name) {
    return fits(Name) ? Error::success()
                      : createStringError("the name '" + Name +
                                          "' contains characters that are not "
                                          "allowed in a mapping file");
  };
  for (const auto &[Name, H] : Hides) {
    if (Error E = Check(Name))
      return E;
    OS << Name << " -> " << H.To << ":\n";
    if (!H.SourceFile.empty())
      OS << "# "
         << json::Value(json::Object{{"id", "sourceFile"},
                                     {"fileName", json::fixUTF8(H.SourceFile)}})
         << '\n';
    for (const auto &[Member, To] : H.Members) {
      if (Error E = Check(Member))
        return E;
      OS << "    " << Member << " -> " << To << '\n';
    }
  }
  if (Error E = check(Text))
    return E;
  return Text;
}

static Expected<std::string> hideNames(const DumpContext &Names,
                                       ArrayRef<StackFrame> Frames,
                                       const HideOptions &Options) {
  NameHider Hider(Names, Options);
  for (const ClassInfo &C : Names.classes())
    Hider.addClass(C);
  for (const StackFrame &F : Frames)
    Hider.addFrame(F);
  return Hider.mapping();
}

std::unique_ptr<Stage> hprof::makeHideNames(HideOptions Options) {
  RenameOptions Rename;
  Rename.Hides = true;
  Rename.Choose =
      [By = std::make_shared<HideOptions>(std::move(Options)),
       Map = std::make_shared<NameMap>()](
          const DumpContext &Names,
          ArrayRef<StackFrame> Frames) -> Expected<const NameMap *> {
    Expected<std::string> Text = hideNames(Names, Frames, *By);
    if (!Text)
      return Text.takeError();
    if (!By->Map && !Text->empty())
      return createStringError("it is not redacted: it contains names that "
                               "would be hidden, the first in " +
                               StringRef(*Text).split(" -> ").first);
    Expected<NameMap> Parsed = NameMap::parse(*Text, /*ToShort=*/true);
    if (!Parsed)
      return Parsed.takeError();
    if (By->Map)
      *By->Map = std::move(*Text);
    *Map = std::move(*Parsed);
    return Map.get();
  };
  return makeRename(Rename);
}
