//===- SecretMask.cpp - Masks secrets in strings --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SecretMask.h"
#include "hprof/Analysis/Contents/HeapContents.h"
#include "hprof/Query/QuerySecrets.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Secrets/MaskSecrets.h"

using namespace hprof;
using namespace llvm;

SecretMask::SecretMask(std::shared_ptr<const SecretMatcher> Is,
                       const HeapContents &C)
    : Matcher(std::move(Is)), C(C), Named(C) {
  for (const GraphClass &Class : C.graph().classes()) {
    ForKeys.push_back(keepsKeys(Class.Name));
    Integers.push_back(Class.Name == "java.math.BigInteger");
  }
}

std::string SecretMask::of(Node N, std::string Text) const {
  // Only keys have more digits.
  constexpr size_t MostDigits = 38;
  if (N != NoNode && C.graph().asClass(N) == NoClass &&
      Integers[C.graph().classNumber(N)] && Text.size() > MostDigits)
    return "<secret: large number>";
  return Named.isCopy(Text)
             ? "<secret>"
             : maskSecrets(*Matcher, std::move(Text), Named.kinds(N));
}

std::string SecretMask::named(StringRef Name, std::string Text) const {
  return Named.isCopy(Text)
             ? "<secret>"
             : maskSecrets(*Matcher, std::move(Text), secretNameKind(Name));
}

/// Arrays hold keys and passwords in every form, and their elements are never
/// needed individually.
bool SecretMask::hidesElements(Node) const { return true; }

bool SecretMask::hidesField(Node Of, StringRef Name, BasicType Type) const {
  if (Named.isNamed(Of))
    return true;
  if (Of != NoNode && C.graph().asClass(Of) == NoClass &&
      ForKeys[C.graph().classNumber(Of)])
    return true;
  // The hash of a string, in it or in a map entry, would confirm guesses.
  const bool IsWhole = Type == BasicType::Int || Type == BasicType::Long;
  return (IsWhole && Name.contains_insensitive("hash")) ||
         (Type != BasicType::Boolean && isAlwaysSecret(secretNameKind(Name)));
}

void hprof::maskSecrets(QuerySession &Session,
                        std::shared_ptr<const SecretMatcher> Matcher) {
  if (Matcher)
    Session.maskTexts([Matcher = std::move(Matcher)](const HeapContents &C) {
      return std::make_unique<SecretMask>(Matcher, C);
    });
}
