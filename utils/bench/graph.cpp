//===- graph.cpp - Times the phases of a heap graph -----------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the graph of a dump and its dominators. For each phase, prints the
// elapsed and processor time and the resident memory at its end, private and
// total.
//
//===----------------------------------------------------------------------===//

#include "hprof/Analysis/Dominators/DominatorTree.h"
#include "hprof/Analysis/Heap/HeapFile.h"
#include "hprof/Format/Stream/Source.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sys/resource.h>

using namespace hprof;

namespace {

class Phases {
public:
  ~Phases() { next(nullptr); }
  void next(const char *Phase) {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (Phase == Now)
      return;
    double Wall = wall(), Cpu = cpu();
    if (Now)
      printf("  %-28s %8.3f s  cpu %8.3f s  anon %9.1f MB  all %9.1f MB\n", Now,
             Wall - LastWall, Cpu - LastCpu, field("RssAnon:"),
             field("VmRSS:"));
    Now = Phase;
    LastWall = Wall;
    LastCpu = Cpu;
  }
  static double wall() {
    return std::chrono::duration<double>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
  }
  static double cpu() {
    rusage Use;
    getrusage(RUSAGE_SELF, &Use);
    return double(Use.ru_utime.tv_sec + Use.ru_stime.tv_sec) +
           1e-6 * double(Use.ru_utime.tv_usec + Use.ru_stime.tv_usec);
  }

private:
  static double field(const char *Name) {
    double Kb = 0;
    if (FILE *F = fopen("/proc/self/status", "r")) {
      char Line[256];
      while (fgets(Line, sizeof(Line), F))
        if (!strncmp(Line, Name, strlen(Name)))
          Kb = atof(Line + strlen(Name));
      fclose(F);
    }
    return Kb * 1.024e-3;
  }

  std::mutex Mutex;
  const char *Now = nullptr;
  double LastWall = 0, LastCpu = 0;
};

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 2 || Argc > 5) {
    fprintf(stderr,
            "usage: hprof-bench-graph DUMP [THREADS [MB [TEMP-DIR]]]\n");
    return 2;
  }
  llvm::ExitOnError Check("graph: error: ");
  double Begin = Phases::wall();
  unsigned Threads = Argc > 2 ? unsigned(atoi(Argv[2])) : 2;
  HeapFileOptions Opening;
  Opening.Access = HeapAccess::Random;
  Opening.Threads = Threads;
  Opening.TempDir = Argc > 4 ? Argv[4] : "/tmp";
  Phases Clock;
  Clock.next("opening");
  std::unique_ptr<HeapFile> File = Check(HeapFile::open(Argv[1], Opening));
  GraphOptions Building;
  Building.Threads = Threads;
  Building.OnProgress = [&](const char *Phase, uint64_t, uint64_t) {
    Clock.next(Phase);
  };
  Building.OnNeed = [](uint64_t Bytes) {
    printf("  about %.1f MB will be needed\n", double(Bytes) * 1e-6);
  };
  if (Argc > 3)
    Building.Memory =
        MemoryBudget::create(uint64_t(atof(Argv[3]) * 1e6), Opening.TempDir);
  HeapGraph Graph = Check(HeapGraph::build(*File, Building));
  DominatorOptions Computing;
  Computing.Threads = Threads;
  Computing.OnProgress = Building.OnProgress;
  DominatorTree Tree = Check(DominatorTree::compute(Graph, Computing));
  Clock.next(nullptr);
  uint64_t Sum = 0; // Checksum, so that two runs can be compared.
  for (Node N = 0; N != Graph.size(); ++N)
    Sum = Sum * 31 + Tree.retained(N) * 7 + Tree.parent(N);
  printf("%.3f s, cpu %.3f s, %llu objects, %llu references, %llu reachable, "
         "checksum %016llx\n",
         Phases::wall() - Begin, Phases::cpu(),
         static_cast<unsigned long long>(Graph.size()),
         static_cast<unsigned long long>(Graph.counts().References),
         static_cast<unsigned long long>(Tree.reachable()),
         static_cast<unsigned long long>(Sum));
}
