//===- JavaText.h - Values as formatted by toString() -----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of toString() for numbers and times, computed from the fields of
/// the object. Source: documentation and sources of the classes in JDK 17 and
/// 25.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_ANALYSIS_CONTENTS_JAVATEXT_H
#define HPROF_LIB_ANALYSIS_CONTENTS_JAVATEXT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace hprof {

/// Returns the shortest decimal that is parsed as this number, as in JDK 19 and
/// later. Older releases print one digit more for a few numbers.
std::string floatText(float Number);
std::string doubleText(double Number);
std::string uuidText(uint64_t High, uint64_t Low);

/// Returns the decimal digits of a big-endian magnitude; nullopt if there would
/// be more than about 10,000.
std::optional<std::string> digitsOf(llvm::ArrayRef<uint32_t> Magnitude);
/// \p Digits must not have a sign or leading zeros.
std::string decimalText(bool IsNegative, llvm::StringRef Digits, int64_t Scale);

std::string dateText(int64_t Year, int64_t Month, int64_t Day);
std::string clockText(int64_t Hour, int64_t Minute, int64_t Second,
                      int64_t Nanos);
/// Time since 1970-01-01T00:00Z.
std::string instantText(int64_t Second, int64_t Nanos);
/// \p Nanos is always added, even if \p Second is negative.
std::string durationText(int64_t Second, int64_t Nanos);
std::string periodText(int64_t Years, int64_t Months, int64_t Days);

} // namespace hprof

#endif // HPROF_LIB_ANALYSIS_CONTENTS_JAVATEXT_H
