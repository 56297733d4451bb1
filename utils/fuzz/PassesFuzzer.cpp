//===- PassesFuzzer.cpp - Fuzzes what users write for passes --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Passes/Names/NameMap.h"
#include "Passes/Redaction/RedactPolicy.h"
#include "hprof/Passes/Pass.h"
#include "hprof/Secrets/SecretMatcher.h"
#include <cstdlib>

using namespace hprof;
using namespace llvm;

static void require(bool Holds) {
  if (!Holds)
    abort();
}

/// Valid rules find only substrings of the input.
static void tryRules(StringRef Text) {
  SecretRuleFiles Files;
  if (Error E = Files.add(Text))
    return require(!toString(std::move(E)).empty());
  Expected<SecretMatcher> M = SecretMatcher::create(std::move(Files.Rules));
  if (!M)
    return require(!toString(M.takeError()).empty());
  M->find(Text, [&](const SecretHit &H) {
    require(H.Rule < M->rules().size() && !H.Secret.empty() &&
            H.Place.begin() >= Text.begin() && H.Place.end() <= Text.end());
  });
}

/// No list of passes, policy, mapping or rule causes a crash, and each fault
/// has a message.
// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer requires it.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const StringRef Text(reinterpret_cast<const char *>(Data), Size);
  if (Expected<std::vector<PassCall>> Calls = parsePasses(Text)) {
    require(!Calls->empty());
    for (const PassCall &C : *Calls)
      require(C.Column >= 1 && C.Column <= Size && !C.Text.empty());
  } else {
    require(!toString(Calls.takeError()).empty());
  }
  if (Expected<RedactPolicy> Policy = parseRedactPolicy(Text)) {
    require(Policy->Rules.size() >= Policy->NumOwnRules);
    (void)Policy->ofField("app.User", "name");
    (void)Policy->ofArrays(BasicType::Byte);
  } else {
    require(!toString(Policy.takeError()).empty());
  }
  for (bool ToShort : {false, true}) {
    Expected<NameMap> Names = NameMap::parse(Text, ToShort);
    if (!Names) {
      require(!toString(Names.takeError()).empty());
      continue;
    }
    (void)Names->classNamed("a.b");
    (void)Names->method("a.b", "a", "(La/b;I)V", 3);
  }
  tryRules(Text);
  return 0;
}
