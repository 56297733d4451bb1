include "hprof/Tool/Common.td"

defm "" : OutputOptions;
defm "" : StrictOption;
defm "" : ProgressOption;
defm "" : TopOption<"Print the first <n> (default 30, 0 = all)">;
defm "" : ThreadsOption;
defm "" : MaxMemoryOption;
defm "" : TempDirOption;
defm "" : RawOption;
defm "" : FormatOption<"text,json,csv">;

def binary : Flag<["--"], "binary">, HelpText<"Open a binary output">;
def gate : Flag<["--"], "gate">, HelpText<"Trip the gate">;
def records : Flag<["--"], "records">, HelpText<"Print records">;
def records_eq : CommaJoined<["--"], "records=">, MetaVarName<"<kind,...>">,
  Values<"load-class,heap-dump">, HelpText<"Print records of a kind">;
defm object : Value<"object", "<id>", "Print one object">;
