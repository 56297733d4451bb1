//===- ToolContext.cpp - Environment of a tool's body ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Tool/ToolContext.h"
#include "hprof/Format/Base/ByteSize.h"
#include "hprof/Format/Base/IndexPath.h"
#include "hprof/Tool/ToolMain.h"
#include "hprof/Tool/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;
using namespace hprof;

std::string hprof::inputName(StringRef Path) {
  return Path == "-" ? "<stdin>" : Path.str();
}

ToolContext::ToolContext(const ToolInfo &Info, const ToolOptions &Options,
                         const opt::InputArgList &Args, Reporter &Report,
                         Progress &Line)
    : Args(Args), Info(Info), Options(Options), Report(Report), Line(Line) {}
ToolContext::~ToolContext() = default;

bool ToolContext::has(unsigned Id) const { return Id && Args.hasArg(Id); }

StringRef ToolContext::get(unsigned Id, StringRef Default) const {
  return Id ? Args.getLastArgValue(Id, Default) : Default;
}

std::vector<std::string> ToolContext::getAll(unsigned Id) const {
  return Args.getAllArgValues(Id);
}

std::vector<std::pair<unsigned, std::string>>
ToolContext::inOrder(ArrayRef<unsigned> Ids) const {
  std::vector<std::pair<unsigned, std::string>> Result;
  for (const opt::Arg *A : Args) {
    const unsigned Id = A->getOption().getID();
    if (is_contained(Ids, Id))
      Result.emplace_back(Id, A->getNumValues() ? A->getValue() : "");
  }
  return Result;
}

uint64_t ToolContext::number(unsigned Id, uint64_t Default) const {
  uint64_t Number = Default;
  if (has(Id))
    (void)get(Id).getAsInteger(0, Number); // Checked during parsing.
  return Number;
}

std::optional<uint64_t> ToolContext::size(unsigned Id) const {
  if (!has(Id))
    return std::nullopt;
  return cantFail(parseByteSize(get(Id))); // Checked during parsing.
}

EscapeMode ToolContext::escapeMode() const {
  return has(Options.find("--raw")) ? EscapeMode::Raw : EscapeMode::Escape;
}

StringRef ToolContext::format() const {
  unsigned Id = Options.find("--format=");
  if (!Id)
    return "text";
  return get(Id, optionValues(Options.row(Id)).front());
}

bool ToolContext::isForPeople() const {
  return format() == "text" || format() == "markdown";
}

uint64_t ToolContext::top(uint64_t Default) const {
  uint64_t N = number(Options.find("--top="), Default);
  return N ? N : UINT64_MAX;
}

unsigned ToolContext::threads() const {
  uint64_t N = number(Options.find("--threads="), 0);
  if (N)
    return static_cast<unsigned>(std::min<uint64_t>(N, 1024));
  return hardware_concurrency().compute_thread_count();
}

std::optional<uint64_t> ToolContext::maxMemory() const {
  return size(Options.find("--max-memory="));
}

std::string ToolContext::tempDir() const {
  SmallString<64> System;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, System);
  return get(Options.find("--temp-dir="), System).str();
}

StringRef ToolContext::named(StringRef Name, StringRef Default) const {
  unsigned Id = Options.find(Name);
  return Id ? get(Id, Default) : Default;
}

bool ToolContext::knows(StringRef Name) const { return Options.find(Name); }

bool ToolContext::hasNamed(StringRef Name) const {
  unsigned Id = Options.find(Name);
  return Id && has(Id);
}

raw_ostream &ToolContext::out() {
  assert(Main && "the tool opens its output itself");
  return Main->os();
}

namespace {
/// Identity of a regular file, the same for all of its names.
struct FilePlace {
  sys::fs::UniqueID Is; ///< The file, or its folder.
  std::string Name;     ///< Relative to the folder; empty for an existing file.

  bool operator==(const FilePlace &Other) const {
    return Is == Other.Is && Name == Other.Name;
  }
};
} // namespace

/// Returns nothing for special files such as /dev/null.
static std::optional<FilePlace> placeOf(StringRef Path, int Standard) {
  sys::fs::file_status Status;
  if (!(Path == "-" ? sys::fs::status(Standard, Status)
                    : sys::fs::status(Path, Status)))
    return sys::fs::is_regular_file(Status)
               ? std::optional(FilePlace{Status.getUniqueID(), ""})
               : std::nullopt;
  StringRef Folder = sys::path::parent_path(Path);
  if (sys::fs::status(Folder.empty() ? "." : Folder, Status))
    return std::nullopt;
  return FilePlace{Status.getUniqueID(), sys::path::filename(Path).str()};
}

/// Files that the command line names for reading: inputs and option values
/// called <file>, except outputs.
std::vector<std::string> ToolContext::filesToRead() const {
  std::vector<std::string> Files = Inputs;
  append_range(Files, Protected);
  static constexpr StringLiteral OfOutputs[] = {
      "--output=", "--junit=", "--sarif="};
  for (const opt::Arg *A : Args) {
    const unsigned Id = A->getOption().getUnaliasedOption().getID();
    const bool IsOutput = any_of(
        OfOutputs, [&](StringRef Name) { return Options.find(Name) == Id; });
    const char *Meta = Options.row(Id).MetaVar;
    if (!IsOutput && Meta && StringRef(Meta) == "<file>")
      append_range(Files, A->getValues());
  }
  return Files;
}

Error ToolContext::checkOutput(StringRef Path) const {
  const std::optional<FilePlace> Place = placeOf(Path, STDOUT_FILENO);
  if (!Place)
    return Error::success();
  // Inputs are the user's data; --force must not destroy them. The file for
  // standard output was opened by the shell.
  if (Path != "-")
    for (const std::string &Input : filesToRead())
      if (placeOf(Input, STDIN_FILENO) == Place)
        return usageError("'" + Path + "' is an input; choose another output");
  for (const std::unique_ptr<OutputFile> &Other : Outputs)
    if (placeOf(Other->path(), STDOUT_FILENO) == Place)
      return usageError("'" + Path + "' is given for two outputs");
  return Error::success();
}

Expected<OutputFile *> ToolContext::openExtra(StringRef Path,
                                              OutputFile::Content C) {
  if (Error E = checkOutput(Path))
    return E;
  auto File = OutputFile::create(Path, C, has(Options.find("--force")));
  if (!File)
    return File.takeError();
  return Outputs.emplace_back(std::move(*File)).get();
}

Compression ToolContext::compression() const {
  const StringRef Kind = named("--compress=");
  if (Kind == "none")
    return Compression::None;
  if (Kind == "gzip")
    return Compression::Gzip;
  if (Kind == "zstd")
    return Compression::Zstd;
  return compressionForPath(named("--output="));
}

Expected<OutputFile *> ToolContext::openOutput(OutputFile::Content C) {
  if (Options.find("--index="))
    for (const std::string &Input : Inputs)
      protect(indexPathOf(Input));
  auto File = openExtra(get(Options.find("--output="), "-"), C);
  if (File)
    Main = *File;
  return File;
}

/// Whether \p Input looks more like a value than like a file.
static bool looksLikeValue(StringRef Input) {
  if (Input == "-" || sys::path::has_parent_path(Input) ||
      sys::fs::exists(Input))
    return false;
  StringRef Ending = sys::path::extension(Input);
  return Ending.size() < 2 || isDigit(Ending[1]);
}

/// Rejects a --temp-dir that is not a folder, and "--suspects 5%": such options
/// require a = before the value, because the value is optional.
Error ToolContext::checkValues() const {
  if (hasNamed("--temp-dir=")) {
    bool IsFolder = false;
    std::error_code EC = sys::fs::is_directory(tempDir(), IsFolder);
    if (!EC && !IsFolder)
      EC = std::make_error_code(std::errc::not_a_directory);
    if (EC)
      return createFileError(tempDir(), EC);
  }
  if (Info.Inputs == InputRule::Texts)
    return Error::success();
  unsigned Input = Options.find("<input>");
  const opt::Arg *Last = nullptr;
  for (const opt::Arg *A : Args) {
    if (Last && A->getOption().matches(Input) && !Last->getNumValues() &&
        A->getIndex() == Last->getIndex() + 1 && looksLikeValue(A->getValue()))
      if (std::string WithValue = Last->getSpelling().str() + "=";
          Options.find(WithValue))
        return usageError(Twine("'") + A->getValue() +
                          "': no such file; did you mean '" + WithValue +
                          A->getValue() + "'?");
    Last = A;
  }
  return Error::success();
}

Error ToolContext::takeInputs() {
  if (Error E = checkValues())
    return E;
  Inputs = Args.getAllArgValues(Options.find("<input>"));
  if (llvm::count(Inputs, "-") > 1)
    return usageError("standard input can be given only once");
  switch (Info.Inputs) {
  case InputRule::None:
    if (!Inputs.empty())
      return usageError("unexpected argument '" + Inputs.front() + "'");
    return Error::success();
  case InputRule::AnyNumber:
  case InputRule::Texts:
    return Error::success();
  case InputRule::OrStdin:
    return defaultToStdin();
  }
  llvm_unreachable("unhandled InputRule");
}

Error ToolContext::defaultToStdin() {
  if (!Inputs.empty())
    return Error::success();
  if (isatty(STDIN_FILENO))
    return usageError("no input; specify a file, or - for standard input");
  Inputs.push_back("-");
  return Error::success();
}

Error ToolContext::keepOutputs() {
  std::vector<OutputFile *> All;
  All.reserve(Outputs.size());
  for (const std::unique_ptr<OutputFile> &File : Outputs)
    All.push_back(File.get());
  return OutputFile::keepAll(All);
}
