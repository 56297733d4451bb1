//===- Page.h - JSON in a page ----------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_PAGE_H
#define HPROF_REPORT_PAGE_H

#include "llvm/ADT/StringRef.h"
#include <memory>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hprof {

/// Placeholder for the document in a page.
inline constexpr llvm::StringLiteral PageMark = "@DATA@";

/// A stream that writes JSON to \p OS so that it is valid in a <script>
/// element: <, >, & and JavaScript's line separators U+2028 and U+2029 become
/// \u escapes, so that no string can end the element or begin another.
std::unique_ptr<llvm::raw_ostream> pageJson(llvm::raw_ostream &OS);

/// Returns the page \p Text with \p File as the dump about which it asks its
/// server.
std::string livePage(llvm::StringRef Text, llvm::StringRef File);

/// Writes the page \p Text with \p Json in place of the mark. Returns false if
/// there is no mark.
bool writePage(llvm::raw_ostream &OS, llvm::StringRef Text,
               llvm::StringRef Json);

} // namespace hprof

#endif // HPROF_REPORT_PAGE_H
