"""For each tool and each of its options for a file: runs the tool with an output that
is this file, under several names, and, for options that are outputs, with two outputs
that are one file. Prints the commands that were not refused with status 2, and the
number of commands.

outputs.py BIN DUMP
"""

import os
import re
import subprocess
import sys

OUTPUTS = ("output", "junit", "sarif")
# Arguments that a tool needs in order to open its output.
ARGUMENTS = {"hprof-convert": ["--to=pprof"], "hprof-diff": ["DUMP"], "hprof-dominators": ["--suspects"], "hprof-merge": ["DUMP"]}
# The file is read before the output is opened, and is not a list.
UNREADABLE = ("input-files",)


def names(path):
    """Other names of a file; a link to it in a folder of its own."""
    folder, name = os.path.split(path)
    os.symlink(path, path + ".symlink")
    os.symlink(folder, path + ".folder")
    if os.path.exists(path):
        os.link(path, path + ".link")
        yield path + ".link"
        yield path + ".symlink"
    yield path
    yield os.path.join(folder, ".", name)
    yield os.path.join(path + ".folder", name)
    for end in (".symlink", ".folder", ".link"):
        if os.path.lexists(path + end):
            os.unlink(path + end)


def main():
    bin, dump = sys.argv[1:]
    content = open(dump, "rb").read()
    runs = 0
    for tool in sorted(os.listdir(bin)):
        shown = subprocess.run([bin + "/" + tool, "--help"], capture_output=True, text=True)
        files = re.findall(r"--([\w-]+)=<file>", shown.stdout)
        if "output" not in files or tool == "hprof":
            continue
        for option in sorted(set(files) - {"output"}):
            is_output = option in OUTPUTS
            path = os.path.abspath("victim-" + tool + "-" + option)
            if not is_output:
                open(path, "wb").write(content)
            for name in names(path):
                command = [bin + "/" + tool, f"--{option}={path}", "-o", name, "--force", dump]
                more = ["--baseline=" + dump] if is_output else ARGUMENTS.get(tool, [])
                command += [dump if word == "DUMP" else word for word in more]
                run = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
                runs += 1
                says = "is given for two outputs" if is_output else "is an input; choose another"
                is_refused = run.returncode == 2 and says in run.stderr and not run.stdout
                if not is_refused and option not in UNREADABLE:
                    print(command, run.returncode, run.stderr)
                if not is_output and open(path, "rb").read() != content:
                    sys.exit(f"{command}: the file is gone")
                if is_output and os.path.exists(path):
                    sys.exit(f"{command}: there is a file")
    print(runs)


main()
