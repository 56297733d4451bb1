//===- Stage.cpp - Stages of a pipeline -----------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Convert/Pipeline/Stage.h"

using namespace hprof;

Upstream::~Upstream() = default;
Stage::~Stage() = default;
