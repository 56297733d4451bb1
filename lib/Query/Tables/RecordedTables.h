//===- RecordedTables.h - Tables of profiles and thread dumps ---*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_QUERY_TABLES_RECORDEDTABLES_H
#define LIB_QUERY_TABLES_RECORDEDTABLES_H

#include "Query/Heap/QueryTable.h"

namespace hprof {

struct ThreadDump;
class JfrRecording;
class Profile;

QueryTables threadTables(const std::shared_ptr<const ThreadDump> &Dump);
QueryTables profileTables(const std::shared_ptr<const Profile> &Of);
/// Adds tables of the types of events, and of the events of each type. A name
/// that \p To has already gets a suffix.
void addEventTables(QueryTables &To,
                    const std::shared_ptr<const JfrRecording> &Of);

} // namespace hprof

#endif // LIB_QUERY_TABLES_RECORDEDTABLES_H
