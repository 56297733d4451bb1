//===- MadeUpFields.h - Names of synthetic fields ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some formats contain an object's references and size, but no fields. When
/// they are converted to HPROF, fields are synthesized: ref0, ref1 and so on
/// for references, and filler for the rest.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_RECORDS_MADEUPFIELDS_H
#define HPROF_FORMAT_RECORDS_MADEUPFIELDS_H

#include "llvm/ADT/StringExtras.h"

namespace hprof {

constexpr llvm::StringLiteral FillerField = "filler";
constexpr llvm::StringLiteral ReferenceField = "ref"; ///< Followed by a number.

inline bool isMadeUpField(llvm::StringRef Name) {
  return Name == FillerField ||
         (Name.consume_front(ReferenceField) && !Name.empty() &&
          llvm::all_of(Name, llvm::isDigit));
}

} // namespace hprof

#endif // HPROF_FORMAT_RECORDS_MADEUPFIELDS_H
