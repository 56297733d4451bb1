"""empty.py TOOLS DUMP INPUT...: checks the tools' messages about empty inputs.

Each command is run with each INPUT; "-" is standard input without a byte. It must
fail with one error that names the input and says that it is empty.
"""

import os
import subprocess
import sys

tools, dump, *inputs = sys.argv[1:]
COMMANDS = [
    "hprof-dump {}",
    "hprof-dump --verify {}",
    "hprof-histo {}",
    "hprof-convert --to=yaml {}",
    f"hprof-convert --to=hprof --with={{}} {dump}",
    "hprof-merge {}",
    f"hprof-merge --names-from={{}} {dump}",
    "hprof-opt --passes=repair {}",
    "hprof-dominators {}",
    "hprof-paths --class=a.B {}",
    "hprof-lint {}",
    "hprof-query --query=SELECT/**/1 {}",
    f"hprof-diff {dump} {{}}",
    "hprof-threads {}",
    "hprof-index -o index {}",
]
# This tool is not in every build.
if os.path.exists(os.path.join(tools, "hprof-report")):
    COMMANDS.append("hprof-report {}")
faults = 0
for command in COMMANDS:
    for name in inputs:
        if name == "-" and command.split()[0] in ("hprof-index", "hprof-report"):
            continue  # These need a file.
        words = [w.replace("{}", name) for w in command.split()]
        words[0] = os.path.join(tools, words[0])
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False)
        shown = "<stdin>" if name == "-" else name
        lines = [line for line in done.stderr.splitlines() if "error: " in line]
        if (done.returncode == 1 and len(lines) == 1 and f"'{shown}'" in lines[0]
                and "is empty" in lines[0]):
            continue
        faults += 1
        print(" ".join(words), done.returncode, done.stderr, sep=": ")
print(f"{len(COMMANDS)} commands, {len(inputs)} inputs, {faults} faults")
