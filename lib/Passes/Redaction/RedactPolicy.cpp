//===- RedactPolicy.cpp - Permitted contents of a dump --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RedactPolicy.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/ParseYaml.h"
#include "hprof/Java/SizeFields.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace hprof;
using namespace llvm;

static constexpr struct {
  StringLiteral Name;
  Redaction Do;
} Redactions[] = {{"zero", Redaction::Zero},
                  {"mask", Redaction::Mask},
                  {"token", Redaction::Token},
                  {"keep", Redaction::Keep}};

namespace {
struct RuleText {
  std::string Class, Field;
  Redaction Do = Redaction::Zero;
};

struct PolicyText {
  Redaction Default = Redaction::Zero;
  std::vector<RuleText> Rules;
  std::map<std::string, Redaction> Types;
  Redaction ThreadNames = Redaction::Mask, FileNames = Redaction::Keep;
};
} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(RuleText)
LLVM_YAML_IS_STRING_MAP(Redaction)

namespace llvm::yaml {

/// Unlike that for an enumeration, the error lists the choices.
template <> struct ScalarTraits<Redaction> {
  static StringRef input(StringRef Text, void *Context, Redaction &R) {
    for (const auto &Each : Redactions)
      if (Text == Each.Name) {
        R = Each.Do;
        return "";
      }
    std::string &Message = hprof::YamlText::of(Context).Wrong;
    Message = "expected zero, mask, token or keep, found '" + Text.str() + "'";
    return Message;
  }
  static void output(const Redaction &R, void *, raw_ostream &OS) {
    for (const auto &Each : Redactions)
      if (R == Each.Do)
        OS << Each.Name;
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};

template <> struct MappingTraits<RuleText> {
  static void mapping(IO &IO, RuleText &R) {
    IO.mapRequired("class", R.Class);
    IO.mapOptional("field", R.Field);
    IO.mapRequired("do", R.Do);
  }
};

template <> struct MappingTraits<PolicyText> {
  static void mapping(IO &IO, PolicyText &P) {
    IO.mapOptional("default", P.Default);
    IO.mapOptional("rules", P.Rules);
    IO.mapOptional("element-types", P.Types);
    IO.mapOptional("thread-names", P.ThreadNames);
    IO.mapOptional("file-names", P.FileNames);
  }
};

} // namespace llvm::yaml

/// Kept in addition to SizeFields.h: the sizes of collections that no tool
/// reads yet, and the state of threads.
static constexpr struct {
  const char *Class;
  const char *Field;
} Shown[] = {
    {"java.util.*", "size"},           {"java.lang.Thread*", "threadStatus"},
    {"java.lang.Thread*", "priority"}, {"java.lang.Thread*", "daemon"},
    {"java.lang.Thread", "tid"},
};

/// Static fields of the platform from which readers infer the layout of
/// objects, and so their sizes. VisualVM's library, for example, derives the
/// width of references from the distance between two offsets.
static constexpr struct {
  const char *Package;
  const char *FieldEnd;
} Layouts[] = {
    {"java.", "Offset"},
    {"java.", "_OFFSET"},
    {"jdk.internal.", "Offset"},
    {"jdk.internal.", "_OFFSET"},
    {"jdk.internal.misc.Unsafe", "_INDEX_SCALE"},
    {"jdk.internal.misc.Unsafe", "ADDRESS_SIZE"},
    {"jdk.internal.misc.UnsafeConstants", "ADDRESS_SIZE0"},
    {"sun.misc.Unsafe", "_OFFSET"},
    {"sun.misc.Unsafe", "_INDEX_SCALE"},
    {"sun.misc.Unsafe", "ADDRESS_SIZE"},
};

bool RedactPolicy::isLayout(StringRef Class, StringRef Field,
                            const Value &V) const {
  // Offsets in objects are at most this; larger values are addresses of the VM.
  constexpr uint64_t MaxOffset = 0xffff;
  if ((V.Type != BasicType::Int && V.Type != BasicType::Long) ||
      V.Bits > MaxOffset)
    return false;
  return any_of(Layouts,
                [&](const auto &L) {
                  return Class.starts_with(L.Package) &&
                         Field.ends_with(L.FieldEnd);
                }) &&
         !ruleFor(Class, Field);
}

std::optional<Redaction> RedactPolicy::ruleFor(StringRef Class,
                                               StringRef Field) const {
  for (const Rule &R : Rules)
    if ((R.Field.empty() || R.Field == Field) && R.Class.matches(Class))
      return R.Do;
  return std::nullopt;
}

Redaction RedactPolicy::ofField(StringRef Class, StringRef Field) const {
  if (std::optional<Redaction> Rule = ruleFor(Class, Field))
    return *Rule;
  return isSizeField(Class, Field) ? Redaction::Keep : Default;
}

Redaction RedactPolicy::ofArrays(BasicType T) const {
  auto Found = ElementTypes.find(T);
  return Found == ElementTypes.end() ? Default : Found->second;
}

bool RedactPolicy::usesTokens() const {
  auto IsToken = [](Redaction R) { return R == Redaction::Token; };
  return IsToken(Default) ||
         any_of(Rules, [&](const Rule &R) { return IsToken(R.Do); }) ||
         any_of(ElementTypes, [&](const auto &E) { return IsToken(E.second); });
}

std::string hprof::primitiveTypeNames() {
  std::string Names;
#define HPROF_BASIC_TYPE(NAME, CODE, TEXT, DESCRIPTOR, WIDTH)                  \
  if (!isReference(BasicType::NAME))                                           \
    Names += (Names.empty() ? "" : ", ") + basicTypeName(BasicType::NAME).str();
#include "hprof/Format/Base/BasicTypes.def"
  return Names;
}

static Error addRule(RedactPolicy &P, StringRef Class, StringRef Field,
                     Redaction Do) {
  Expected<ClassPattern> Pattern = ClassPattern::create(Class);
  if (!Pattern)
    return Pattern.takeError();
  P.Rules.push_back({std::move(*Pattern), Field == "*" ? "" : Field.str(), Do});
  return Error::success();
}

Expected<RedactPolicy> hprof::parseRedactPolicy(StringRef Yaml) {
  PolicyText Text;
  if (!Yaml.trim().empty())
    if (Error E = parseYaml(Yaml, "a policy", Text))
      return E;
  RedactPolicy P;
  P.Default = Text.Default;
  P.ThreadNames = Text.ThreadNames;
  P.FileNames = Text.FileNames;
  for (Redaction Of : {P.ThreadNames, P.FileNames})
    if (Of == Redaction::Token)
      return createStringError(
          "thread and file names accept zero, mask or keep, but not token");
  for (const RuleText &R : Text.Rules)
    if (Error E = addRule(P, R.Class, R.Field, R.Do))
      return createStringError("class '" + R.Class +
                               "': " + toString(std::move(E)));
  P.NumOwnRules = P.Rules.size();
  for (const auto &Each : Shown)
    cantFail(addRule(P, Each.Class, Each.Field, Redaction::Keep));
  for (const auto &[Name, Do] : Text.Types) {
    std::optional<BasicType> T = parsePrimitiveType(Name);
    if (!T)
      return createStringError("unknown primitive type '" + Name +
                               "', expected " + primitiveTypeNames());
    P.ElementTypes[*T] = Do;
  }
  return P;
}
