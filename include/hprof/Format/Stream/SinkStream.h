//===- SinkStream.h - A stream into a sink ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_FORMAT_STREAM_SINKSTREAM_H
#define HPROF_FORMAT_STREAM_SINKSTREAM_H

#include "hprof/Format/Stream/Sink.h"
#include "llvm/Support/raw_ostream.h"

namespace hprof {

/// Writes to a sink, which records errors and must outlive the stream. Must be
/// flushed before Sink::finish().
class SinkStream final : public llvm::raw_ostream {
public:
  explicit SinkStream(Sink &To) : To(To) { SetBufferSize(1 << 16); }
  ~SinkStream() override { flush(); }

private:
  void write_impl(const char *Bytes, size_t Size) override {
    To.append(llvm::StringRef(Bytes, Size));
  }
  uint64_t current_pos() const override { return To.offset(); }

  Sink &To;
};

} // namespace hprof

#endif // HPROF_FORMAT_STREAM_SINKSTREAM_H
