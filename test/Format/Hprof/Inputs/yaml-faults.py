"""yaml-faults.py CONVERT FILE FOLDER: reads a dump as YAML with a fault at each place.

FILE is cut after each of its bytes, and each of its items gets a fault. Everything
before that place is converted; the damage is reported once, with its line, and the
status is 3. With --strict the damage is an error and no file is left.
"""

import os
import re
import subprocess
import sys

BIN = ""
WHERE = re.compile(r"warning: '[^']*': line (\d+), column \d+: ")


def convert(folder, text, *options):
    source, target = (os.path.join(folder, name) for name in ("in.yaml", "out.yaml"))
    with open(source, "w") as file:
        file.write(text)
    if os.path.exists(target):
        os.remove(target)
    run = subprocess.run(
        [BIN, source, "-o", target, *options],
        capture_output=True,
        text=True,
        timeout=60,
    )
    if not os.path.exists(target):
        return run, None
    with open(target) as file:
        return run, [line for line in file if line != "- heapDumpEnd:\n"]


def check(text, line, folder, whole):
    """\\return a description of the failure. The fault is at \\p line, if there is
    one."""
    run, lines = convert(folder, text)
    if lines is None:
        return "no output: " + run.stderr
    # The last line may have an item that was cut to a shorter item.
    if lines[:-1] != whole[: len(lines) - 1]:
        return "the output is not the beginning of the whole"
    warnings = WHERE.findall(run.stderr)
    if run.returncode == 0 and not warnings and line is None:
        return None
    if run.returncode != 3 or len(warnings) != 1:
        return "status %d, %s" % (run.returncode, run.stderr)
    if line is None:
        return None
    if int(warnings[0]) != line:
        return "reported at line %s" % warnings[0]
    strict, left = convert(folder, text, "--strict")
    if strict.returncode != 1 or left is not None:
        return "with --strict: status %d, %s" % (strict.returncode, strict.stderr)
    return None


def main():
    global BIN
    BIN, path, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with open(path) as file:
        text = file.read()
    run, whole = convert(folder, text)
    if run.returncode or run.stderr:
        sys.exit("the whole: status %d, %s" % (run.returncode, run.stderr))
    lines = text.splitlines(True)
    begin = lines.index("---\n") + 1
    faults = cases = 0

    def test(name, changed, line):
        nonlocal faults, cases
        cases += 1
        wrong = check(changed, line, folder, whole)
        if wrong:
            faults += 1
            print("%s: %s" % (name, wrong))

    step = 7  # A process for each byte would take too long.
    for size in range(len("".join(lines[:begin])), len(text), step):
        test("cut after %d bytes" % size, text[:size], None)
    last = 0
    for number, line in enumerate(lines[begin:], begin + 1):
        if not line.startswith("- "):
            continue
        changed = lines[: number - 1] + ["- nonsense: {}\n"] + lines[number - 1 :]
        test("fault at line %d" % number, "".join(changed), number)
        last = number
    test("tab", "".join(lines[: last - 1] + ["\tx\n"] + lines[last - 1 :]), None)
    print("%d places, %d wrong" % (cases, faults))
    return faults != 0 or cases < 30


if __name__ == "__main__":
    sys.exit(main())
