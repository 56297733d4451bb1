//===- ThreadRecording.cpp - Thread dumps ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRecording.h"
#include "Agent/Output/Messages.h"
#include "Agent/Records/Recorder.h"
#include "Agent/Vm/JvmError.h"
#include "Agent/Vm/JvmMemory.h"
#include "JvmTiThreads.h"
#include "ThreadBean.h"
#include "hprof/Format/Stream/Sink.h"
#include "hprof/Format/Thread/FrameText.h"
#include "hprof/Format/Thread/ThreadJsonWriter.h"
#include "llvm/Support/Errno.h"
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
class ThreadRecording final : public Recording {
public:
  explicit ThreadRecording(const RecordingContext &C) : C(C) {}

  Options::DumpRequest kind() const override {
    return Options::DumpRequest::Threads;
  }
  StringRef title() const override { return "threads"; }
  Error want(const Jvm &J, jvmtiCapabilities &Wanted) override {
    Wanted.can_get_source_file_name = J.Potential.can_get_source_file_name;
    Wanted.can_get_line_numbers = J.Potential.can_get_line_numbers;
    return Error::success();
  }
  Error start(JNIEnv &Jni) override {
    Jdk.start(Jni);
    return Error::success();
  }
  void stop(JNIEnv &Jni) override { Jdk.stop(Jni); }
  Error dump(JNIEnv &Jni) override;
  void expectEnd(bool JavaRuns) override { MayRunJava = JavaRuns; }
  bool knows(const Command &C) const override {
    return C.Tag == CommandTag::DumpThreads;
  }
  Error command(JNIEnv &Jni, const Command &) override { return dump(Jni); }

private:
  std::string freeName();
  Expected<ThreadDump> read(JNIEnv &Jni, const std::string &Scratch);
  void addHeader(ThreadDump &Dump);
  void tell(const Twine &What) {
    if (!std::exchange(IsTold, true))
      reportNote("threads=y: " + What);
  }

  const RecordingContext C;
  JdkFields Jdk;
  unsigned Next = 0;   ///< Number of the next file.
  bool IsTold = false; ///< Reported the beans' limitations.
  std::atomic<bool> MayRunJava{true};
};
} // namespace

std::unique_ptr<Recording>
agent::makeThreadRecording(const RecordingContext &C) {
  return std::make_unique<ThreadRecording>(C);
}

/// Returns \p Path without the suffix of an output.
static StringRef stemOf(StringRef Path) {
  for (StringRef Ending : {".txt", ".json", ".hprof"})
    if (Path.size() > Ending.size() && Path.consume_back(Ending) &&
        Ending != ".txt")
      break;
  return Path;
}

/// Returns an unused path; absolute, because Java requires this.
std::string ThreadRecording::freeName() {
  std::string Stem = C.Opts.toSocket() ? "java" : stemOf(C.Out.name()).str();
  char Folder[PATH_MAX];
  if (Stem.front() != '/' && ::getcwd(Folder, sizeof(Folder)))
    Stem = std::string(Folder) + "/" + Stem;
  struct stat Status;
  for (;; ++Next) {
    std::string Path = Stem + "." + std::to_string(::getpid()) + "." +
                       std::to_string(Next) + ".json";
    if (::lstat(Path.c_str(), &Status) != 0)
      return Path;
  }
}

void ThreadRecording::addHeader(ThreadDump &Dump) {
  using namespace std::chrono;
  if (Dump.Time.empty()) {
    Dump.Millis = uint64_t(
        duration_cast<milliseconds>(system_clock::now().time_since_epoch())
            .count());
    Dump.Time = instantText(*Dump.Millis);
  }
  Dump.ProcessId = uint64_t(::getpid());
  JvmText Version(*C.J.Ti);
  if (Dump.VmVersion.empty() &&
      C.J.Ti->GetSystemProperty("java.vm.version", Version.out()) ==
          JVMTI_ERROR_NONE)
    Dump.VmVersion = Version.str().str();
}

Expected<ThreadDump> ThreadRecording::read(JNIEnv &Jni,
                                           const std::string &Scratch) {
  if (!MayRunJava) {
    tell(
        "the Java heap is full; the last dump omits monitors owned by threads");
    return readJvmTiThreads(*C.J.Ti, Jni, Jdk);
  }
  Expected<std::optional<ThreadDump>> Whole =
      readDiagnosticBean(Jni, Scratch, /*AsText=*/false);
  std::string WhyNoJson;
  if (!Whole) {
    // JDK 25's JSON is invalid for names with control characters.
    WhyNoJson = toString(Whole.takeError());
    Whole = readDiagnosticBean(Jni, Scratch, /*AsText=*/true);
  }
  Expected<ThreadDump> Platform = readThreadBean(Jni);
  if (!WhyNoJson.empty())
    tell(WhyNoJson + (Whole ? "; using the VM's text output instead"
                            : "; dumps omit virtual threads"));
  if (Whole && *Whole) {
    if (Platform)
      addLocks(**Whole, *Platform);
    else
      consumeError(Platform.takeError());
    return std::move(**Whole);
  }
  if (!Whole)
    consumeError(Whole.takeError());
  if (Platform)
    return Platform;
  tell(toString(Platform.takeError()) +
       "; dumps omit monitors owned by threads");
  return readJvmTiThreads(*C.J.Ti, Jni, Jdk);
}

/// Writes the file, which appears only when complete.
static Error write(const ThreadDump &Dump, const std::string &Path) {
  const std::string Part = Path + ".part";
  auto Fail = [&](const Twine &What) {
    return make_error<JvmError>("cannot " + What + " '" + Path +
                                "': " + sys::StrError());
  };
  const int Fd =
      ::open(Part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (Fd < 0)
    return Fail("create");
  std::unique_ptr<Sink> Out = Sink::toFile(Fd);
  writeThreadJson(Dump, *Out);
  Error E = Out->finish();
  if (::close(Fd) != 0 && !E)
    E = Fail("write");
  if (!E && ::rename(Part.c_str(), Path.c_str()) != 0)
    E = Fail("create");
  if (E)
    ::unlink(Part.c_str());
  return E;
}

Error ThreadRecording::dump(JNIEnv &Jni) {
  const std::string Path = freeName();
  Expected<ThreadDump> Dump = read(Jni, Path + ".part");
  if (!Dump)
    return Dump.takeError();
  addHeader(*Dump);
  if (Error E = write(*Dump, Path))
    return E;
  ++Next;
  if (C.Opts.Verbose)
    say(" '" + Path + "'");
  return Error::success();
}
