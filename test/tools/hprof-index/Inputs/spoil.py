"""Damages an index in many ways and checks a tool's reaction.

usage: spoil.py INDEX PLACE TOOL DUMP GOOD

GOOD is the output of TOOL for DUMP; PLACE is the path at which it finds the index.
"""

import os
import subprocess
import sys

index, place, tool, dump, good = sys.argv[1:]
content = open(index, "rb").read()
expected = open(good, "rb").read()


def run(spoiled):
    """Whether the answer was right, and the messages about the index."""
    with open(place, "wb") as file:
        file.write(spoiled)
    os.chmod(place, 0o600)
    done = subprocess.run([tool, dump], capture_output=True)
    # The layout of such a small heap is uncertain, which is reported after that.
    said = done.stderr.decode(errors="replace").split("\n")[0]
    return done.returncode, done.stdout == expected, said


def show(what, spoiled):
    status, same, said = run(spoiled)
    prefix = tool.split("/")[-1] + ": note: '" + place + "': "
    assert status == 0 and same, (what, status, said)
    assert said.startswith(prefix), said
    print(what + ": " + said[len(prefix):])


def changed(offset, value):
    return content[:offset] + bytes([value]) + content[offset + 1:]


show("empty", b"")
show("text", b"some text\n" * 1000)
show("magic alone", content[:8])
show("without its last byte", content[:-1])
show("without its first half", content[len(content) // 2:])
show("with a byte behind", content + b"x")
show("version 99", changed(8, 99))
show("other byte order", content[:12] + content[15:11:-1] + content[16:])
show("other header", changed(16, content[16] ^ 1))
show("other table", changed(len(content) - 40, content[-40] ^ 1))

files = others = crashes = 0
step = max(1, len(content) // 100)
for offset in list(range(0, 128, 8)) + list(range(128, len(content), step)):
    files += 1
    status, same, said = run(changed(offset, content[offset] ^ 0x55))
    crashes += status != 0
    others += not same
print("every byte: %d changed files, %d used with other answers, %d crashes" %
      (files, others, crashes))
os.remove(place)
with open(place, "wb") as file:
    file.write(content[:-1])
