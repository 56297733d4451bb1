//===- MaskSecrets.cpp - Hides secrets in a string ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/MaskSecrets.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace hprof;
using namespace llvm;

bool hprof::isAlwaysSecret(SecretNameKinds Kinds) {
  return Kinds.has(SecretNameKind::Password) ||
         Kinds.has(SecretNameKind::Phrase) ||
         Kinds.has(SecretNameKind::Secret) || Kinds.has(SecretNameKind::Key);
}

bool hprof::isSecretByName(StringRef Text, SecretNameKinds Kinds) {
  return isAlwaysSecret(Kinds) ? !Text.trim().empty()
                               : canBeSecret(Text, Kinds);
}

std::string hprof::maskSecrets(const SecretMatcher &M, std::string Text,
                               SecretNameKinds Kinds) {
  if (isSecretByName(Text, Kinds))
    return "<secret>";
  struct Part {
    size_t Begin, End;
    StringRef What;
  };
  std::vector<Part> Parts;
  M.find(Text, [&](const SecretHit &H) {
    const auto Begin = size_t(H.Place.data() - Text.data());
    Parts.push_back({Begin, Begin + H.Place.size(), M.rules()[H.Rule].Text});
  });
  if (Parts.empty())
    return Text;
  llvm::sort(Parts, [](const Part &A, const Part &B) {
    return std::pair(A.Begin, B.End) < std::pair(B.Begin, A.End);
  });
  std::string Shown;
  size_t At = 0;
  for (const Part &P : Parts) {
    if (P.Begin >= At)
      Shown += Text.substr(At, P.Begin - At) + "<secret: " + P.What.str() + ">";
    At = std::max(At, P.End);
  }
  return Shown + Text.substr(At);
}
