"""usage: work-law.py TOOLS FOLDER SHAPE... | --formats

For each of the SHAPEs, or a group of them, that shapes.py makes: commands that read an
input of twice the size execute about twice the instructions, and exit without a signal.
TOOLS is the folder of the tools, FOLDER is for the inputs. Where instructions cannot be
counted, as in most virtual machines, the CPU time is limited to many times the time of
linear work, which is a fraction of the time of quadratic work.

--formats prints the formats that have a shape, one per line.
"""

import ctypes
import os
import platform
import resource
import struct
import subprocess
import sys

import shapes

MB = 1 << 20
CONVERT = "hprof-convert -q --to=yaml -o /dev/null --force {}"
THREADS = "hprof-threads -q {}"
HISTO = "hprof-histo -q {}"
LINT = "hprof-lint -q {}"
MAP = "hprof-opt -q --passes=rename(mapping={}) heap.hprof -o /dev/null --force"
RULES = "hprof-opt -q --passes=scan-secrets(rules={}) heap.hprof"
BUDGET = "hprof-diff -q --budget={} heap.hprof heap.hprof"
POLICY = "hprof-opt -q --passes=redact(policy={}) heap.hprof -o /dev/null --force"

# Group, format, shape, MB, commands.
SHAPES = [
    ("hprof", "hprof", "files_in_array", 4, [CONVERT, HISTO]),
    ("hprof", "hprof", "names_collide", 4, [CONVERT, HISTO]),
    ("hprof", "hprof", "names_in_order", 4, [CONVERT, HISTO, "hprof-dominators -q {}"]),
    ("hprof", "hprof", "classes_collide", 4, [CONVERT, HISTO, "hprof-dump -q --verify {}"]),
    ("hprof", "hprof", "deep_classes", 2, [CONVERT, HISTO, "hprof-dump -q --verify {}"]),
    ("hprof", "hprof", "many_segments", 8, [CONVERT, HISTO]),
    ("hprof", "hprof", "many_gaps", 4, [CONVERT, HISTO]),
    ("hprof", "hprof", "many_files", 4, [CONVERT]),
    ("hprof", "hprof", "many_traces", 4, [CONVERT, HISTO]),
    ("others", "hprof-text", "text_names", 4, [CONVERT, THREADS]),
    ("others", "hprof-text", "text_heap", 4, [CONVERT, HISTO]),
    ("others", "yaml", "yaml_items", 2, [CONVERT, HISTO]),
    ("others", "yaml", "yaml_flow", 4, [CONVERT]),
    ("others", "yaml", "yaml_maps", 1, [CONVERT]),
    ("others", "ibm-classic", "classic", 4, [CONVERT, HISTO]),
    ("others", "phd", "phd", 2, [CONVERT, HISTO]),
    ("others", "heapsnapshot", "snapshot", 4, [CONVERT, HISTO]),
    ("others", "perfetto", "perfetto", 4, [CONVERT, HISTO]),
    ("others", "jfr", "recording", 4, [CONVERT, "hprof-query -q -e SELECT_max(stackTrace)_FROM_\"jdk.ExecutionSample\" {}"]),
    ("threads", "jstack", "jstack_locks", 4, [THREADS, CONVERT, "hprof-convert -q --to=jstack -o /dev/null --force {}"]),
    ("threads", "jstack", "jstack_threads", 8, [THREADS, CONVERT, "hprof-convert -q --to=jstack -o /dev/null --force {}"]),
    ("threads", "jstack", "docker_log", 1, [THREADS, "hprof-dump -q {}"]),
    ("threads", "thread-json", "thread_json", 4, [THREADS, CONVERT]),
    ("threads", "javacore", "javacore", 4, [THREADS, CONVERT]),
    ("analyses", "", "long_list", 4, ["hprof-dominators -q {}", "hprof-dominators -q --suspects {}", "hprof-paths -q --class=Node {}", LINT]),
    ("analyses", "", "long_array", 48, ["hprof-query -q -e SELECT_COUNT(element)_FROM_refs_WHERE_source=8192 {}", "hprof-dump -q --verify {}"]),
    ("analyses", "", "shared_locals", 4, [LINT]),
    ("analyses", "", "shared_queue", 4, [LINT]),
    ("analyses", "", "shared_buckets", 4, [LINT]),
    ("analyses", "", "shared_chains", 4, [LINT]),
    ("analyses", "", "backtrace", 4, ["hprof-dump -q --object=8192 {}"]),
    ("small", "", "mapping", 2, [MAP]),
    ("small", "", "policy", 1, [POLICY, BUDGET]),
    ("small", "", "policy_block", 1, [POLICY, BUDGET]),
    ("small", "", "policy_rules", 1, [POLICY]),
    ("small", "", "nested_toml", 1, [RULES]),
    ("small", "", "nested_json", 1, ["hprof-diff -q {} {}", "hprof-dump -q {}"]),
    ("small", "", "mcp_call", 1, ["hprof-mcp -q ."]),
]
MOST_SECONDS = 40
MOST_GROWTH = 2.3
# The work that a program needs to start and to exit.
FIXED = 20 * 1000 * 1000


def open_counter():
    """Counts the instructions of processes that are started from now on; None if it
    cannot."""
    call = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
    if sys.platform != "linux" or call is None:
        return None
    # type, size, config, 3 words, and flags: inherit, exclude the kernel and the hypervisor.
    attr = struct.pack("=IIQQQQQ", 0, 112, 1, 0, 0, 0, 1 << 1 | 1 << 5 | 1 << 6).ljust(112, b"\0")
    fd = ctypes.CDLL(None, use_errno=True).syscall(call, attr, 0, -1, -1, 0)
    return fd if fd >= 0 else None


def instructions(counter):
    return struct.unpack("Q", os.read(counter, 8))[0]


def limited():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, name):
    """The fault of a command on the file NAME; None if there is none."""
    words = [word.replace("{}", name).replace("_", " ") if "SELECT" in word else word.replace("{}", name) for word in command.split()]
    stdin = open(name, "rb") if "{}" not in command else subprocess.DEVNULL
    ended = subprocess.run(words, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limited)
    if 0 <= ended.returncode <= 4:
        return None
    return "status %d%s %s" % (ended.returncode, " after %d s:" % MOST_SECONDS if ended.returncode == -24 else ":", ended.stderr.decode(errors="replace")[:200])


def check(counter, shape, size, commands):
    faults, names = [], []
    for factor in (1, 2) if counter is not None else (2,):
        names.append("%s-%d" % (shape, factor))
        with open(names[-1], "wb") as file:
            file.write(getattr(shapes, shape)(factor * size * MB))
    for command in commands:
        counts = []
        for name in names:
            before = instructions(counter) if counter is not None else 0
            if fault := run(command, name):
                faults.append("%s: %s" % (command, fault))
                break
            counts.append(instructions(counter) - before if counter is not None else 0)
        if len(counts) == 2 and counts[1] > MOST_GROWTH * max(counts[0], FIXED):
            faults.append("%s: %d instructions, and %d for twice the input" % (command, *counts))
    for name in names:
        os.remove(name)
    return faults


def main():
    if sys.argv[1:] == ["--formats"]:
        print("\n".join(sorted({row[1] for row in SHAPES if row[1]})))
        return 0
    os.environ["PATH"] = sys.argv[1] + os.pathsep + os.environ["PATH"]
    os.makedirs(sys.argv[2], exist_ok=True)
    os.chdir(sys.argv[2])
    with open("heap.hprof", "wb") as file:
        file.write(shapes.long_list(10000))
    counter = open_counter()
    count = faults = 0
    for group, _, shape, size, commands in SHAPES:
        if group not in sys.argv[3:] and shape not in sys.argv[3:]:
            continue
        count += 1
        for fault in check(counter, shape, size, commands):
            print("%s: %s" % (shape, fault))
            faults += 1
    print("%d shapes, %d faults (%s)" % (count, faults, "CPU time is limited" if counter is None else "instructions are counted"))
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
