//===- McpTool.h - What a client can call -----------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_MCP_MCPTOOL_H
#define HPROF_MCP_MCPTOOL_H

#include "hprof/Answer/TableInfo.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <atomic>
#include <functional>
#include <mutex>

namespace hprof {

/// A call while it runs. All members may be called from any thread.
class McpCall {
public:
  /// Takes a sentence on what is done, how much of it is, and of how much; the
  /// latter is 0 if nobody knows.
  using Progress =
      std::function<void(llvm::StringRef What, double Done, double All)>;

  explicit McpCall(Progress Show = nullptr) : Show(std::move(Show)) {}

  bool isCancelled() const { return IsCancelled; }
  /// The client no longer wants the result.
  void cancel();
  /// \p Stop is called when the call is cancelled, from another thread; at once
  /// if it is. Null ends that: afterwards, it is not running.
  void onCancel(std::function<void()> Stop);

  void progress(llvm::StringRef What, double Done, double All) const {
    if (Show && !IsCancelled)
      Show(What, Done, All);
  }

private:
  std::atomic<bool> IsCancelled = false;
  std::mutex Lock; ///< Guards Stop, and its calls.
  std::function<void()> Stop;
  Progress Show;
};

/// The arguments of a call, of the declared types.
class McpArguments {
public:
  /// Checks \p Given against \p Declared, of which Text, Word, Id, Count and
  /// Flag are known.
  static llvm::Expected<McpArguments> parse(const TableInfo &Declared,
                                            const llvm::json::Object &Given);

  std::optional<llvm::StringRef> text(llvm::StringRef Name) const;
  /// A Count or an Id.
  std::optional<uint64_t> number(llvm::StringRef Name) const;
  bool flag(llvm::StringRef Name) const;

private:
  llvm::json::Object Texts; ///< Texts and flags.
  std::vector<std::pair<std::string, uint64_t>> Numbers;
};

class McpTool {
public:
  virtual ~McpTool();
  virtual llvm::StringRef name() const = 0;
  virtual llvm::StringRef title() const = 0;
  /// For the assistant: what it answers, and when to ask.
  virtual llvm::StringRef description() const = 0;
  /// Arguments of a call, and what a result has.
  virtual const TableInfo &parameters() const = 0;
  virtual const TableInfo &answer() const = 0;
  /// The result, JSON with the columns of answer(). Errors are the tool's: the
  /// assistant sees their text.
  virtual llvm::Expected<std::string> call(const McpArguments &Arguments,
                                           McpCall &Running) const = 0;
};

} // namespace hprof

#endif // HPROF_MCP_MCPTOOL_H
