// An agent that handles SIGPROF itself, and says at the end whether it still
// does.
#include <csignal>
#include <cstdio>
#include <jvmti.h>

static volatile std::sig_atomic_t Count;
static void onSignal(int) { Count = Count + 1; }

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *, char *, void *) {
  struct sigaction A = {};
  A.sa_handler = onSignal;
  sigaction(SIGPROF, &A, nullptr);
  return JNI_OK;
}

extern "C" JNIEXPORT void JNICALL Agent_OnUnload(JavaVM *) {
  std::raise(SIGPROF);
  std::printf("own handler called: %d\n", int(Count));
  std::fflush(stdout);
}
