"""numbers.py TOOLS-FOLDER DUMP: checks that options for numbers refuse other values.

Finds these options of all tools in --help, by the names of their values. Text that is
not a number, or not a number of 64 bits, is a usage error, whose message names the
text. The smallest and the largest numbers are accepted or refused, but must not make a
tool fail in another way.
"""

import os
import re
import subprocess
import sys

folder, dump = sys.argv[1:]
NUMBERS = {"<n>", "<nth>", "<size>", "<bytes>", "<share>", "<id>"}
WRONG = ["", "nan", "inf", "-1", "+1", "1e5", " 1", "1 ", "0.5.5", "x", "99999999999999999999",
         "18446744073709551616", "\u0663"]
SHARES = ["%", "nan%", "NaN%", "inf%", "-inf%", "infinity%", "1e999%", "1e2%", "-1%", "+1%", " 1%", "0x1p3%",
          "1%%", "101%", "1.2.3%", ".5%"]
EDGES = ["0", "1", "4294967295", "4294967296", "9223372036854775808", "18446744073709551615"]
SHARE_EDGES = ["0%", "0.0000000000000000000000001%", "100%", "18446744073709551615"]
faults = checked = 0


def run(tool, *arguments):
    done = subprocess.run([os.path.join(folder, tool), *arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=300, check=False)
    return done.returncode, done.stderr.decode()


def check(tool, option, value, is_wrong):
    global checked, faults
    checked += 1
    arguments = {"hprof-listen": ["x"], "hprof-attach": ["x"], "hprof-serve": [dump, "--idle-timeout=1"]}.get(tool, [dump])
    status, messages = run(tool, option + value, *arguments)
    lines = [line for line in messages.split("\n") if "error: " in line]
    is_good = status == 2 and any("'%s'" % value in line or value in line for line in lines) if is_wrong else 0 <= status <= 4
    if not is_good:
        faults += 1
        print("%s %s%s: status %d: %s" % (tool, option, value, status, messages[-200:]))


for tool in sorted(os.listdir(folder)):
    if not tool.startswith("hprof-"):
        continue
    text = subprocess.run([os.path.join(folder, tool), "--help"], stdout=subprocess.PIPE, check=True).stdout.decode()
    for option, kind in sorted(set(re.findall(r"(--[a-z-]+=)(<[a-z]+>)", text))):
        if kind not in NUMBERS:
            continue
        for value in WRONG + (SHARES if kind == "<share>" else []):
            check(tool, option, value, True)
        for value in EDGES + (SHARE_EDGES if kind == "<share>" else []):
            check(tool, option, value, False)
print("%d values, %d faults" % (checked, faults))
sys.exit(faults != 0 or checked < 500)
