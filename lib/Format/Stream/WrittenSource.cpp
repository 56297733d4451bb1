//===- WrittenSource.cpp - Reads another thread's output ------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FeedSource.h"
#include "hprof/Format/Parallel/Thread.h"
#include "hprof/Format/Stream/Sink.h"

using namespace hprof;
using namespace hprof::stream;
using namespace llvm;

namespace {
/// A sink whose buffer is a chunk, pushed when it is full.
class QueueSink final : public Sink {
public:
  explicit QueueSink(ChunkQueue &To) : To(To) { renew(); }

private:
  static constexpr size_t Size = size_t(1) << 18;

  void emit(bool) override {
    Held.Size = size_t(Cursor - Buffer);
    Emitted += Held.Size;
    // An empty chunk would mean the end.
    if (Held.Size && !To.push(std::move(Held)))
      fail(std::make_error_code(std::errc::broken_pipe));
    renew();
  }
  void renew() {
    Held = To.take(Size);
    Buffer = Cursor = Held.data();
    BufferEnd = Buffer + Size;
  }

  ChunkQueue &To;
  Chunk Held;
};

/// Runs the writer on a thread.
class WriterFeed final : public ChunkFeed {
public:
  ~WriterFeed() override {
    Queue.close();
    Worker.join();
  }
  bool start(std::function<Error(Sink &)> Write) {
    return Worker.start([this, Write = std::move(Write)] {
      QueueSink Out(Queue);
      Error E = Write(Out);
      // If the rest cannot be pushed, the reader is closed.
      consumeError(Out.finish());
      Queue.finish(std::move(E));
    });
  }
  bool pop(Chunk &C) override { return Queue.pop(C); }
  void recycle(Chunk C) override { Queue.recycle(std::move(C)); }
  Error takeError() override { return Queue.takeError(); }

private:
  ChunkQueue Queue{/*Limit=*/4};
  Thread Worker; ///< Last, so that all other members exist while it runs.
};

class WrittenSource final : public FeedSource {
public:
  WrittenSource(StringRef Name, std::unique_ptr<ChunkFeed> Feed,
                const Source *Progress)
      : FeedSource(Name, Compression::None), Made(std::move(Feed)),
        Progress(Progress) {}
  ~WrittenSource() override { reset(); }

  uint64_t rawOffset() const override {
    return Progress ? Progress->rawOffset() : offset();
  }
  uint64_t rawSize() const override {
    return Progress ? Progress->rawSize() : 0;
  }

private:
  std::unique_ptr<ChunkFeed> makeFeed() override { return std::move(Made); }

  std::unique_ptr<ChunkFeed> Made;
  const Source *Progress;
};
} // namespace

std::unique_ptr<Source> Source::written(StringRef Name,
                                        std::function<Error(Sink &)> Write,
                                        const Source *Progress) {
  auto Feed = std::make_unique<WriterFeed>();
  if (!Feed->start(std::move(Write)))
    return nullptr;
  return std::make_unique<WrittenSource>(Name, std::move(Feed), Progress);
}
