// A small agent. It prints its options, which select what it does:
//   return=N   Agent_OnAttach returns N
//   size...    only the number of bytes of the options is printed
//   wait       creates the file "running" and waits until the file "go" exists
// JVM TI is not used, so that no JDK is needed to compile it.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

extern "C" __attribute__((visibility("default"))) int
Agent_OnAttach(void *, char *Options, void *) {
  const char *Text = Options ? Options : "(none)";
  if (!std::strncmp(Text, "size", 4))
    std::printf("agent: %zu bytes\n", std::strlen(Text));
  else
    std::printf("agent: options: %s\n", Text);
  std::fflush(stdout);
  if (!std::strcmp(Text, "wait")) {
    if (FILE *File = std::fopen("running", "w"))
      std::fclose(File);
    while (access("go", F_OK))
      usleep(1000);
  }
  const char *Code = std::strstr(Text, "return=");
  return Code ? std::atoi(Code + 7) : 0;
}
