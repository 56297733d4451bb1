//===- LossLawTest.cpp - Tests of the check of losses ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert/LossLaw.h"
#include "Convert/GeneratedDump.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
ArrayRef<uint8_t> bytesOf(const SmallVector<char, 0> &Dump) {
  return arrayRefFromStringRef(toStringRef(Dump));
}
Format readAs(const GeneratedKind &K) {
  return InHprof.has(K.Kind) ? Format::Hprof : K.Kind;
}
} // namespace

TEST(LossLaw, HoldsForGeneratedDumpsToAllFormats) {
  for (const GeneratedKind &K : generatedKinds())
    for (unsigned Seed = 0; Seed != 20; ++Seed) {
      SmallVector<char, 0> Dump = generateDump(K, Seed);
      for (const LawTarget &T : lawTargets(K.Kind)) {
        LawReport R =
            cantFail(checkLossLaw(bytesOf(Dump), readAs(K), T.Options));
        EXPECT_EQ(R.Refusal, "") << K.Name << " to " << T.Name << ", " << Seed;
        for (const std::string &V : R.Violations)
          ADD_FAILURE() << K.Name << " to " << T.Name << ", " << Seed << ": "
                        << V;
      }
    }
}

/// Finds unreported differences, and reported losses without a difference.
TEST(LossLaw, FindsWhatIsMissingInTheAccount) {
  const GeneratedKind &K = generatedKinds().front();
  SmallVector<char, 0> Dump = generateDump(K, 1);
  ConvertOptions Options;
  Options.To = Format::IbmClassic;
  LawReport R = cantFail(checkLossLaw(bytesOf(Dump), readAs(K), Options));
  ASSERT_GT(R.Account.size(), 15u);
  ASSERT_EQ(R.Violations.size(), 0u);
  for (size_t I = 0; I != R.Account.size(); ++I) {
    LawReport Less = R;
    Less.Account.erase(Less.Account.begin() + ptrdiff_t(I));
    findViolations(Less, readAs(K), Options.To);
    EXPECT_NE(Less.Violations.size(), 0u) << R.Account[I].Name;
    LawReport Wrong = R;
    Wrong.Account[I].Name = "Something";
    findViolations(Wrong, readAs(K), Options.To);
    EXPECT_GE(Wrong.Violations.size(), 2u) << R.Account[I].Name;
  }
}
