//===- Load.cpp - Entry points of the agent -------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hprof/Agent/Load.h"
#include "Agent/Output/Messages.h"
#include "Agent/Output/NewFile.h"
#include "Agent/Output/OutputUse.h"
#include "Agent/Vm/JvmError.h"
#include "Session.h"
#include "hprof/Agent/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

using namespace hprof;
using namespace hprof::agent;
using namespace llvm;

namespace {
/// All loads of the agent in this process. A VM loads agents one at a time, but
/// may die while their threads still run, so a started session is never
/// destroyed.
struct Loads {
  std::mutex Lock;
  std::vector<std::unique_ptr<Session>> Sessions;
};
} // namespace

namespace {
/// Reports options that conflict with those of another load of the agent.
class OptionConflict : public ErrorInfo<OptionConflict, StringError> {
public:
  static char ID;
  explicit OptionConflict(const Twine &What)
      : ErrorInfo(What, inconvertibleErrorCode()) {}
};
} // namespace
char OptionConflict::ID = 0;

static Loads &loads() {
  // Never destroyed: callbacks may run while the process exits.
  static Loads *All = new Loads;
  return *All;
}

/// Fails if a load with \p O and \p Out cannot run together with \p Other.
static Error checkBeside(const Session &Other, const Options &O,
                         const Output &Out) {
  if (!Other.isOpen())
    return Error::success();
  if (Other.output().isSame(Out))
    return make_error<OptionConflict>(
        "'" + Out.To->name() +
        "' is already being written by an earlier load of this agent; choose "
        "another file=");
  if (Other.options().HeapSites && O.HeapSites)
    return make_error<OptionConflict>("heap=sites: an earlier load of this "
                                      "agent is recording allocations to '" +
                                      Other.output().To->name() +
                                      "'; a VM reports them to only one load");
  auto TimesMethods = [](const Options &Any) {
    return Any.CpuTimes || Any.CpuOld;
  };
  if (TimesMethods(Other.options()) && TimesMethods(O))
    return make_error<OptionConflict>(
        Twine(O.CpuTimes ? "cpu=times" : "cpu=old") +
        ": an earlier load of this agent is timing methods for '" +
        Other.output().To->name() +
        "'; only one load per VM can do that at a time");
  return Error::success();
}

/// Fails if a load with \p O and \p Out conflicts with any other load.
static Error checkBesideAll(const Loads &All, const Options &O,
                            const Output &Out) {
  for (const std::unique_ptr<Session> &Other : All.Sessions)
    if (Error E = checkBeside(*Other, O, Out))
      return E;
  // Other copies of this library have their own list of loads.
  if (isWrittenByOthers(Out))
    return make_error<OptionConflict>(
        "'" + Out.To->name() +
        "' is already being written by this process, possibly by another copy "
        "of this agent; choose another file=");
  return Error::success();
}

/// Creates and prepares a session.
static Expected<Session *> open(JavaVM &Vm, Options O, bool IsAttached) {
  if (MemoryAccount *Memory = memoryAccount())
    Memory->allow(O.Memory);
  Expected<Jvm> J = Jvm::lease(Vm, IsAttached);
  if (!J)
    return J.takeError();
  auto Dispose = [&](Error E) {
    J->stopEvents();
    J->giveBack(/*MayBeUsedAgain=*/true);
    return E;
  };
  Expected<Output> Out = openOutput(O, ::getpid());
  if (!Out)
    return Dispose(Out.takeError());
  Loads &All = loads();
  std::lock_guard<std::mutex> Hold(All.Lock);
  if (Error E = checkBesideAll(All, O, *Out)) {
    Out->To->close();
    return Dispose(std::move(E));
  }
  // Kept even on failure: callbacks may have begun.
  All.Sessions.push_back(
      std::make_unique<Session>(*J, std::move(O), std::move(*Out)));
  Session &New = *All.Sessions.back();
  if (Error E = New.prepare()) {
    New.close();
    return Dispose(std::move(E));
  }
  return &New;
}

static Expected<Options> parse(const char *Text, bool IsAttached) {
  OptionEnvironment Env;
  Env.HprofOptions = IsAttached ? nullptr : ::getenv("_JAVA_HPROF_OPTIONS");
  Env.Pid = ::getpid();
  Env.Attaching = IsAttached;
  return parseOptions(Text ? Text : "", Env);
}

int agent::load(JavaVM &Vm, const char *Text) {
  Expected<Options> O = parse(Text, /*IsAttached=*/false);
  if (!O) {
    reportError(O.takeError());
    return JNI_ERR;
  }
  if (O->Help) {
    // Only the help text was requested. The VM does not run yet.
    const std::string Usage = usageText();
    ::fwrite(Usage.data(), 1, Usage.size(), stdout);
    ::fflush(stdout);
    ::_exit(0);
  }
  Expected<Session *> S = open(Vm, std::move(*O), /*IsAttached=*/false);
  if (S)
    return JNI_OK;
  Error E = S.takeError();
  // Conflicting options fail at every start. Whether a peer listens or a file
  // can be written may change, and must not prevent the program from running.
  const bool GoesOn = !E.isA<OptionConflict>();
  reportError(toString(std::move(E)) +
              (GoesOn ? "; the program continues without being recorded" : ""));
  return GoesOn ? JNI_OK : JNI_ERR;
}

/// Stops all recordings of this agent, as if the VM exited.
static int stopAll(JNIEnv &Jni) {
  Loads &All = loads();
  std::vector<Session *> Open;
  {
    std::lock_guard<std::mutex> Hold(All.Lock);
    for (const std::unique_ptr<Session> &S : All.Sessions)
      if (S->isOpen())
        Open.push_back(S.get());
  }
  if (Open.empty()) {
    reportError("stop: this agent is not recording in this VM");
    return JNI_ERR;
  }
  bool HasFailed = false;
  for (Session *S : Open) {
    S->stop(Jni);
    HasFailed |= S->hasFailed();
  }
  return HasFailed ? JNI_ERR : JNI_OK;
}

int agent::attach(JavaVM &Vm, const char *Text) {
  void *Jni = nullptr;
  if (Vm.GetEnv(&Jni, JNI_VERSION_1_6) != JNI_OK) {
    reportError("attaching requires a thread that is attached to the VM");
    return JNI_ERR;
  }
  Expected<Options> O = parse(Text, /*IsAttached=*/true);
  if (!O) {
    reportError(O.takeError());
    return JNI_ERR;
  }
  if (O->Help) {
    say(usageText());
    return JNI_OK;
  }
  if (O->Stop)
    return stopAll(*static_cast<JNIEnv *>(Jni));
  const std::optional<Options::DumpRequest> Now = O->Dump;
  const bool DumpsLater = O->DumpOnExit || !Now;
  Expected<Session *> S = open(Vm, std::move(*O), /*IsAttached=*/true);
  if (!S) {
    reportError(S.takeError());
    return JNI_ERR;
  }
  JNIEnv &Env = *static_cast<JNIEnv *>(Jni);
  (*S)->vmInit(Env);
  if (!(*S)->isOpen() || (Now && !(*S)->dataDump(Env, *Now)))
    return JNI_ERR;
  if (!DumpsLater)
    (*S)->finish(Env);
  return (*S)->hasFailed() ? JNI_ERR : JNI_OK;
}

void agent::processEnds() {
  Loads &All = loads();
  const std::unique_lock<std::mutex> Hold(All.Lock, std::try_to_lock);
  if (!Hold)
    return;
  for (const std::unique_ptr<Session> &S : All.Sessions)
    S->processEnds();
}

void agent::unload() {
  Loads &All = loads();
  std::lock_guard<std::mutex> Hold(All.Lock);
  for (const std::unique_ptr<Session> &S : All.Sessions)
    S->close();
  Jvm::forgetIdle();
}
