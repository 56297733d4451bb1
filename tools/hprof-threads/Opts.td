//===- Opts.td - Options of hprof-threads ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Index.td"

def sections : OptionGroup<"sections">, HelpText<"WHAT TO PRINT">;
let Group = sections in {
  def summary : Flag<["--"], "summary">,
    HelpText<"Only the numbers of threads, deadlocks and the most contended "
             "locks">;
  def deadlocks : Flag<["--"], "deadlocks">, HelpText<"Only the deadlocks">;
  def contention : Flag<["--"], "contention">,
    HelpText<"Only the locks that threads wait for, and their owners">;
  def tree : Flag<["--"], "tree">,
    HelpText<"Only the containers of threads (executors, scopes), with their "
             "owners and threads">;
  def stacks : Flag<["--"], "stacks">,
    HelpText<"Only the threads with their stacks">;
}

def comparing : OptionGroup<"comparing">, HelpText<"COMPARING OPTIONS">;
let Group = comparing in {
  def compare : Flag<["--"], "compare">,
    HelpText<"What stayed the same in all dumps of all inputs, in their order: "
             "threads that did not move, locks that stayed held">;
}

def checking : OptionGroup<"checking">, HelpText<"CHECK OPTIONS">;
let Group = checking in {
  def fail_on_deadlock : Flag<["--"], "fail-on-deadlock">,
    HelpText<"Exit with status 4 when there is a deadlock, 5 when that is not known">;
}

def selection : OptionGroup<"selection">, HelpText<"WHICH THREADS TO PRINT">;
let Group = selection in {
  defm state : Value<"state", "<state>",
                     "Threads in <state>, such as BLOCKED; may be repeated">;
  defm thread : Value<"thread", "<id|name>",
                      "The thread with this id or name; may be repeated">;
  defm filter : Value<"filter", "<text>",
                      "Threads with <text> in their name or a frame; or "
                      "matching it, if it has * or ?, or is a /regex/">;
  def group : Flag<["--"], "group">,
    HelpText<"Threads with the same stack as one (the default for more than "
             "100 threads)">;
  def ungrouped : Flag<["--"], "ungrouped">,
    HelpText<"Each thread by itself, however many there are">;
  def locals : Flag<["--"], "locals">,
    HelpText<"Of a heap dump, with the objects that the frames refer to">;
  def retained : Flag<["--"], "retained">,
    HelpText<"Of a heap dump, with the bytes that each thread keeps alive, those "
             "with most first; builds the graph of all objects, or takes it from "
             "the index">;
  defm ignore : Value<"ignore", "<n>",
                      "When grouping, ignore the <n> innermost frames">;
}

def output_group : OptionGroup<"output">, HelpText<"OUTPUT OPTIONS">;
let Group = output_group in {
  defm "" : FormatOption<"text,json,csv,jsonl,markdown,collapsed,thread-json,"
                         "jstack">;
  defm "" : TopOption<"Print the first <n> threads or groups, and locks of "
                      "--contention (0 = all, the default)">;
  defm "" : OutputOptions;
  defm "" : RawOption;
  defm "" : TableOptions;
}

def reading_group : OptionGroup<"reading">, HelpText<"READING OPTIONS">;
let Group = reading_group in {
  defm "" : StrictOption;
  defm "" : ProgressOption;
  defm heap : Value<"heap", "<file>",
                    "Take the owners of locks of java.util.concurrent from this "
                    "heap dump of the same VM, where the thread dump lacks them">;
  defm "" : ThreadsOption;
  defm "" : TempDirOption;
  defm "" : TrustIndexOption;
}
