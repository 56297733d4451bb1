//===- ClassPattern.cpp - Patterns that select classes --------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/ClassPattern.h"
#include "hprof/Format/Base/ClassName.h"
#include "hprof/Format/Base/RegularExpression.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>

using namespace hprof;
using namespace llvm;

struct ClassPattern::Impl {
  std::string Text;
  bool IsName = false; ///< Whether Text is a class name.
  bool HasSlash;       ///< Slashes may be within a name: see escapeSlashes().
  std::optional<uint64_t> Id;
  std::optional<Regex> Expression;
  std::string GlobText; ///< Glob points into it.
  std::optional<GlobPattern> Glob;
};

ClassPattern::ClassPattern(std::unique_ptr<Impl> P) : P(std::move(P)) {}
ClassPattern::ClassPattern(ClassPattern &&) noexcept = default;
ClassPattern &ClassPattern::operator=(ClassPattern &&) noexcept = default;
ClassPattern::~ClassPattern() = default;

StringRef ClassPattern::text() const { return P->Text; }
bool ClassPattern::isName() const { return P->IsName; }

Expected<ClassPattern> ClassPattern::create(StringRef Text) {
  auto P = std::make_unique<Impl>();
  P->Text = Text.str();
  P->HasSlash = Text.contains('/');
  uint64_t Id;
  if (Text.starts_with("0x") && !Text.getAsInteger(0, Id)) {
    P->Id = Id;
  } else if (Text.size() > 1 && Text.starts_with("/") && Text.ends_with("/")) {
    Expected<Regex> Made = regularExpression(Text.drop_front().drop_back());
    if (!Made)
      return Made.takeError();
    P->Expression = std::move(*Made);
  } else if (!Text.contains('*') && !Text.contains('?')) {
    P->IsName = true;
    P->Text = javaClassName(Text);
  } else {
    // Brackets and braces are literal in names.
    for (char C : Text) {
      if (StringRef("[]{}\\!^").contains(C))
        P->GlobText += '\\';
      P->GlobText += C;
    }
    Expected<GlobPattern> Glob = GlobPattern::create(P->GlobText);
    if (!Glob)
      return Glob.takeError();
    P->Glob = std::move(*Glob);
  }
  return ClassPattern(std::move(P));
}

bool ClassPattern::matches(StringRef Name, uint64_t Id) const {
  if (P->Id)
    return Id && Id == *P->Id;
  if (P->HasSlash && hasEscapedSlash(Name) && matches(unescapeSlashes(Name)))
    return true;
  if (P->Expression)
    return P->Expression->match(Name);
  if (P->Glob)
    return P->Glob->match(Name);
  // Most names differ near the beginning; the array brackets are at the end.
  return Name == P->Text ||
         (P->HasSlash && Name.contains('/') &&
          javaClassName(Name) == P->Text) ||
         (Name.starts_with(
              StringRef(P->Text).take_until([](char C) { return C == '['; })) &&
          stableClassName(Name) == P->Text);
}

ClassSuggestion::ClassSuggestion(const ClassPattern &Pattern)
    : Wanted(Pattern.isName() ? Pattern.text().str() : ""),
      Distance(unsigned(Wanted.size()) / 3 + 1) {}

void ClassSuggestion::offer(StringRef Name) {
  if (Wanted.empty() || !Distance)
    return;
  // "Entry" may mean java.util.Map$Entry.
  StringRef Rest = Name;
  bool IsTail = Rest.consume_back(Wanted) && !Rest.empty() &&
                (Rest.back() == '.' || Rest.back() == '$');
  unsigned D =
      IsTail ? 0 : StringRef(Wanted).edit_distance(Name, true, Distance);
  if (D < Distance) {
    Distance = D;
    Best = Name.str();
  }
}

std::string ClassSuggestion::text() const {
  return Best.empty() ? "" : "; did you mean '" + Best + "'?";
}
