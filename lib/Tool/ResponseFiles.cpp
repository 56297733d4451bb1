//===- ResponseFiles.cpp - Opens response files ---------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResponseFiles.h"
#include "hprof/Format/Stream/SmallFile.h"

using namespace hprof;
using namespace llvm;

namespace {
/// A file with its contents in memory.
class ReadFile final : public vfs::File {
public:
  ReadFile(std::string Name, std::string Text)
      : Name(std::move(Name)), Text(std::move(Text)) {}

  ErrorOr<vfs::Status> status() override {
    return vfs::Status(Name, sys::fs::UniqueID(), sys::TimePoint<>(), 0, 0,
                       Text.size(), sys::fs::file_type::regular_file,
                       sys::fs::all_read);
  }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &, int64_t, bool,
                                                   bool) override {
    return MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return {}; }

private:
  const std::string Name, Text;
};
} // namespace

ErrorOr<std::unique_ptr<vfs::File>>
ResponseFiles::openFileForRead(const Twine &Path) {
  std::string Name = Path.str();
  Expected<std::string> Text = readSmallFile(Name, {16, "a response file"});
  if (Text)
    return std::make_unique<ReadFile>(std::move(Name), std::move(*Text));
  std::error_code Why;
  handleAllErrors(Text.takeError(), [&](const FileError &E) {
    Why = E.convertToErrorCode();
    // System errors have an error code.
    if (Why.category() != std::generic_category() &&
        Why.category() != std::system_category()) {
      Why = std::make_error_code(std::errc::file_too_large);
      Fault = E.message();
    }
  });
  return Why;
}
