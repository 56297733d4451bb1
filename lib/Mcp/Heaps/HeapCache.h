//===- HeapCache.h - Heaps that stay open -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_MCP_HEAPS_HEAPCACHE_H
#define LIB_MCP_HEAPS_HEAPCACHE_H

#include "Mcp/Heaps/FileRoots.h"
#include "hprof/Analysis/Store/HeapStore.h"
#include "hprof/Mcp/McpTool.h"
#include "hprof/Query/QuerySession.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "llvm/Support/Chrono.h"
#include <list>

namespace hprof {

/// Notes about a heap that accompany answers. All members may be called from
/// any thread.
class HeapNotes {
public:
  void add(const llvm::Twine &Text);
  void addDamage(const Damage &D);
  std::vector<std::string> take() const;
  bool isDamaged() const;
  /// Further notes are only counted.
  static constexpr unsigned Most = 5;

private:
  mutable std::mutex Lock;
  std::vector<std::string> Texts;
  uint64_t Damages = 0, Further = 0;
};

/// Passes the progress of a store on to the running call.
class CallSlot {
public:
  void set(McpCall *Call);
  void progress(llvm::StringRef What, double Done, double All);

private:
  std::mutex Lock;
  McpCall *Running = nullptr;
};

struct OpenHeap {
  std::string Path;
  llvm::sys::TimePoint<> Changed;
  uint64_t Bytes = 0;
  HeapNotes Notes;
  std::unique_ptr<QuerySession> Session;
};

struct HeapCacheOptions {
  StoreOptions Store;
  unsigned MaxHeaps = 2;
  /// If null, secrets are shown.
  std::shared_ptr<const SecretMatcher> Secrets;
  std::chrono::milliseconds Timeout{60000};
  size_t MaxAnswer = 8192; ///< Bytes.
};

/// Opens heaps and keeps the most recently used ones open. Not thread-safe.
class HeapCache {
public:
  HeapCache(HeapCacheOptions Options, FileRoots Roots)
      : Options(std::move(Options)), Roots(std::move(Roots)) {}

  const FileRoots &roots() const { return Roots; }
  size_t maxAnswer() const { return Options.MaxAnswer; }
  /// Options for the file \p Path, which roots() has found. An index in another
  /// folder is not used.
  StoreOptions optionsFor(llvm::StringRef Path) const;
  /// Events of a store that is open during a call, or longer. \p Notes must
  /// outlive the store.
  StoreEvents events(HeapNotes &Notes) const;
  CallSlot &slot() const { return *Slot; }

  /// Returns the file \p Path, which roots() has found; reopened if it has
  /// changed. The result is valid until the next call.
  llvm::Expected<OpenHeap *> get(llvm::StringRef Path);

private:
  HeapCacheOptions Options;
  FileRoots Roots;
  std::shared_ptr<CallSlot> Slot = std::make_shared<CallSlot>();
  std::list<OpenHeap> Heaps; ///< Most recently used first.
};

} // namespace hprof

#endif // LIB_MCP_HEAPS_HEAPCACHE_H
