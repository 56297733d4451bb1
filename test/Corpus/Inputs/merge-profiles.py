"""merge-profiles.py MERGE CORPUS DIR: the merged profiles that the agent wrote as text,
for the runs of each program, have the sums of the rows.

Rows are read here from the text, and compared by the frames of their traces."""

import collections
import os
import re
import subprocess
import sys

BEGIN = re.compile(r"(SITES|CPU SAMPLES|CPU TIME|MONITOR TIME)(?: \(ms\))? BEGIN \((?:total = (\d+))?")
TRACE = re.compile(r"TRACE (\d+):(?: \(thread=(\d+)\))?")
THREAD = re.compile(r'THREAD START \(obj=.*?, id = (\d+), name="(.*)", group="(.*)"\)')
SITE = re.compile(r" *\d+ +[\d.]+% +[\d.]+% +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) (.*)")
ROW = re.compile(r" *\d+ +[\d.]+% +[\d.]+% +(\d+) +(\d+) (.*)")


def rows_of(path):
    """({key of a row: its counts}, {section: total}) of a text."""
    rows = collections.Counter()
    totals = collections.Counter()
    traces, threads = {}, {}
    section, frames = None, None
    with open(path, encoding="latin-1", newline="\n") as text:
        for line in text:
            line = line.rstrip("\n")
            if frames is not None and line.startswith("\t"):
                frames.append(line)
                continue
            frames = None
            if match := THREAD.match(line):
                threads[match[1]] = match.groups()[1:]
            elif match := TRACE.match(line):
                frames = []
                traces[match[1]] = (threads.get(match[2]) if match[2] else None, frames)
            elif match := BEGIN.match(line):
                section = match[1]
                totals[section] += int(match[2] or 0)
            elif section == "SITES" and (match := SITE.match(line)):
                *counts, trace, name = match.groups()
                for index, count in enumerate(counts):
                    rows[section, index, content(traces, trace), name] += int(count)
            elif section and (match := ROW.match(line)):
                count, trace, name = match.groups()
                # A missing trace is written without a name.
                rows[section, 0, content(traces, trace), name] += int(count)
            elif line.endswith(" END"):
                section = None
    return +rows, totals


def content(traces, number):
    thread, frames = traces.get(number, (None, []))
    return thread, tuple(frames)


def programs(corpus):
    """{program: texts of its runs}, as the corpus's index says."""
    runs = collections.defaultdict(list)
    with open(os.path.join(corpus, "INDEX.md")) as index:
        for line in index:
            cells = [cell.strip() for cell in line.split("|")]
            path = os.path.join(corpus, cells[1], "out.txt") if len(cells) > 5 else ""
            if not os.path.isfile(path):
                continue
            with open(path, encoding="latin-1") as text:
                content = text.read()
            # The others repeat sections or mix several under one title.
            whole = content.count("\n") and len(BEGIN.findall(content)) == 1
            if whole and "HEAP DUMP BEGIN" not in content:
                runs[cells[3]].append(path)
    return runs


def main():
    merge, corpus, folder = sys.argv[1:]
    corpus = os.path.join(corpus, "hprof-agent")
    os.makedirs(folder, exist_ok=True)

    def merged(paths, name):
        out = os.path.join(folder, name)
        subprocess.run([merge, "-q", "--force", "--profiles", "-o", out, *paths], check=True)
        return out

    def compare(got, want, what):
        if got != want:
            lost, extra = want[0] - got[0], got[0] - want[0]
            sys.exit("%s: totals %s, expected %s\nlost: %s\nextra: %s" % (
                what, dict(got[1]), dict(want[1]), list(lost.items())[:5], list(extra.items())[:5]))

    compared = ten = 0
    for program, paths in sorted(programs(corpus).items()):
        sums = (collections.Counter(), collections.Counter())
        for path in paths:
            one = rows_of(path)
            compare(rows_of(merged([path], "one.txt")), one, path)
            compared += len(one[0])
            for total, part in zip(sums, one):
                total.update(part)
        all_at_once = merged(paths, "all.txt")
        compare(rows_of(all_at_once), sums, program)
        text = open(all_at_once, "rb").read()
        halves = [merged(part, name) for part, name in (
            (paths[::2], "even.yaml"), (paths[1::2], "odd.txt.gz")) if part]
        for name, other in (("reverse.txt", paths[::-1]), ("halves.txt", halves[::-1])):
            if open(merged(other, name), "rb").read() != text:
                sys.exit("%s: %s differs" % (program, name))
        ten += len(paths) >= 10
        print("%s: %d runs, %d rows" % (program, len(paths), len(sums[0])))
    if not compared or not ten:
        sys.exit("no program of the corpus has ten runs")


main()
