//===- Opts.td - Options of hprof-threads ---------------------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "hprof/GraphTool/Graph.td"

def sections : OptionGroup<"sections">, HelpText<"WHAT TO PRINT">;
let Group = sections in {
  def summary : Flag<["--"], "summary">,
    HelpText<"Print the number of threads in each state, deadlocks and the "
             "most contended locks">;
  def deadlocks : Flag<["--"], "deadlocks">, HelpText<"Print deadlocks">;
  def contention : Flag<["--"], "contention">,
    HelpText<"Print locks that threads wait for, and their owners">;
  def tree : Flag<["--"], "tree">,
    HelpText<"Print thread containers (executors, scopes) with their owners "
             "and threads">;
  def stacks : Flag<["--"], "stacks">,
    HelpText<"Print threads with their stacks (the default: --summary "
             "--stacks)">;
}

def selection : OptionGroup<"selection">, HelpText<"THREAD OPTIONS">;
let Group = selection in {
  defm state : Value<"state", "<state>",
                     "Print threads in <state>, such as BLOCKED; can be "
                     "repeated">;
  defm thread : Value<"thread", "<id|name>",
                      "Print the thread with this id or name; can be repeated">;
  defm filter : Value<"filter", "<text>",
                      "Print threads with <text> in their name or a frame; "
                      "with * or ?, the whole name or frame must match; /.../ "
                      "is a regular expression">;
  def group : Flag<["--"], "group">,
    HelpText<"Group threads with the same stack (the default for more than 100 "
             "threads)">;
  def ungrouped : Flag<["--"], "ungrouped">,
    HelpText<"Print each thread separately, however many there are">;
  def locals : Flag<["--"], "locals">,
    HelpText<"For a heap dump, print the objects that frames refer to">;
  def retained : Flag<["--"], "retained">,
    HelpText<"For a heap dump, print the bytes that each thread keeps alive, "
             "largest first; builds the graph of all objects unless there is "
             "an index">;
  defm ignore : Value<"ignore", "<n>",
                      "When grouping or comparing threads, ignore the <n> "
                      "innermost frames">;
}

def comparison_group : OptionGroup<"comparison">, HelpText<"COMPARISON OPTIONS">;
let Group = comparison_group in {
  def compare : Flag<["--"], "compare">,
    HelpText<"Compare all dumps from all inputs, in their order: show threads "
             "whose stacks did not change, and locks that were held "
             "throughout">;
}

def gate_group : OptionGroup<"gate">, HelpText<"GATE OPTIONS">;
let Group = gate_group in {
  def fail_on_deadlock : Flag<["--"], "fail-on-deadlock">,
    HelpText<"Exit with status 4 if there is a deadlock, 5 if that cannot be "
             "determined">;
  def gate : Flag<["--"], "gate">, Alias<fail_on_deadlock>, Flags<[HelpHidden]>;
}

defm "" : TopOption<"Print the first <n> threads or groups, and the first "
                    "<n> locks of --contention (0 = all, the default)">;
defm "" : AnswerOptions<",collapsed,thread-json,jstack">;
defm "" : ReadingOptions;
defm "" : TrustIndexOption;

let Group = reading_group in
defm heap : Value<"heap", "<file>",
                  "Use this heap dump of the same VM to find the owners of "
                  "java.util.concurrent locks that a thread dump omits">;
