//===- ToolContext.h - What a tool's body works with ------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_TOOLCONTEXT_H
#define HPROF_TOOL_TOOLCONTEXT_H

#include "hprof/Tool/Escape.h"
#include "hprof/Tool/OutputFile.h"
#include "hprof/Tool/Progress.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
namespace opt {
class InputArgList;
} // namespace opt
} // namespace llvm

namespace hprof {

struct ToolInfo;
class ToolOptions;

/// What to call an input in messages: its path, or "<stdin>" for "-".
std::string inputName(llvm::StringRef Path);

/// The command line after parsing and checking, and where to write. Ids are the
/// OPT_* of the tool. The members for shared options work whether the tool has
/// the option or not.
class ToolContext {
public:
  ToolContext(const ToolInfo &Info, const ToolOptions &Options,
              const llvm::opt::InputArgList &Args, Reporter &Report,
              Progress &Line);
  ~ToolContext();

  Reporter &report() { return Report; }
  Progress &progress() { return Line; }
  const ToolInfo &info() const { return Info; }

  /// The positional arguments; "-" alone when there are none and the tool reads
  /// standard input then.
  const std::vector<std::string> &inputs() const { return Inputs; }

  /// What \p Read makes of each input that it can read. An input that cannot be
  /// used must not hide what there is to say of the others: its error joins
  /// \p Errors, to be told behind that.
  template <typename T>
  std::vector<T>
  readInputs(llvm::Error &Errors,
             llvm::function_ref<llvm::Expected<T>(const std::string &)> Read) {
    std::vector<T> Found;
    for (const std::string &Path : Inputs) {
      if (llvm::Expected<T> One = Read(Path))
        Found.push_back(std::move(*One));
      else
        Errors = llvm::joinErrors(std::move(Errors), One.takeError());
    }
    return Found;
  }

  /// Without arguments: take standard input, unless it is a terminal. For tools
  /// that need an input with some options only.
  llvm::Error defaultToStdin();

  bool has(unsigned Id) const;
  llvm::StringRef get(unsigned Id, llvm::StringRef Default = "") const;
  std::vector<std::string> getAll(unsigned Id) const;
  /// Values called <n>, <id> and <size> in the option table.
  uint64_t number(unsigned Id, uint64_t Default) const;
  std::optional<uint64_t> size(unsigned Id) const;

  bool strict() const { return Report.strict(); }
  EscapeMode escapeMode() const;
  /// --format, or the first format that the tool has.
  llvm::StringRef format() const;
  /// --top; 0 means all and is returned as UINT64_MAX.
  uint64_t top(uint64_t Default) const;
  /// --threads; 0 and absence mean one per core.
  unsigned threads() const;
  std::optional<uint64_t> maxMemory() const;
  /// --temp-dir, or the system's.
  std::string tempDir() const;

  /// The value of the option spelled \p Name ("--layout="), for code that
  /// several tools share; \p Default when this tool has none such.
  llvm::StringRef named(llvm::StringRef Name,
                        llvm::StringRef Default = "") const;
  /// Whether this tool has an option spelled \p Name.
  bool knows(llvm::StringRef Name) const;
  /// Whether the option spelled \p Name was given.
  bool hasNamed(llvm::StringRef Name) const;

  /// The text output: what -o says, or standard output. Only for tools whose
  /// ToolInfo says that toolMain opens it.
  llvm::raw_ostream &out();
  /// Open what -o says, or standard output, for content that the tool knows
  /// only now. The context owns it; it is kept when the tool succeeds.
  llvm::Expected<OutputFile *> openOutput(OutputFile::Content C);
  /// \p Path is read, too, though it is no argument: openOutput() must not
  /// replace it.
  void protect(llvm::StringRef Path) { Protected.push_back(Path.str()); }
  /// Another output, \p Path, with the same fate.
  llvm::Expected<OutputFile *> openExtra(llvm::StringRef Path,
                                         OutputFile::Content C);

  /// For toolMain: take positional arguments and check that there are enough.
  llvm::Error takeInputs();
  /// For toolMain: give all outputs their names.
  llvm::Error keepOutputs();

private:
  llvm::Error checkValues() const;
  const llvm::opt::InputArgList &Args;
  const ToolInfo &Info;
  const ToolOptions &Options;
  Reporter &Report;
  Progress &Line;
  std::vector<std::string> Inputs, Protected;
  std::vector<std::unique_ptr<OutputFile>> Outputs;
  OutputFile *Main = nullptr;
};

} // namespace hprof

#endif // HPROF_TOOL_TOOLCONTEXT_H
