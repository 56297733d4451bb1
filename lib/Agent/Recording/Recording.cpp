//===- Recording.cpp - One recording of an agent --------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Recording.h"

using namespace hprof::agent;

Recording::~Recording() = default;
