//===- ClassFileError.cpp - Errors in a class file ------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClassFileError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof::classfile;
using namespace llvm;

char ClassFileError::ID;

ClassFileError::ClassFileError(size_t Offset, const Twine &What)
    : What(("offset 0x" + utohexstr(Offset, /*LowerCase=*/true) + ": " + What)
               .str()) {}

void ClassFileError::log(raw_ostream &OS) const { OS << What; }

std::error_code ClassFileError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}
