//===- ObjectRow.h - An object with its fields ------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CATALOG_OBJECTROW_H
#define LIB_CATALOG_OBJECTROW_H

#include "hprof/Query/QuerySession.h"

namespace hprof {

/// One row about the object \p Id of the input "main": the columns of table
/// "objects", its text, and its fields.
llvm::Expected<std::unique_ptr<Rows>> objectRow(QuerySession &Session,
                                                uint64_t Id);

} // namespace hprof

#endif // LIB_CATALOG_OBJECTROW_H
