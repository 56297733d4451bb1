//===- RunExport.h - Dumps in formats of viewers ----------------*- C++ -*-===//
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

/// The viewer format that the command line names; null if it names no format,
/// or a format of the other kind.
const ExportInfo *exportTarget(ToolContext &C);
/// \p Objects are the values of --object.
llvm::Error runExport(ToolContext &C, const ExportInfo &To,
                      llvm::ArrayRef<std::string> Objects);
/// Prints all formats, dump formats first.
void listFormats(ToolContext &C, llvm::raw_ostream &OS);
/// Returns an error if an option for viewer formats is given.
llvm::Error refuseExportOptions(ToolContext &C);

} // namespace hprof

#endif // TOOLS_HPROF_CONVERT_RUNEXPORT_H
