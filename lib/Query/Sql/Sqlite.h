//===- Sqlite.h - The interface of SQLite -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file Includes SQLite's header. A program calls SQLite directly; the
/// extension calls the SQLite that loaded it.
///
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_SQL_SQLITE_H
#define LIB_QUERY_SQL_SQLITE_H

#ifdef HPROF_SQLITE_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

#endif // LIB_QUERY_SQL_SQLITE_H
