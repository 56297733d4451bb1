//===- ReportParts.h - The parts of a report --------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_REPORT_REPORTPARTS_H
#define HPROF_REPORT_REPORTPARTS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hprof {

/// A part of a report: an answer of a tool.
enum class ReportPart : uint8_t {
#define HPROF_REPORT_PART(ID, NAME, TITLE, COMMAND, MOST, BRIEF, KNOWS) ID,
#include "hprof/Report/ReportParts.def"
};

/// Reading options that a command supports.
enum class ReadingOptions : uint8_t {
  Graph,
  Comparison,
  DumpNumber,
  Section,
  File
};

struct ReportPartInfo {
  llvm::StringRef Name;    ///< "suspects"
  llvm::StringRef Title;   ///< For display.
  llvm::StringRef Command; ///< "hprof-dominators --suspects"
  uint64_t MostBytes;      ///< Limit of lists in the document.
  unsigned BriefLines;     ///< In a brief report; 0 if absent from it.
  ReadingOptions Knows;
};

const ReportPartInfo &reportPart(ReportPart Is);

} // namespace hprof

#endif // HPROF_REPORT_REPORTPARTS_H
