//===- McpTool.h - Tools that a client can call -----------------*- C++ -*-===//
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

/// A running call. All members may be called from any thread.
class McpCall {
public:
  /// Receives a sentence about the activity, the amount done, and the total,
  /// which is 0 if unknown.
  using Progress =
      std::function<void(llvm::StringRef What, double Done, double All)>;

  explicit McpCall(Progress Show = nullptr) : Show(std::move(Show)) {}

  bool isCancelled() const { return IsCancelled; }
  /// Records that the client has cancelled the call.
  void cancel();
  /// Calls \p Stop when the call is cancelled, from another thread, or
  /// immediately if the call is already cancelled. Once onCancel(nullptr)
  /// returns, the previous \p Stop is no longer running.
  void onCancel(std::function<void()> Stop);

  void progress(llvm::StringRef What, double Done, double All) const {
    if (Show && !IsCancelled)
      Show(What, Done, All);
  }

private:
  std::atomic<bool> IsCancelled = false;
  std::mutex Lock; ///< Guards Stop and calls to it.
  std::function<void()> Stop;
  Progress Show;
};

/// The arguments of a call, of the declared types.
class McpArguments {
public:
  /// Checks \p Given against \p Declared, in which the types Text, Word, Id,
  /// Count and Flag are supported.
  static llvm::Expected<McpArguments> parse(const TableInfo &Declared,
                                            const llvm::json::Object &Given);

  std::optional<llvm::StringRef> text(llvm::StringRef Name) const;
  /// A Count or an Id.
  std::optional<uint64_t> number(llvm::StringRef Name) const;
  bool flag(llvm::StringRef Name) const;

private:
  llvm::json::Object Texts; ///< Strings and flags.
  std::vector<std::pair<std::string, uint64_t>> Numbers;
};

class McpTool {
public:
  virtual ~McpTool();
  virtual llvm::StringRef name() const = 0;
  virtual llvm::StringRef title() const = 0;
  /// For the assistant: purpose, and when to call it.
  virtual llvm::StringRef description() const = 0;
  /// Arguments of a call, and columns of a result.
  virtual const TableInfo &parameters() const = 0;
  virtual const TableInfo &answer() const = 0;
  /// Returns the result: JSON with the columns of answer(). Errors are tool
  /// errors, whose messages are passed to the assistant.
  virtual llvm::Expected<std::string> call(const McpArguments &Arguments,
                                           McpCall &Running) const = 0;
};

} // namespace hprof

#endif // HPROF_MCP_MCPTOOL_H
