/* vm-without-jvmti LIBRARY OPTIONS: loads the agent as a VM does, which then
   asks it for JVM TI in vain. Written for musl, in plain C without JNI's
   headers. */
#include <dlfcn.h>
#include <stdio.h>

struct Vm;
struct VmFunctions {
  void *Reserved[3];
  int (*DestroyJavaVM)(struct Vm *);
  int (*AttachCurrentThread)(struct Vm *, void **, void *);
  int (*DetachCurrentThread)(struct Vm *);
  int (*GetEnv)(struct Vm *, void **, int);
  int (*AttachCurrentThreadAsDaemon)(struct Vm *, void **, void *);
};
struct Vm {
  const struct VmFunctions *Functions;
};

static int no(struct Vm *V) { return -1; }
static int noThread(struct Vm *V, void **Env, void *Arguments) { return -1; }
static int noEnv(struct Vm *V, void **Env, int Version) {
  *Env = 0;
  return -3; /* JNI_EVERSION */
}

int main(int Argc, char **Argv) {
  static const struct VmFunctions Functions = {{0}, no,    noThread,
                                               no,  noEnv, noThread};
  struct Vm This = {&Functions};
  int (*Load)(struct Vm *, char *, void *);
  void *Library = Argc == 3 ? dlopen(Argv[1], RTLD_LAZY) : 0;
  if (!Library) {
    puts(Argc == 3 ? dlerror() : "usage: vm-without-jvmti LIBRARY OPTIONS");
    return 1;
  }
  *(void **)&Load = dlsym(Library, "Agent_OnLoad");
  printf("loaded\n");
  fflush(stdout);
  printf("Agent_OnLoad returned %d\n", Load(&This, Argv[2], 0));
  return 0;
}
