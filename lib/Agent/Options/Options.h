//===- Options.h - What the agent is asked to do ----------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent's options: `name=value,name=value`, as in the manual of the JDK's
/// HPROF agent, and their defaults. Options.def lists them all.
///
/// A later value replaces an earlier one, but heap= and cpu= add up, and file=
/// and net= may appear only once in all. A comma may end the text.
///
//===----------------------------------------------------------------------===//

#ifndef HPROF_LIB_AGENT_OPTIONS_OPTIONS_H
#define HPROF_LIB_AGENT_OPTIONS_OPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>

namespace hprof::agent {

struct Options {
  /// How cpu=samples gets at stacks.
  enum class Sampler : uint8_t {
    Auto,  ///< AsyncGetCallTrace if the VM has it.
    Agct,  ///< AsyncGetCallTrace only.
    JvmTi, ///< JVM TI's stack traces only.
  };
  /// What to do at the first OutOfMemoryError.
  enum class OutOfMemory : uint8_t {
    Dump,   ///< All that is recorded, as at the end.
    Exit,   ///< Dump, and end the VM.
    Ignore, ///< Nothing.
  };
  /// What an attached agent writes at once.
  enum class DumpRequest : uint8_t { All, Heap, Sites, Cpu, Monitor, Threads };

  /// More frames than this are not kept: CONTROL_SETTINGS holds 16 bits.
  static constexpr unsigned MaxDepth = 65535;

  // What to record. Without any of them the parser sets what `dump=` asks for,
  // else HeapSites and HeapDump. When attaching, that is an error. CpuTimes and
  // CpuOld exclude each other.
  bool HeapSites = false;
  bool HeapDump = false;
  bool CpuSamples = false;
  bool CpuTimes = false;
  bool CpuOld = false;
  bool Monitor = false;
  bool Threads = false;
  /// At least one of the above was asked for by heap=, cpu=, monitor= or
  /// threads=.
  bool ModeGiven = false;
  /// Nothing goes to the output: thread dumps are files of their own.
  bool onlyThreads() const {
    return Threads && !(HeapSites || HeapDump || CpuSamples || CpuTimes ||
                        CpuOld || Monitor || toSocket());
  }

  // Where to. Sockets replace the file; see toSocket().
  bool Binary = false;
  /// The name as given, in UTF-8 (bytes that are not UTF-8 are kept); else
  /// java.hprof or java.hprof.txt. outputPath() makes a path of it.
  std::string File;
  /// A name or an address; an IPv6 address is without its brackets.
  std::string Host;
  uint16_t Port = 0;
  /// The path of a Unix socket, `%p` replaced; shorter than sun_path.
  std::string UnixPath;
  bool toSocket() const { return Port != 0 || !UnixPath.empty(); }

  unsigned NetTimeout = 30; ///< Seconds for the peer when the VM ends.

  unsigned Depth = 4; ///< Frames; at most MaxDepth, larger values become that.
  unsigned IntervalMillis = 10; ///< Greater than 0.
  double Cutoff = 0.0001;       ///< Finite, 0 or more; may exceed 1.
  bool LineNumbers = true;
  bool ThreadInTraces = false;
  bool DumpOnExit = true;
  /// With DumpOnExit off, nothing unless it is given.
  OutOfMemory Oom = OutOfMemory::Dump;
  bool OomGiven = false;
  bool Force = true; ///< Replace an existing file.
  bool Verbose = true;

  bool Live = true; ///< Live counts in heap=sites.
  /// Mean bytes between two samples of heap=sites; 0 for exact counts. Fits the
  /// jint of SetHeapSamplingInterval.
  uint64_t SampleBytes = 0;
  uint64_t Memory = UINT64_C(256) << 20; ///< Bytes for tables; 1 MiB or more.
  uint64_t Duration = 0; ///< Seconds until the recording ends; 0 for no end.
  Sampler CpuSampler = Sampler::Auto;
  bool CpuClock = false; ///< cpu=times measures CPU time of the thread.
  /// Only when attaching.
  std::optional<DumpRequest> Dump;

  bool PrimitiveFields = true; ///< In dumps by the JVM TI walk.
  bool PrimitiveArrays = true; ///< In dumps by the JVM TI walk.
  uint32_t LogFlags = 0;
  uint32_t ExperimentFlags = 0;
  bool Ignored = false; ///< Target of options that no longer do anything.

  bool Help = false; ///< `help` was all that was given; print usageText().
  bool Stop = false; ///< `stop` was, when attaching; ends what is recorded.
  /// All options, decoded, including those of the environment.
  std::string Text;
};

/// What else decides about options.
struct OptionEnvironment {
  /// The value of _JAVA_HPROF_OPTIONS or null. Its options follow the others.
  /// Not used when attaching: it belongs to the command line of the VM.
  const char *HprofOptions = nullptr;
  pid_t Pid = 0;
  bool Attaching = false;
};

/// Parses the options that the VM passes to the agent: \p Text is modified
/// UTF-8 or whatever bytes were on the command line; null is an empty text. It
/// is copied.
///
/// The error reads `hprof option error: WHAT (ALL OPTIONS)`; the caller puts
/// "HPROF ERROR: " in front. WHAT names the option and what it takes. Control
/// characters are escaped.
llvm::Expected<Options> parseOptions(llvm::StringRef Text,
                                     const OptionEnvironment &Env);

/// Replaces `%p` by \p Pid and `%%` by `%`. Any other `%` stays.
std::string expandPid(llvm::StringRef Pattern, pid_t Pid);

/// The file to write. With force=n an existing file is not replaced: the name
/// gets the pid, before a `.txt` at its end if the output is text:
/// `java.hprof.123.txt`, `x.dat.123.txt`, in binary `java.hprof.123`. When that
/// exists too, a number follows the pid: `java.hprof.123.2.txt`.
///
/// \p Exists says whether there is a file of that name. To be sure, open the
/// file exclusively.
std::string outputPath(const Options &O, pid_t Pid,
                       llvm::function_ref<bool(const std::string &)> Exists);

/// The text that the option `help` prints: lines of at most 79 characters.
std::string usageText();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OPTIONS_OPTIONS_H
