include "hprof/Tool/Common.td"

defm "" : OutputOptions;

def ignore_eq : CommaJoined<["--"], "ignore=">, MetaVarName<"<what>,...">,
  Values<"roots,sizes,lengths,names,superclasses,class-references,"
         "unused-classes">,
  HelpText<"Do not compare these">;
