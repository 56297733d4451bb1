//===- Usage.cpp - Output of the option help ------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptionTable.h"
#include "Options.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace hprof::agent;
using namespace llvm;

constexpr const char Head[] = R"(
     HPROF: heap and CPU profiling agent for JDK 11 and later

hprof usage: java -agentlib:hprof=[help]|[<option>=<value>, ...]

Sampling CPU time and allocations is cheap enough for production: the program
is at most 2% slower. To record the running process 4711 for a minute:
  hprof-attach 4711 cpu=samples,heap=sites,sample=512k,duration=60s
The default, heap=all, makes allocation-heavy programs 2 to 8 times slower.

)";

constexpr const char Foot[] = R"(
Examples
--------
  - Sample CPU usage every 20 milliseconds, with 3 frames per trace:
      java -agentlib:hprof=cpu=samples,interval=20,depth=3 classname
  - Estimate where objects are allocated, from one sample per 512 KiB:
      java -agentlib:hprof=heap=sites,sample=512k,file=%p.txt classname
  - Count every object instead, which is several times slower:
      java -agentlib:hprof=heap=sites classname
  - Dump the heap of the running process 4711 now:
      hprof-attach 4711 dump=heap,format=b,doe=n,file=/tmp/heap.hprof
  - End all recording in that process; with doe=y, the agent dumps first:
      hprof-attach 4711 stop

Notes
-----
  - heap= and cpu= values are combined: heap=sites,heap=dump is heap=all. Of
    cpu=times and cpu=old, the last one is used. For all other options, the
    last value is used, but only one file or net option is allowed.
  - Without heap, cpu, monitor=y or threads=y, the default is heap=all;
    attaching requires one of these options, or dump.
  - The option format=b cannot be used with monitor=y, cpu=times or cpu=old.
  - In <file> and in the path of a Unix socket, %p is the process id, and %%
    is a percent sign. The default file is java.hprof with format=b, otherwise
    java.hprof.txt.
  - force=n keeps an existing file and adds the process id to the new name.
  - An IPv6 address is written net=[<address>]:<port>.
  - <bytes> may end in k, m or g, and <time> in s (the default), m or h.
  - cutoff is a fraction: 0.01 omits rows below 1% of the total.
  - depth is at most 65535; larger values are reduced to that.
  - times=cpu measures the CPU time of each thread instead of elapsed time.
  - sampler=agct takes stacks without waiting for a safepoint; jvmti gets
    them from JVM TI; auto is agct if the VM supports it.
  - oom=exit dumps at the first OutOfMemoryError and ends the VM with status 3.
    With doe=n, the default is ignore.
  - duration ends the recording as stop does: with doe=y, the agent dumps
    first. The program keeps running.
  - dump is only for attaching. If no other option selects data to record,
    dump does; with doe=n, it is the only dump.
  - threads=y writes separate files: java.4711.0.json for java.hprof.txt.
  - Options in the environment variable _JAVA_HPROF_OPTIONS are appended to
    those on the command line. They are ignored when attaching.
  - java -Xrunhprof:[help]|[<option>=<value>, ...] does the same as
    java -agentlib:hprof=[help]|[<option>=<value>, ...]
)";

static std::string nameAndValue(const OptionRow &Row) {
  return (Row.Name + "=" + Row.Values).str();
}

/// A longer name and value get a separate line.
static constexpr size_t MostWide = 32;

/// Prints a line of the table; the columns are as wide as their widest entry.
static void printRow(raw_ostream &OS, unsigned Wide, unsigned HelpWide,
                     StringRef Name, StringRef Help, StringRef Default) {
  if (Name.size() > MostWide) {
    OS << Name << '\n';
    Name = "";
  }
  OS << left_justify(Name, Wide) << left_justify(Help, HelpWide) << Default
     << '\n';
}

std::string hprof::agent::usageText() {
  StringRef NameTitle = "Option Name and Value", HelpTitle = "Description";
  size_t Wide = NameTitle.size(), HelpWide = HelpTitle.size();
  for (const OptionRow &Row : optionTable()) {
    if (Row.Group != OptionGroup::Listed)
      continue;
    if (const size_t Own = nameAndValue(Row).size(); Own <= MostWide)
      Wide = std::max(Wide, Own);
    HelpWide = std::max(HelpWide, Row.Help.size());
  }
  Wide += 2;
  HelpWide += 2;

  std::string Text;
  raw_string_ostream OS(Text);
  OS << Head;
  printRow(OS, Wide, HelpWide, NameTitle, HelpTitle, "Default");
  printRow(OS, Wide, HelpWide, std::string(NameTitle.size(), '-'),
           std::string(HelpTitle.size(), '-'), "-------");
  for (const OptionRow &Row : optionTable())
    if (Row.Group == OptionGroup::Listed)
      printRow(OS, Wide, HelpWide, nameAndValue(Row), Row.Help, Row.Default);
  OS << "\nObsolete Options\n----------------\n";
  for (const OptionRow &Row : optionTable())
    if (Row.Group == OptionGroup::Obsolete)
      OS << nameAndValue(Row) << '\n';
  OS << Foot;
  return Text;
}
