//===- ToolContext.h - Environment of a tool's body -------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HPROF_TOOL_TOOLCONTEXT_H
#define HPROF_TOOL_TOOLCONTEXT_H

#include "hprof/Format/Stream/Compression.h"
#include "hprof/Tool/Escape.h"
#include "hprof/Tool/OutputFile.h"
#include "hprof/Tool/Progress.h"
#include "hprof/Tool/Reporter.h"
#include "llvm/ADT/ArrayRef.h"
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

/// Returns the name of an input in messages: its path, or "<stdin>" for "-".
std::string inputName(llvm::StringRef Path);

/// The command line after parsing and checking, and the outputs. Ids are the
/// tool's OPT_*. The members for shared options also work for tools without the
/// option.
class ToolContext {
public:
  ToolContext(const ToolInfo &Info, const ToolOptions &Options,
              const llvm::opt::InputArgList &Args, Reporter &Report,
              Progress &Line);
  ~ToolContext();

  Reporter &report() { return Report; }
  Progress &progress() { return Line; }
  const ToolInfo &info() const { return Info; }

  /// Positional arguments; just "-" if there are none and the tool then reads
  /// standard input.
  const std::vector<std::string> &inputs() const { return Inputs; }

  /// Calls \p Read for each input and collects the results. An input that
  /// cannot be used must not hide the results for the others: its error is
  /// added to \p Errors, to be reported after them.
  template <typename T>
  std::vector<T>
  readInputs(llvm::Error &Errors,
             llvm::function_ref<llvm::Expected<T>(const std::string &)> Read) {
    std::vector<T> Found;
    for (const std::string &Path : Inputs) {
      if (llvm::Expected<T> One = Read(Path)) {
        Found.push_back(std::move(*One));
      } else {
        Report.leaveGateOpen();
        Errors = llvm::joinErrors(std::move(Errors), One.takeError());
      }
    }
    return Found;
  }

  /// Without arguments, makes standard input the input, unless it is a
  /// terminal. For tools that need an input only with some options.
  llvm::Error defaultToStdin();

  bool has(unsigned Id) const;
  llvm::StringRef get(unsigned Id, llvm::StringRef Default = "") const;
  std::vector<std::string> getAll(unsigned Id) const;
  /// Options \p Ids in the order of the command line, with their values; the
  /// value of a flag is empty.
  std::vector<std::pair<unsigned, std::string>>
  inOrder(llvm::ArrayRef<unsigned> Ids) const;
  /// Values called <n>, <id> and <size> in the option table.
  uint64_t number(unsigned Id, uint64_t Default) const;
  std::optional<uint64_t> size(unsigned Id) const;

  bool strict() const { return Report.strict(); }
  EscapeMode escapeMode() const;
  /// Value of --format, or the tool's first format.
  llvm::StringRef format() const;
  /// Whether the format is human-readable: text or Markdown.
  bool isForPeople() const;
  /// Value of --top; 0 means all and is returned as UINT64_MAX.
  uint64_t top(uint64_t Default) const;
  /// Value of --threads; 0 and absence mean one per core.
  unsigned threads() const;
  std::optional<uint64_t> maxMemory() const;
  /// Value of --temp-dir, or the system's default.
  std::string tempDir() const;

  /// Value of --compress, or the compression that the output's name implies.
  Compression compression() const;

  /// Value of the option spelled \p Name ("--layout="), for code shared by
  /// several tools; \p Default if this tool has no such option.
  llvm::StringRef named(llvm::StringRef Name,
                        llvm::StringRef Default = "") const;
  /// Whether this tool has an option spelled \p Name.
  bool knows(llvm::StringRef Name) const;
  /// Whether the option spelled \p Name was given.
  bool hasNamed(llvm::StringRef Name) const;

  /// Text output: the file of -o, or standard output. Only for tools whose
  /// ToolInfo lets toolMain open it.
  llvm::raw_ostream &out();
  /// Opens the file of -o, or standard output, for content whose type is only
  /// now known. The context owns it; it is kept if the tool succeeds.
  llvm::Expected<OutputFile *> openOutput(OutputFile::Content C);
  /// Marks \p Path as an input that is neither an argument nor the value of an
  /// option called <file>: no output may replace it.
  void protect(llvm::StringRef Path) { Protected.push_back(Path.str()); }
  /// Fails if \p Path is an input or an already opened output, under any name.
  /// openOutput() and openExtra() check that.
  llvm::Error checkOutput(llvm::StringRef Path) const;
  /// Opens another output, \p Path, which is kept or discarded like the first.
  llvm::Expected<OutputFile *> openExtra(llvm::StringRef Path,
                                         OutputFile::Content C);

  /// For toolMain: collects positional arguments and checks their number.
  llvm::Error takeInputs();
  /// For toolMain: renames all outputs to their final names.
  llvm::Error keepOutputs();

private:
  llvm::Error checkValues() const;
  std::vector<std::string> filesToRead() const;
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
