"""stub.py HEADER: a C source with an empty function for each one in the header."""

import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
print('#include "hprof-c/hprof.h"\n#include <stdlib.h>')
for declaration in re.findall(r"^HPROF_API ([^;]+);", text, re.M):
    print(declaration + " { abort(); }")
