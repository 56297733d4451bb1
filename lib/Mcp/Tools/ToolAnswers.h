//===- ToolAnswers.h - Results of each tool ---------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_TOOLS_TOOLANSWERS_H
#define LIB_MCP_TOOLS_TOOLANSWERS_H

#include "llvm/Support/Error.h"

namespace hprof {

class ToolRun;
struct TableInfo;

// Each function fills the page of a run.
llvm::Error runSummary(ToolRun &R);
llvm::Error runSuspects(ToolRun &R);
llvm::Error runHistogram(ToolRun &R);
llvm::Error runObject(ToolRun &R);
llvm::Error runPath(ToolRun &R);
llvm::Error runQuery(ToolRun &R);
llvm::Error runThreads(ToolRun &R);
llvm::Error runDiff(ToolRun &R);

const TableInfo *dumpFileTable();
const TableInfo *changedClassTable();

} // namespace hprof

#endif // LIB_MCP_TOOLS_TOOLANSWERS_H
