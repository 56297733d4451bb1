#!/usr/bin/env python3
"""usage: directives.py [--help] [SOURCE]

Finds directives of FileCheck in the tests of SOURCE, by default this script's source
folder, that begin or end with a bare number, so that a longer number matches, too:
"CHECK: 0 faults" is found in "10 faults". They should be anchored: {{^ *}}0 faults,
total 5{{$}}; or {{(^|[^0-9])}}0 faults, 5{{([^0-9]|$)}} within a line; or be used with
--match-full-lines. Directives with -NOT may be loose, and so may numbers of
nine digits or more.

Prints each directive with its location. The exit status is 1 if there are any.
"""

import os
import re
import sys

DIRECTIVE = re.compile(
    r"^\W*(?P<prefix>[A-Z][A-Z0-9_-]*?)(?P<suffix>-(?:NEXT|SAME|DAG|LABEL|NOT|EMPTY|COUNT-\d+))?"
    r"(?:\{LITERAL\})?:(?P<text>.*)$"
)
BEGINS = re.compile(r"(?!0x)\d{1,8}(?!\d)")
ENDS = re.compile(r"(?<!\d)(0x[0-9a-fA-F]{1,8}|\d{1,8})$")


def commands_of(lines):
    """The RUN lines, with continuation lines joined and DEFINEs expanded."""
    joined, defined = [], {}
    for line in lines:
        found = re.match(r"^\W*(RUN|DEFINE|REDEFINE):\s*(.*)", line)
        if not found:
            continue
        kind, text = found.groups()
        if kind != "RUN":
            name, _, value = text.partition("=")
            defined[name.strip()] = value
        elif joined and joined[-1].endswith("\\"):
            joined[-1] = joined[-1][:-1] + text
        else:
            joined.append(text)
    for _ in defined:
        for name, value in defined.items():
            joined = [text.replace(name, value) for text in joined]
    return joined


def prefixes_of(lines):
    """Each prefix in use, and whether all commands with it match full lines."""
    found = {}
    for command in commands_of(lines):
        for call in re.split(r"\|\||&&|[|;]", command):
            if not re.search(r"\bFileCheck\b", call):
                continue
            names = re.findall(r"--?check-prefix(?:es)?[= ](\S+)", call)
            for name in ",".join(names).strip("'\"").split(",") if names else ["CHECK"]:
                found[name] = found.get(name, True) and "-match-full-lines" in call
    return found


def loose_directives(lines):
    """Each loose directive of a test: its index, and whether its start and its end are loose."""
    prefixes = prefixes_of(lines)
    for index, line in enumerate(lines):
        found = DIRECTIVE.match(line)
        if not found or prefixes.get(found["prefix"], True) or found["suffix"] in ("-NOT", "-EMPTY"):
            continue
        text = found["text"].strip()
        begins, ends = bool(BEGINS.match(text)), bool(ENDS.search(text))
        if begins or ends:
            yield index, begins, ends


def tests_of(source):
    for folder, _, names in os.walk(os.path.join(source, "test")):
        if "Inputs" not in folder.split(os.sep):
            yield from (os.path.join(folder, name) for name in names if name.endswith((".test", ".yaml")))


def main():
    args = sys.argv[1:]
    if args and args[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if len(args) > 1 or (args and args[0].startswith("-")):
        print("directives.py: error: unknown argument '%s'" % args[-1], file=sys.stderr)
        return 2
    source = args[0] if args else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    count = faults = 0
    for path in sorted(tests_of(source)):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        count += 1
        for index, begins, _ in loose_directives(lines):
            faults += 1
            place = "begins" if begins else "ends"
            shown = (os.path.relpath(path, source), index + 1, place, lines[index].strip())
            print("error: %s:%d: %s with a number that a longer one matches, too: %s" % shown)
    print("%d tests, %d faults" % (count, faults))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
