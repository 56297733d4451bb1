//===- Error.h - Errors and damage in inputs --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Faults of an input. An Error stops reading; Damage is reported to a handler
/// and reading continues. Both state a byte offset into the input after
/// decompression. The caller adds the file name with llvm::createFileError, so
/// a printed message reads
///
///     'heap.hprof': offset 0x1a2b: record 0x1c: length 4096 runs past ...
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_ERROR_H
#define HPROF_FORMAT_BASE_ERROR_H

#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <system_error>

namespace hprof {

enum class format_errc {
  not_a_dump = 1,      ///< Not a known format.
  unsupported_version, ///< Unknown version of a known format.
  bad_header,          ///< A file header with impossible values.
  truncated,           ///< The input ends inside a record.
  missing_end,     ///< The input ends between records where more must follow.
  bad_length,      ///< A length contradicts the data.
  unknown_tag,     ///< A record of unknown kind.
  bad_value,       ///< A field holds an impossible value.
  bad_compression, ///< The compressed container is damaged.
  bad_text,        ///< Malformed text (YAML, ASCII).
  io,              ///< An error from the operating system.
};

const std::error_category &formatCategory();
inline std::error_code make_error_code(format_errc E) {
  return {static_cast<int>(E), formatCategory()};
}

/// A stable one-word name for \p E in machine-readable output.
const char *errcName(format_errc E);

/// The reason why an input could not be read further, and the offset.
class FormatError : public llvm::ErrorInfo<FormatError> {
public:
  static char ID;
  FormatError(format_errc Code, uint64_t Offset, const llvm::Twine &What)
      : Code(Code), Offset(Offset), What(What.str()) {}

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override {
    return make_error_code(Code);
  }

  format_errc code() const { return Code; }
  uint64_t offset() const { return Offset; }
  const std::string &what() const { return What; }

private:
  format_errc Code;
  uint64_t Offset;
  std::string What;
};

/// A fault in an input after which reading continued.
struct Damage {
  format_errc Code;
  uint64_t Offset; ///< Offset of the first wrong byte, after decompression.
  std::string What;
};

/// Receives damage in order of discovery, which is file order for a
/// single-threaded reader.
using DamageHandler = std::function<void(const Damage &)>;

} // namespace hprof

namespace std {
template <> struct is_error_code_enum<hprof::format_errc> : std::true_type {};
} // namespace std

#endif // HPROF_FORMAT_BASE_ERROR_H
