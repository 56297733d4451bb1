//===- ClassicReader.h - Reads IBM's classic heapdumps ----------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the text of docs/Formats/IBMClassic.md into records, in any of its
/// forms, in ASCII or EBCDIC (as z/OS writes it), with any line endings. The
/// form is detected from the first 256 KiB and sent as a ClassicHeader, which
/// is sent again wherever a later part has a different form.
///
/// Objects are delivered as ReferenceObject, ReferenceArray or
/// PrimitiveArrayNoData, and classes as ReferenceClass, each preceded by its
/// ObjectSize and other information about it. The id width follows from the
/// number of digits of the first address. Only the Spec form gives the classes
/// of objects by id; in other forms, only ClassName is set, and the class's
/// record may come later. The trailer is delivered as ClassicTotals, with its
/// counts as written.
///
/// Damage is reported with line and column, and reading continues. Memory holds
/// each name (Utf8) once, and the references of one object.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_IBM_CLASSICREADER_H
#define HPROF_FORMAT_IBM_CLASSICREADER_H

#include "hprof/Format/Base/Error.h"
#include "hprof/Format/Records/RecordVisitor.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof {

struct ClassicReaderOptions {
  DamageHandler OnDamage;
  /// Limit on references per array; further ones are damage. References are
  /// collected before they are sent, because the record begins with their
  /// number.
  uint32_t MaxArrayReferences = 1 << 27;
  /// Same as above, for other objects and classes.
  uint32_t MaxReferences = 1 << 20;
};

/// Whether \p Head, the beginning of an input, is a classic heapdump.
bool looksLikeClassic(llvm::StringRef Head);

/// Reads all of \p In, including several concatenated dumps.
llvm::Error readClassic(Source &In, RecordVisitor &V,
                        const ClassicReaderOptions &Options = {});

} // namespace hprof

#endif // HPROF_FORMAT_IBM_CLASSICREADER_H
