//===- FeedSource.h - A window over chunks ----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_FORMAT_STREAM_FEEDSOURCE_H
#define HPROF_LIB_FORMAT_STREAM_FEEDSOURCE_H

#include "ChunkFeed.h"
#include "hprof/Format/Stream/Source.h"

namespace hprof::stream {

/// Joins the chunks of a feed into the window of a source.
class FeedSource : public Source {
public:
  llvm::ArrayRef<uint8_t> peek(size_t Want) override {
    if (Window.size() < Want && !Ended)
      refill(Want);
    return Window;
  }
  void consume(size_t N) override;
  llvm::Error takeError() override;

protected:
  FeedSource(llvm::StringRef Name, Compression Kind) : Source(Name, Kind) {}
  /// Called when bytes are first requested, and again after reset().
  virtual std::unique_ptr<ChunkFeed> makeFeed() = 0;
  /// Discards read bytes and destroys the feed. Must be called by the
  /// destructor of a class whose feed uses its members.
  void reset();
  /// Ends the source: no bytes will follow.
  void end() { Ended = true; }

private:
  void refill(size_t Want);
  void stitch(Chunk Next, size_t Want);

  std::unique_ptr<ChunkFeed> Feed;
  Chunk Current;
  Chunk Stitched; // A window that exceeds the headroom.
  bool IsStitched = false;
  llvm::ArrayRef<uint8_t> Window;
  bool Ended = false;
  bool HasBegun = false; ///< Whether the byte order mark has been checked.
};

} // namespace hprof::stream

#endif // HPROF_LIB_FORMAT_STREAM_FEEDSOURCE_H
