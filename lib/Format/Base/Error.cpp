//===- Error.cpp - Errors and damage in inputs ----------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Format/Base/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof;

char FormatError::ID;

namespace {
class FormatCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "hprof.format"; }
  std::string message(int Code) const override {
    switch (static_cast<format_errc>(Code)) {
    case format_errc::not_a_dump:
      return "not a heap dump";
    case format_errc::unsupported_version:
      return "unsupported version";
    case format_errc::bad_header:
      return "invalid file header";
    case format_errc::truncated:
      return "truncated input";
    case format_errc::missing_end:
      return "missing end";
    case format_errc::bad_length:
      return "wrong length";
    case format_errc::unknown_tag:
      return "unknown tag";
    case format_errc::bad_value:
      return "invalid value";
    case format_errc::bad_compression:
      return "damaged compression";
    case format_errc::bad_text:
      return "invalid text";
    case format_errc::io:
      return "input/output error";
    }
    llvm_unreachable("unhandled format_errc");
  }
};
} // namespace

const std::error_category &hprof::formatCategory() {
  static FormatCategory Category;
  return Category;
}

const char *hprof::errcName(format_errc E) {
  switch (E) {
  case format_errc::not_a_dump:
    return "not-a-dump";
  case format_errc::unsupported_version:
    return "unsupported-version";
  case format_errc::bad_header:
    return "bad-header";
  case format_errc::truncated:
    return "truncated";
  case format_errc::missing_end:
    return "missing-end";
  case format_errc::bad_length:
    return "bad-length";
  case format_errc::unknown_tag:
    return "unknown-tag";
  case format_errc::bad_value:
    return "bad-value";
  case format_errc::bad_compression:
    return "bad-compression";
  case format_errc::bad_text:
    return "bad-text";
  case format_errc::io:
    return "io";
  }
  llvm_unreachable("unhandled format_errc");
}

void FormatError::log(llvm::raw_ostream &OS) const {
  // Messages for text begin with their line and column.
  if (Code == format_errc::bad_text) {
    OS << What;
    return;
  }
  OS << "offset " << llvm::format_hex(Offset, 1) << ": " << What;
}
