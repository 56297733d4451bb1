#!/usr/bin/env python3
"""options.py --bin DIR --docs DIR TOOL...

Compares the options in each TOOL's --help with the `.. option::` directives of
its page TOOL.rst (including the files that the page includes), both ways; hidden
options may be omitted. Also checks for the sections that every page has, and for a
text below each directive.
"""

import argparse
import os
import re
import subprocess
import sys

SECTIONS = ["SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"]


def bare(option):
    """The name in "--format=<format>", "-o <file>", "--records[=<kind,...>]"."""
    return re.match(r"--?[A-Za-z0-9][A-Za-z0-9-]*", option).group()


def of_help(program, option):
    """Names of the options that PROGRAM prints when called with OPTION."""
    text = subprocess.run(
        [program, option], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    lines = re.findall(r"^ {2,6}((?:-\w, )?-\S+)", text, re.M)
    return set(bare(name) for line in lines for name in line.split(", "))


def lines_of(page):
    """Lines of PAGE with its includes in their places."""
    with open(page, encoding="utf-8") as file:
        for line in file:
            include = re.match(r"\.\. include:: (\S+)", line)
            if include:
                yield from lines_of(os.path.join(os.path.dirname(page), include.group(1)))
            else:
                yield line.rstrip("\n")


def check(tool, program, page):
    """Messages about PAGE."""
    if not os.path.exists(page):
        return [page + ": no such page"]
    lines = list(lines_of(page))
    faults = []
    if not lines or not re.fullmatch(tool + " - .+[^.]", lines[0]):
        faults.append("the first line is not '%s - what it does'" % tool)
    for section in SECTIONS:
        if section not in lines:
            faults.append("no section " + section)
    described = set()
    for index, line in enumerate(lines):
        directive = re.match(r"\.\. option:: (.+)", line)
        if not directive:
            continue
        described |= {bare(one.strip()) for one in re.split(r", (?=-)", directive.group(1))}
        rest = [text for text in lines[index + 1 :] if text.strip()]
        if not rest or not rest[0].startswith(" "):
            faults.append("no description of " + directive.group(1))
    missing = of_help(program, "--help") - described
    faults += ["%s is not described" % name for name in sorted(missing)]
    # Pages may document hidden options.
    alien = described - of_help(program, "--help-hidden")
    faults += ["%s is described but not an option" % name for name in sorted(alien)]
    return ["%s: %s" % (page, fault) for fault in faults]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--docs", required=True)
    parser.add_argument("tools", nargs="*")
    args = parser.parse_args()
    faults = []
    for tool in map(os.path.basename, args.tools):
        page = os.path.join(args.docs, tool + ".rst")
        faults += check(tool, os.path.join(args.bin, tool), page)
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(1 if faults else 0)


main()
