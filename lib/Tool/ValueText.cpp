//===- ValueText.cpp - Field values for display and JSON ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ValueText.h"
#include "hprof/Format/Base/ModifiedUtf8.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/Json.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;
using namespace hprof;

static int64_t signedBits(const Value &V) {
  switch (widthOf(V.Type, 8)) {
  case 1:
    return int8_t(V.Bits);
  case 2:
    return int16_t(V.Bits);
  case 4:
    return int32_t(V.Bits);
  default:
    return int64_t(V.Bits);
  }
}

/// Shortest digits that yield the same number when parsed.
template <class T> static std::string realText(T Number, int MaxDigits) {
  std::string Text;
  for (int Digits = MaxDigits - 3; Digits <= MaxDigits; ++Digits) {
    Text.clear();
    raw_string_ostream(Text) << format("%.*g", Digits, double(Number));
    if (T(std::strtod(Text.c_str(), nullptr)) == Number)
      break;
  }
  return Text;
}

static std::string charText(uint16_t Unit) {
  return "'" + escapeQuoted(utf16ToModifiedUtf8(Unit), '\'') + "'";
}

std::string hprof::valueText(const Value &V) {
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? jsonId(V.Bits) : "null";
  case BasicType::Boolean:
    return V.Bits <= 1 ? (V.Bits ? "true" : "false") : std::to_string(V.Bits);
  case BasicType::Char:
    return charText(uint16_t(V.Bits));
  case BasicType::Float:
    return realText(bit_cast<float>(uint32_t(V.Bits)), 9);
  case BasicType::Double:
    return realText(bit_cast<double>(V.Bits), 17);
  case BasicType::Byte:
  case BasicType::Short:
  case BasicType::Int:
  case BasicType::Long:
    return std::to_string(signedBits(V));
  }
  return jsonId(V.Bits);
}

json::Value hprof::realJson(double Number) {
  if (std::isfinite(Number))
    return Number;
  return std::isnan(Number) ? "NaN" : Number > 0 ? "Infinity" : "-Infinity";
}

json::Value hprof::valueJson(const Value &V) {
  switch (V.Type) {
  case BasicType::Object:
  case BasicType::Array:
    return V.Bits ? json::Value(jsonId(V.Bits)) : nullptr;
  case BasicType::Boolean:
    return V.Bits <= 1 ? json::Value(V.Bits == 1) : json::Value(V.Bits);
  case BasicType::Char:
    return V.Bits;
  case BasicType::Float:
    return realJson(double(bit_cast<float>(uint32_t(V.Bits))));
  case BasicType::Double:
    return realJson(bit_cast<double>(V.Bits));
  case BasicType::Byte:
  case BasicType::Short:
  case BasicType::Int:
  case BasicType::Long:
    return signedBits(V);
  }
  return jsonId(V.Bits);
}
