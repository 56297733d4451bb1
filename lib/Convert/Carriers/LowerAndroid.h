//===- LowerAndroid.h - Android's binary to 1.0.2 ---------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Android's 1.0.3 has some records for which 1.0.2 has no tag. They are
/// converted as in Android's own hprof-conv, so that the tools of desktop Java
/// can read the dump:
///
///   roots of Android's own kinds   ROOT UNKNOWN of the same object
///   PRIMITIVE ARRAY NODATA         PRIMITIVE ARRAY DUMP of that many zeros,
///                                  with its trace (hprof-conv 29.0.6 writes a
///                                  count without elements, and no trace)
///   HEAP DUMP INFO                 dropped
///   CLOCK MONOTONIC                dropped (hprof-conv copies it, but readers
///                                  of 1.0.2 do not support it)
///
/// All other records are the same in both versions. Segments may differ: the
/// writer creates its own, see Framing::Own.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_CONVERT_CARRIERS_LOWERANDROID_H
#define HPROF_LIB_CONVERT_CARRIERS_LOWERANDROID_H

#include "hprof/Format/Kit/Forward.h"

namespace hprof {

class LossAccount;

class LowerAndroid final : public Forward {
public:
  /// If \p To is not HPROF binary, arrays without data stay unchanged; IBM's
  /// formats have no roots.
  LowerAndroid(RecordVisitor &Next, LossAccount &Account,
               Format To = Format::Hprof)
      : Forward(Next), Account(Account), KeepsNoData(!InHprof.has(To)),
        CountsRoots(!InIbm.has(To)) {}

  using Forward::visit;
  void visit(const FileHeader &H) override;
#define HPROF_ANY_BEGIN(NAME)                                                  \
  void visit(const NAME &R) override { record(R); }
#include "hprof/Format/Records/Records.def"
  /// Records that 1.0.2 also has pass unchanged.
  RecordKindSet runKinds() const override { return Next.runKinds() & Common; }

private:
  template <class R> void record(const R &Rec);
  void record(const PrimitiveArrayNoData &R);

  LossAccount &Account;
  const bool KeepsNoData, CountsRoots;
  const RecordKindSet Common = kindsCarriedBy(Format::Hprof);
  unsigned IdSize = 4;
};

} // namespace hprof

#endif // HPROF_LIB_CONVERT_CARRIERS_LOWERANDROID_H
