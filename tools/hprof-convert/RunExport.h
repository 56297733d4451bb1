//===- RunExport.h - Dumps for viewers --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_HPROF_CONVERT_RUNEXPORT_H
#define TOOLS_HPROF_CONVERT_RUNEXPORT_H

#include "hprof/Export/Export.h"

namespace hprof {

class ToolContext;

/// The viewers' format that the command line names; null if it names another or
/// none.
const ExportInfo *exportTarget(ToolContext &C);
/// \p Objects are the values of --object.
llvm::Error runExport(ToolContext &C, const ExportInfo &To,
                      llvm::ArrayRef<std::string> Objects);
/// Prints all formats, those of dumps first.
void listFormats(ToolContext &C, llvm::raw_ostream &OS);
/// An error if there is an option for formats of viewers.
llvm::Error refuseExportOptions(ToolContext &C);

} // namespace hprof

#endif // TOOLS_HPROF_CONVERT_RUNEXPORT_H
