include "hprof/GraphTool/Graph.td"

defm "" : OutputOptions;
defm "" : TopOption<"Print the first <n> dominators (default 0 = all)">;
defm "" : GraphReadingOptions;
def references : Flag<["--"], "references">,
  HelpText<"Print what each object refers to and is dominated by, too">;
