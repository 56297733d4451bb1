"""formats.py [--files] DUMP CONVERT TOOL ARGUMENTS...: checks that every format gives
the same answer.

Converts the YAML file DUMP to each format, with and without compression. The output of
`TOOL ARGUMENTS` for each, as a file and through a pipe, must equal its output for the
HPROF binary that CONVERT makes of it, except for versions of formats and offsets, which
are not shown for converted inputs. With --files, pipes are left out. In ARGUMENTS, {}
is the input; without it the input comes last.
"""

import os
import re
import subprocess
import sys
import tempfile

pipes = sys.argv[1] != "--files"
dump, convert, tool, *arguments = sys.argv[1 if pipes else 2 :]
OFFSET = re.compile(rb'(?m)^ *offset .*\n|^0x[0-9a-f]{10}  |"(offset|version)": .*')
FORMATS = {  # File extension and the format that --to= names.
    "hprof": "hprof",
    "old.hprof": "hprof-1.0.1",
    "android.hprof": "hprof-android",
    "hprof.txt": "hprof-text",
    "phd": "phd",
    "classic.txt": "ibm-classic",
    "yaml": "yaml",
}
if "{}" not in arguments:
    arguments.append("{}")


def run(command, **options):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          **options)
    return done.returncode, done.stdout, done.stderr


def must(command, **options):
    status, out, err = run(command, **options)
    if status != 0:
        sys.exit("%s: exit status %d: %s" % (command, status, err.decode()))
    return out


def answer(path, standard_input=None):
    """Exit status and output, without the name of the input."""
    name = "-" if standard_input is not None else path
    status, out, err = run([tool] + [a.replace("{}", name) for a in arguments],
                           input=standard_input)
    shown = "<stdin>" if standard_input is not None else path
    return status, OFFSET.sub(b"", out.replace(shown.encode(), b"INPUT")), err.decode()


faults = checked = 0


def expect(what, got, wanted):
    global faults, checked
    checked += 1
    if got[:2] == wanted[:2]:
        return
    faults += 1
    print("%s: exit status %d, expected %d\n%s%s" % (what, got[0], wanted[0], got[1].decode(),
                                                     got[2]))
    print("expected:\n%s%s" % (wanted[1].decode(), wanted[2]))


dump = os.path.abspath(dump)
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for ending, to in FORMATS.items():
        path = "in." + ending
        must([convert, "-q", dump, "--to=" + to, "-o", path])
        must([convert, "-q", path, "--to=hprof", "--force", "-o", "by-way.hprof"])
        wanted = answer("by-way.hprof")
        if wanted[0] not in (0, 4):
            sys.exit("by way of HPROF from %s: exit status %d: %s" % ((to,) + wanted[::2]))
        for packing in "", ".gz", ".zst":
            packed = path + packing
            if packing:
                must([convert, "-q", path, "--to=" + to, "-o", packed])
            expect(packed, answer(packed), wanted)
            if pipes:
                with open(packed, "rb") as file:
                    expect(packed + " through a pipe", answer(packed, file.read()), wanted)
    os.chdir("/")
print("%d answers, %d faults" % (checked, faults))
sys.exit(faults != 0 or checked != (6 if pipes else 3) * len(FORMATS))
