include "hprof/GraphTool/Graph.td"

defm "" : OutputOptions;
defm "" : TopOption<"Print the first <n> dominators (default 0 = all)">;
defm "" : GraphReadingOptions;
def wide : Flag<["--"], "wide">,
  HelpText<"Make the graph as if it had more than 2^31 objects">;
def references : Flag<["--"], "references">,
  HelpText<"Print what each object refers to and is dominated by, too">;
