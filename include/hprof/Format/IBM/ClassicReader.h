//===- ClassicReader.h - Reads IBM's classic heapdumps ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The text of docs/Formats/IBMClassic.md to records, in any of its forms, in
/// ASCII or in EBCDIC (as z/OS writes it), with any line ends. The form is told
/// by the first 256 KiB and sent as a ClassicHeader, again when a later part
/// tells otherwise.
///
/// Objects come as ReferenceObject, ReferenceArray or PrimitiveArrayNoData, and
/// classes as ReferenceClass, each behind its ObjectSize and what else is said
/// about it. Ids have as many bytes as the first address has digits for. Only
/// the Spec form tells the classes of objects by id; in others ClassName alone
/// does, and the class's record may come later. The trailer comes as
/// ClassicTotals, as written.
///
/// Damage is told with line and column, and reading goes on. Names (Utf8) are
/// kept, each once; of the rest memory is that of the references of one object.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICREADER_H
#define HPROF_FORMAT_IBM_CLASSICREADER_H

#include "hprof/Format/Error.h"
#include "hprof/Format/Hprof/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct ClassicReaderOptions {
  DamageHandler OnDamage;
  /// References that an array may have; those beyond are damage. They are
  /// collected before they are sent, since the record says their number first.
  uint32_t MaxArrayReferences = 1 << 27;
  /// The same for other objects and for classes.
  uint32_t MaxReferences = 1 << 20;
};

/// Whether \p Head, the beginning of an input, is a classic heapdump.
bool looksLikeClassic(llvm::StringRef Head);

/// Reads all of \p In, several dumps one behind the other too.
llvm::Error readClassic(Source &In, RecordVisitor &V,
                        const ClassicReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICREADER_H
