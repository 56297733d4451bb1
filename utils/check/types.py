#!/usr/bin/env python3
"""Reports types of the sources that are defined twice with the same name.

usage: utils/check/types.py [SOURCE-FOLDER]

In one program, such types break the one definition rule: the linker uses a
constructor or destructor of one of them for both. Types in an unnamed namespace or
in a function, and specializations of templates, are not counted.

The last line counts faults; the exit status is 1 if there are any.
"""
import collections
import os
import re
import sys

FOLDERS = ("include", "lib", "tools", "unittests", "utils")
# Comments, preprocessor lines, and literals, which may have braces in them.
NO_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|R"(\w*)\(.*?\)\1"'
    r"|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'",
    re.M | re.S,
)
NAMESPACE = re.compile(r"\bnamespace\s*([\w:]*)$")
TYPE = re.compile(
    r"^(?:template <.*> ?)?(?:struct|class|union|enum(?: class| struct)?) "
    r"(?:\[\[.*?\]\] ?|alignas\(.*?\) ?)*(\w+)(?: final)?(?: ?:(?!:).*)?$"
)


def types(text):
    """Yields the line and the full name of each type."""
    text = NO_CODE.sub(lambda match: "\n" * match[0].count("\n"), text)
    names = []  # names of the namespaces around; None for anything else
    start = 0
    for match in re.finditer(r"[{};]", text):
        head = " ".join(text[start : match.start()].split())
        start = match.end()
        if match[0] == "}":
            if names:
                names.pop()
        elif match[0] == "{":
            space, kind = NAMESPACE.search(head), TYPE.match(head)
            if kind and None not in names:
                line = text.count("\n", 0, match.start()) + 1
                yield line, "::".join(names + [kind[1]])
            names.append(space[1] or None if space else None)


def main():
    if len(sys.argv) > 2 or sys.argv[1:2] == ["--help"]:
        sys.exit(__doc__)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if len(sys.argv) == 2:
        root = sys.argv[1]
    found = collections.defaultdict(list)
    for folder in FOLDERS:
        for where, _, names in os.walk(os.path.join(root, folder)):
            for name in names:
                if name.endswith((".h", ".cpp")):
                    path = os.path.join(where, name)
                    with open(path, encoding="utf-8") as file:
                        for line, full in types(file.read()):
                            place = "%s:%d" % (os.path.relpath(path, root), line)
                            found[full].append(place)
    faults = 0
    for full, places in sorted(found.items()):
        if len(places) > 1:
            faults += 1
            print("error: %s is defined in %s" % (full, " and ".join(sorted(places))))
    print("%d types, %d faults" % (len(found), faults))
    return faults != 0


if __name__ == "__main__":
    sys.exit(main())
