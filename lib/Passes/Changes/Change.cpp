//===- Change.cpp - Changes made by passes --------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Change.h"

using namespace hprof;

namespace {
enum class Place : uint8_t {
#define HPROF_CHANGE(NAME, EFFECT, ONE, MANY) NAME,
#include "Changes.def"
  End
};
} // namespace

static_assert(unsigned(Place::End) <= LossAccount::MaxAdded);

#define HPROF_CHANGE(NAME, EFFECT, ONE, MANY)                                  \
  constexpr AddedLoss Change::NAME = {uint8_t(Place::NAME), #NAME,             \
                                      LossEffect::EFFECT, ONE, MANY};
#include "Changes.def"
