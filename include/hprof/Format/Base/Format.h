//===- Format.h - Dump formats ----------------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The formats that users can name, which are also the carriers of records in
/// Records.def. Every HPROF binary file is read as Hprof and keeps its version;
/// the three variants with a version can be requested for output. HprofOld and
/// HprofCurrent have the same records as Hprof.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_BASE_FORMAT_H
#define HPROF_FORMAT_BASE_FORMAT_H

#include <cstdint>
#include <initializer_list>

namespace hprof {

enum class Format : uint8_t {
  Hprof,
  HprofOld,     ///< 1.0.1
  HprofCurrent, ///< 1.0.2
  HprofAndroid, ///< 1.0.3
  HprofText,
  IbmClassic,
  Phd,
  Javacore,
  ThreadJson,
  Jstack,
  Snapshot, ///< V8's .heapsnapshot
  Perfetto, ///< Heap graphs in traces
  Jfr,      ///< Flight recordings
  Yaml
};

class FormatSet {
public:
  constexpr FormatSet() = default;
  constexpr FormatSet(std::initializer_list<Format> Formats) {
    for (Format F : Formats)
      Bits |= 1U << unsigned(F);
  }
  constexpr bool has(Format F) const { return Bits >> unsigned(F) & 1; }
  constexpr FormatSet operator|(FormatSet Other) const {
    Other.Bits |= Bits;
    return Other;
  }

private:
  uint32_t Bits = 0;
};

// The carriers of Records.def.
constexpr FormatSet InBinary = {Format::Hprof, Format::HprofOld,
                                Format::HprofCurrent};
constexpr FormatSet InAndroid = {Format::HprofAndroid};
constexpr FormatSet InHprof = InBinary | InAndroid;
constexpr FormatSet InText = {Format::HprofText};
constexpr FormatSet InClassic = {Format::IbmClassic};
constexpr FormatSet InPhd = {Format::Phd};
constexpr FormatSet InIbm = InClassic | InPhd;
constexpr FormatSet InSnapshot = {Format::Snapshot};
constexpr FormatSet InPerfetto = {Format::Perfetto};
/// Heaps with only objects, their sizes and references.
constexpr FormatSet InGraphs = InSnapshot | InPerfetto;
/// Each file is one heap dump, without frames.
constexpr FormatSet InOneDump = InIbm | InGraphs;
/// Thread dumps, which contain no heap.
constexpr FormatSet InThreads = {Format::Javacore, Format::ThreadJson,
                                 Format::Jstack};
constexpr FormatSet InJfr = {Format::Jfr};
/// Formats with profiles.
constexpr FormatSet InProfiles = InHprof | InText | InJfr;
constexpr FormatSet InAny = InProfiles | InIbm | InGraphs | InThreads;

} // namespace hprof

#endif // HPROF_FORMAT_BASE_FORMAT_H
