"""dialect-law.py TOOL FOLDER SCRATCH: checks a law of hprof-threads (TOOL) for the
files of dialects.py.

If a line is missing, garbled or begins with another word, the deadlock still exists:
the answer must not be that there is none. No frame may be in another thread's stack."""

import json
import os
import re
import subprocess
import sys

KNOWN = ("found", "possible", "unknown")


def changed(lines, i):
    """The line I removed, with another first word, and with letters exchanged."""
    yield "without", lines[:i] + lines[i + 1:]
    line = lines[i]
    word = re.search(r"[A-Za-z][A-Za-z]+", line)
    if word:
        yield "renamed", (lines[:i] + [line[:word.start()] + "xyzzy" + line[word.end():]] +
                          lines[i + 1:])
        wrong = re.sub(r"([a-z])([a-z])", r"\2\1", line)
        if wrong != line:
            yield "garbled", lines[:i] + [wrong] + lines[i + 1:]


def names_of(thread):
    return re.sub(r"[@#\"].*", "", thread["name"].lstrip('"'))


def stacks(dump):
    """(name, frame) of each frame."""
    return {(names_of(t), re.sub(r"^\S*/", "", f["text"])) for s in dump["stacks"]
            for t in s["threads"] for f in s.get("frames", ())}


def ask(tool, paths):
    """The answers for PATHS, by path; paths without an answer are missing."""
    done = subprocess.run(
        [tool, "-q", "--format=json", "--deadlocks", "--stacks", "--ungrouped", *paths],
        capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        sys.exit("status %d: %s" % (done.returncode, done.stderr[-500:]))
    return {of["file"]: of["dumps"] for of in json.loads(done.stdout)["files"]}


def main(tool, folder, scratch):
    os.makedirs(scratch, exist_ok=True)
    faults = tried = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        coding = "utf-16-le" if name == "utf16.txt" else "utf-8"
        with open(path, encoding=coding) as file:
            lines = file.read().split("\n")
        first = ask(tool, [path])[path]
        if len(first) != 1 or first[0]["deadlock"] not in KNOWN:
            print("%s: %d dumps, deadlock: %s" % (name, len(first),
                                                  [d["deadlock"] for d in first]))
            faults += 1
            continue
        cycle = [step["thread"]["name"] for of in first[0]["deadlocks"] for step in of["steps"]]
        print("%s: %d threads, deadlock: %s" % (
            name, first[0]["thread_count"], " ".join([first[0]["deadlock"], *cycle])))
        right, cases = stacks(first[0]), {}
        names = {t for t, _ in right}
        for i, line in enumerate(lines):
            if not line.strip():
                continue
            for what, other in changed(lines, i):
                made = os.path.join(scratch, "%d-%s-%s" % (i + 1, what, name))
                with open(made, "w", encoding=coding, newline="") as file:
                    file.write("\n".join(other))
                cases[made] = (what, i + 1, line)
        answers = ask(tool, list(cases))
        for made, (what, number, line) in cases.items():
            tried += 1
            dumps = answers.get(made, [])
            wrong = [d["deadlock"] for d in dumps if d["deadlock"] not in KNOWN]
            # The frame of the changed line is a different one.
            strange = {(t, f) for d in dumps for t, f in stacks(d) - right
                       if t in names and any(f == g and t != u for u, g in right)}
            if (wrong and len(wrong) == len(dumps)) or strange:
                faults += 1
                print("%s: %s line %d: %s: deadlock %s, frames of others %s" % (
                    name, what, number, line.strip()[:60], wrong, sorted(strange)[:2]))
            os.unlink(made)
    print("%d changes, %d faults" % (tried, faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
