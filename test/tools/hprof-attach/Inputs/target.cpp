// A program that is not a JVM. Maps the files named by its arguments, prints
// "ready", waits for the end of its input, and prints how often it got
// SIGQUIT. With --catch as first argument it catches SIGQUIT; else SIGQUIT
// kills it.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

static volatile sig_atomic_t Count;
static void count(int) { Count = Count + 1; }

int main(int Argc, char **Argv) {
  int First = 1;
  if (Argc > 1 && !std::strcmp(Argv[1], "--catch")) {
    struct sigaction Action = {};
    Action.sa_handler = count;
    Action.sa_flags = SA_RESTART;
    sigaction(SIGQUIT, &Action, nullptr);
    First = 2;
  }
  for (int I = First; I < Argc; ++I) {
    int FD = open(Argv[I], O_RDONLY);
    if (FD < 0 ||
        mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, FD, 0) == MAP_FAILED) {
      std::perror(Argv[I]);
      return 1;
    }
  }
  std::puts("ready");
  std::fflush(stdout);
  char Byte;
  while (read(STDIN_FILENO, &Byte, 1) > 0) {
  }
  std::printf("signals: %d\n", int(Count));
  return 0;
}
