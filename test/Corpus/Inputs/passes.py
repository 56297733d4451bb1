"""Laws of hprof-opt's passes over the corpus.

usage: passes.py HPROF-OPT HPROF-DUMP HPROF-HISTO CORPUS FOLDER

- identity gives the same bytes.
- redact leaves faults, classes, counts and sizes as they are, and is complete:
  check-redacted finds nothing, in damaged dumps once they are repaired.
- repair adds no fault.
- sort changes no row of the histogram; twice is once.
"""
import os
import subprocess
import sys

opt, dump, histo, corpus, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
failures = 0


def run(*args):
    return subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def passes(text, source, name):
    out = os.path.join(folder, name)
    done = run(opt, "-q", "--force", "--passes=" + text, source, "-o", out)
    return done.returncode, out


def rows(path):
    text = run(histo, "-q", "--format=csv", path).stdout.decode()
    return sorted(line.rsplit(",", 1)[0] for line in text.splitlines())


def faults(path):
    return run(dump, "-q", "--verify", path).returncode


def law(holds, what, path):
    global failures
    if not holds:
        failures += 1
        print(f"{path}: {what}")


tried = 0
for root, _, names in sorted(os.walk(corpus)):
    for name in sorted(names):
        path = os.path.join(root, name)
        with open(path, "rb") as f:
            head = f.read(19)
        is_binary = head[:17] in (b"JAVA PROFILE 1.0.", b"JAVA PROFILE 1.0") and head[18:19] == b"\0"
        if not is_binary:
            continue
        tried += 1
        status, same = passes("identity", path, "same.hprof")
        law(status in (0, 3), f"identity fails ({status})", path)
        law(open(path, "rb").read() == open(same, "rb").read(), "identity changes it", path)
        expected = status
        status, redacted = passes("redact", path, "redacted.hprof")
        law(status == expected, f"redact ends with {status}", path)
        law(faults(path) == faults(redacted), "redact changes the faults", path)
        law(rows(path) == rows(redacted), "redact changes the histogram", path)
        if expected:  # A damaged dump cannot be checked completely.
            status, redacted = passes("repair", redacted, "checked.hprof")
        check = run(opt, "-q", "--passes=check-redacted", redacted, "--dry-run")
        law(check.returncode == 0, "it is not redacted", path)
        status, repaired = passes("repair", path, "repaired.hprof")
        law(status == expected, f"repair ends with {status}", path)
        law(faults(repaired) <= faults(path), "repair adds faults", path)
        status, one = passes("take-dump(1)", path, "one.hprof")
        status, ordered = passes("sort", one, "sorted.hprof")
        law(status == 0, f"sort ends with {status}", path)
        law(faults(ordered) <= faults(one), "sort adds faults", path)
        law(rows(one) == rows(ordered), "sort changes the histogram", path)
        status, twice = passes("sort", ordered, "twice.hprof")
        law(open(ordered, "rb").read() == open(twice, "rb").read(), "sort twice is not once", path)
        status, live = passes("filter(reachable)", one, "live.hprof")
        law(status in (0, 1), f"filter(reachable) ends with {status}", path)
        if status == 0:
            left = run(histo, "-q", "--unreachable", "--format=csv", live).stdout.decode()
            law(not [r for r in left.splitlines()[1:] if not r.startswith("java.lang.Class,")],
                "filter(reachable) leaves what is not", path)
print(tried, "dumps,", failures, "failures")
sys.exit(bool(failures) or tried == 0)
