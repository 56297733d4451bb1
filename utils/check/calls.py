#!/usr/bin/env python3
"""usage: calls.py [--help] [SOURCE]

Finds calls and types that only some sources may use, because they are not safe with
every input: the table RULES lists each with these sources, and an alternative.
SOURCE is the source folder, by default that of this script. Tests are not checked.

Prints each fault with its place. The exit status is 1 if there are any.
"""

import os
import re
import sys

# Numbers of the process that the agent is in, or that runs the program.
OWN = ("lib/Agent/", "include/hprof/Agent/", "lib/Attach/")
# The alternative, a pattern, the sources that may match, and the reason.
RULES = [
    (
        "parseJson() of Format/Base/ParseJson.h",
        r"\bjson::parse\s*[<(]",
        ("lib/Format/Base/ParseJson.cpp",),
        "LLVM's parser calls itself for each level of nesting",
    ),
    (
        "parseYaml() of Format/Base/ParseYaml.h",
        r"\byaml::(Input|Stream)\b",
        ("include/hprof/Format/Base/ParseYaml.h", "lib/Format/Base/ParseYaml.cpp"),
        "LLVM's parser calls itself for each level of nesting",
    ),
    (
        "IdKey, SeededInfo, or a name for the kind of number",
        r"\b(Small)?Dense(Map|Set)\s*<\s*(std::pair\s*<\s*)?u?int64_t\b(?![^;{}]*SeededInfo)",
        OWN,
        "two values of the key are reserved, and its hash is known",
    ),
    (
        "IdKey as the key of the map",
        r"\b(Map|Set)Vector\s*<\s*u?int64_t\b(?![^;{}]*IdKey)",
        OWN,
        "two values of the key are reserved, and its hash is known",
    ),
    (
        "IdHash of Format/Base/IdKey.h",
        r"\bunordered_(multi)?(map|set)\s*<\s*u?int64_t\b(?![^;{}]*IdHash)",
        # The keys are hashes of strings.
        OWN + ("include/hprof/Format/Thread/ThreadStacks.h", "include/hprof/Tool/Reporter.h", "lib/Analysis/Threads/StackGroups.cpp"),
        "the hash of the key is known",
    ),
]
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.S)


def sources(source):
    for top in ("include", "lib", "tools"):
        for folder, _, names in os.walk(os.path.join(source, top)):
            for name in names:
                if name.endswith((".h", ".cpp", ".def")):
                    yield os.path.relpath(os.path.join(folder, name), source)


def blank(piece):
    return re.sub(r"[^\n]", " ", piece.group(0))


def main():
    args = sys.argv[1:]
    if args and args[0] in ("--help", "-h"):
        print(__doc__, end="")
        return 0
    if len(args) > 1 or (args and args[0].startswith("-")):
        print("calls.py: error: unknown argument '%s'" % args[-1], file=sys.stderr)
        return 2
    here = os.path.dirname(os.path.abspath(__file__))
    source = args[0] if args else os.path.join(here, "..", "..")
    count = faults = 0
    for path in sorted(sources(source)):
        with open(os.path.join(source, path), encoding="utf-8") as file:
            code = COMMENT.sub(blank, file.read())
        count += 1
        for instead, pattern, places, why in RULES:
            if path.startswith(places):
                continue
            for found in re.finditer(pattern, code):
                line = code.count("\n", 0, found.start()) + 1
                print("error: %s:%d: '%s': use %s: %s" % (path, line, found.group(0), instead, why))
                faults += 1
    print("%d files, %d rules, %d faults" % (count, len(RULES), faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
