//===- Version.cpp - Version of the toolchain -----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/Version.h"

const char *hprof::toolchainVersion() { return HPROF_VERSION; }
