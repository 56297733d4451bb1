include "hprof/Tool/Common.td"

defm "" : OutputOptions;

defm moved_by : Value<"moved-by", "<n>",
                      "Expect each id of the second to be larger by <n>">;
def ignore_eq : CommaJoined<["--"], "ignore=">, MetaVarName<"<what>,...">,
  Values<"roots,sizes,lengths,names,superclasses,class-references,"
         "unused-classes">,
  HelpText<"Do not compare these">;
