"""options-are-read.py SOURCE-FOLDER: prints the members of the agent's Options
that no code reads, and the options without effect whose help does not say so."""

import os
import re
import sys

agent = os.path.join(sys.argv[1], "lib", "Agent")
options = os.path.join(agent, "Options")
struct = open(os.path.join(options, "Options.h")).read()
struct = struct[struct.index("struct Options {") : struct.index("\n};")]
members = re.findall(r"^  [\w:<>]+ (\w+)(?: = [^;]+)?;", struct, re.M)
rows = re.findall(
    r'^HPROF_\w+\((\w+), (\w+),[^)]*?"([^"]*)"\)', open(os.path.join(options, "Options.def")).read(), re.M
)

code = []
for folder, _, names in os.walk(agent):
    for name in names:
        if name.endswith((".h", ".cpp")):
            code.append(open(os.path.join(folder, name)).read())
code = "\n".join(code)

faults = 0
for member in members:
    # A value that is only stored is not read.
    if member != "Ignored" and not re.search(r"(\.|->)%s\b(?!\s*=[^=])" % member, code):
        print("no code reads Options::%s" % member)
        faults += 1
ignored = [(name, text) for name, member, text in rows if member == "Ignored"]
for name, text in ignored:
    if "no effect" not in text:
        print("%s has no effect, but its help says: %s" % (name, text))
        faults += 1
if len(members) < 30 or len(ignored) < 3:
    print("the table was not understood")
    faults += 1
print("%d members, %d options without effect, %d faults" % (len(members), len(ignored), faults))
