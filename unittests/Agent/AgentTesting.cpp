//===- AgentTesting.cpp - Shared helpers of the agent's tests -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agent/AgentTesting.h"
#include "hprof/Format/Hprof/HprofReader.h"
#include "hprof/Format/Kit/Forward.h"
#include "hprof/Format/Yaml/YamlWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

CapturedMessages::CapturedMessages() {
  std::fflush(stderr);
  Before = ::dup(STDERR_FILENO);
  Captured = ::memfd_create("messages", MFD_CLOEXEC);
  ::dup2(Captured, STDERR_FILENO);
}

CapturedMessages::~CapturedMessages() {
  std::fflush(stderr);
  ::dup2(Before, STDERR_FILENO);
  ::close(Before);
  ::close(Captured);
}

std::string CapturedMessages::text() const {
  std::string Result(size_t(::lseek(Captured, 0, SEEK_END)), 0);
  if (::pread(Captured, Result.data(), Result.size(), 0) < 0)
    return "cannot read the messages";
  return Result;
}

unsigned CapturedMessages::numErrors() const {
  return countOf("\n" + text(), "\nHPROF ERROR: ");
}

TempFolder::TempFolder() {
  char Name[] = "/tmp/hprof-agent-test-XXXXXX";
  if (const char *Made = ::mkdtemp(Name))
    Path = Made;
}

TempFolder::~TempFolder() {
  // LLVM's functions do not remove FIFOs.
  for (const std::string &Name : names())
    ::unlink(path(Name).c_str());
  ::rmdir(Path.c_str());
}

std::string TempFolder::path(StringRef Name) const {
  return Path + "/" + Name.str();
}

std::vector<std::string> TempFolder::names() const {
  std::vector<std::string> Result;
  std::error_code Failure;
  for (sys::fs::directory_iterator I(Path, Failure), End; I != End && !Failure;
       I.increment(Failure))
    Result.push_back(sys::path::filename(I->path()).str());
  std::sort(Result.begin(), Result.end());
  return Result;
}

std::string agent::contentOf(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(In), {}};
}

void agent::writeFile(const std::string &Path, StringRef Content) {
  std::ofstream(Path, std::ios::binary)
      .write(Content.data(), std::streamsize(Content.size()));
}

namespace {
/// Sets all times to zero.
class NoTimes final : public Forward {
public:
  using Forward::Forward;
  using Forward::visit;
  void visit(const FileHeader &H) override {
    FileHeader Timeless = H;
    Timeless.Millis = 0;
    Next.visit(Timeless);
  }
  void beginFrame(const Frame &F) override {
    Frame Timeless = F;
    Timeless.Time = 0;
    Next.beginFrame(Timeless);
  }
#define HPROF_RECORD_BEGIN(NAME, TAG, TEXT, CARRIERS)                          \
  void visit(const NAME &R) override {                                         \
    NAME Timeless = R;                                                         \
    Timeless.Time = 0;                                                         \
    Next.visit(Timeless);                                                      \
  }
#include "hprof/Format/Records/Records.def"
};
} // namespace

std::string agent::recordsIn(StringRef Bytes) {
  SmallVector<char, 0> Out;
  std::unique_ptr<Sink> To = Sink::toMemory(Out);
  YamlWriter Writer(*To);
  NoTimes Pass(Writer);
  std::unique_ptr<Source> In =
      Source::fromMemory(arrayRefFromStringRef(Bytes), "output");
  ReaderOptions Options;
  Options.OnDamage = [](const Damage &D) { ADD_FAILURE() << D.What; };
  Expected<HprofReader> Reader = HprofReader::create(*In, Options);
  if (!Reader) {
    ADD_FAILURE() << toString(Reader.takeError());
    return "";
  }
  cantFail(Reader->read(static_cast<RecordVisitor &>(Pass)));
  cantFail(Writer.finish());
  cantFail(To->finish());
  return {Out.begin(), Out.end()};
}

unsigned agent::countOf(StringRef Text, StringRef Part) {
  return unsigned(Text.count(Part));
}
