//===- Options.h - The agent's options --------------------------*- C++ -*-===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The agent's options, `name=value,name=value` as in the manual of the JDK's
/// HPROF agent, and their defaults. Options.def lists them.
///
/// A later value replaces an earlier one, but heap= and cpu= accumulate, and
/// file= and net= exclude each other and may appear only once. A trailing comma
/// is allowed.
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
  /// Source of the stacks for cpu=samples.
  enum class Sampler : uint8_t {
    Auto,  ///< AsyncGetCallTrace if the VM has it.
    Agct,  ///< AsyncGetCallTrace only.
    JvmTi, ///< JVM TI's stack traces only.
  };
  /// Action at the first OutOfMemoryError.
  enum class OutOfMemory : uint8_t {
    Dump,   ///< Dump all recordings, as at exit.
    Exit,   ///< Dump and terminate the VM.
    Ignore, ///< Take no action.
  };
  /// Data that an attached agent writes immediately.
  enum class DumpRequest : uint8_t { All, Heap, Sites, Cpu, Monitor, Threads };

  /// Maximum depth of traces: its field in CONTROL_SETTINGS is 16 bits wide.
  static constexpr unsigned MaxDepth = 65535;

  // What to record. If none is given, the parser sets the recording that
  // `dump=` requests or, without `dump=`, HeapSites and HeapDump. When
  // attaching, giving none is an error. CpuTimes and CpuOld are mutually
  // exclusive.
  bool HeapSites = false;
  bool HeapDump = false;
  bool CpuSamples = false;
  bool CpuTimes = false;
  bool CpuOld = false;
  bool Monitor = false;
  bool Threads = false;
  /// Whether at least one of the above was requested by heap=, cpu=, monitor=
  /// or threads=.
  bool ModeGiven = false;
  /// Whether only thread dumps, which are separate files, are written.
  bool onlyThreads() const {
    return Threads && !(HeapSites || HeapDump || CpuSamples || CpuTimes ||
                        CpuOld || Monitor || toSocket());
  }

  // Destination. A socket replaces the file; see toSocket().
  bool Binary = false;
  /// File name as given, in UTF-8 (invalid bytes are kept); java.hprof or
  /// java.hprof.txt by default. outputPath() turns it into a path.
  std::string File;
  /// Name or address; an IPv6 address without brackets.
  std::string Host;
  uint16_t Port = 0;
  /// Path of a Unix socket, with `%p` replaced; shorter than sun_path.
  std::string UnixPath;
  bool toSocket() const { return Port != 0 || !UnixPath.empty(); }

  unsigned NetTimeout = 30; ///< Seconds to wait for the peer when the VM exits.

  unsigned Depth = 4;           ///< Frames per trace; clamped to MaxDepth.
  unsigned IntervalMillis = 10; ///< Greater than 0.
  double Cutoff = 0.0001;       ///< Finite, 0 or more; may exceed 1.
  bool LineNumbers = true;
  bool ThreadInTraces = false;
  bool DumpOnExit = true;
  /// Set to Ignore if DumpOnExit is off and OomGiven is false.
  OutOfMemory Oom = OutOfMemory::Dump;
  bool OomGiven = false;
  bool Force = true; ///< Replace an existing file.
  bool Verbose = true;

  bool Live = true; ///< Live counts in heap=sites.
  /// Mean bytes between two samples of heap=sites; 0 for exact counts. Fits the
  /// jint of SetHeapSamplingInterval.
  uint64_t SampleBytes = 0;
  uint64_t Memory = UINT64_C(256) << 20; ///< Bytes for tables; at least 1 MiB.
  uint64_t Duration = 0; ///< Seconds until the recording ends; 0 for no limit.
  Sampler CpuSampler = Sampler::Auto;
  bool CpuClock = false; ///< cpu=times measures thread CPU time.
  /// Set only when attaching.
  std::optional<DumpRequest> Dump;

  bool PrimitiveFields = true; ///< In dumps by the JVM TI walk.
  bool PrimitiveArrays = true; ///< In dumps by the JVM TI walk.
  uint32_t LogFlags = 0;
  uint32_t ExperimentFlags = 0;
  bool Ignored = false; ///< Target of options that no longer do anything.

  bool Help = false; ///< Only `help` was given; print usageText().
  bool Stop = false; ///< Only `stop` was given, when attaching.
  /// All options, decoded, including those of the environment.
  std::string Text;
};

/// Other inputs of option parsing.
struct OptionEnvironment {
  /// Value of _JAVA_HPROF_OPTIONS, or null. Its options follow the others. Not
  /// used when attaching, because the variable belongs to the VM's command
  /// line.
  const char *HprofOptions = nullptr;
  pid_t Pid = 0;
  bool Attaching = false;
};

/// Parses the options that the VM passes to the agent: \p Text is copied; it is
/// modified UTF-8 or arbitrary bytes from the command line; null means empty.
///
/// The error reads `hprof option error: WHAT (ALL OPTIONS)`; the caller
/// prepends "HPROF ERROR: ". WHAT names the option and its valid values.
/// Control characters are escaped.
llvm::Expected<Options> parseOptions(llvm::StringRef Text,
                                     const OptionEnvironment &Env);

/// Replaces `%p` by \p Pid and `%%` by `%`. Any other `%` is kept.
std::string expandPid(llvm::StringRef Pattern, pid_t Pid);

/// Returns the file to write. With force=n, an existing file is not replaced:
/// the pid is appended to the name, in text output before a `.txt` suffix:
/// `java.hprof.123.txt`, `x.dat.123.txt`; in binary output `java.hprof.123`. If
/// that exists, too, a number follows the pid: `java.hprof.123.2.txt`.
///
/// \p Exists returns whether a file exists. To avoid a race, open the file
/// exclusively.
std::string outputPath(const Options &O, pid_t Pid,
                       llvm::function_ref<bool(const std::string &)> Exists);

/// Returns the output of the option `help`, in lines of at most 79 characters.
std::string usageText();

} // namespace hprof::agent

#endif // HPROF_LIB_AGENT_OPTIONS_OPTIONS_H
