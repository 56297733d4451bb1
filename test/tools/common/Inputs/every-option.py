"""every-option.py BIN FOLDER TOOL...: runs each TOOL with each of its options.

The options are those of --help-hidden; the completion code has their fixed values. With
each valid value the tool must succeed, and print no message that is not in MESSAGES.
With an invalid value it must fail, and the message must name the option or the value.
An option for which the tables have no value is a fault: add a row.

FOLDER has the inputs. hprof-attach attaches to the process given by PID in the
environment, and is skipped if PID is not set.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time

LIMIT = 300  # Seconds; a longer run is an error.
WRONG = "no-such"
LIBRARY = "--library=../libtest.so"

# The default arguments of a tool, for options without an entry in ARGUMENTS.
INPUTS = {
    "hprof-attach": [LIBRARY, "PID", "a=b"],
    "hprof-convert": ["--to=yaml", "heap.hprof"],
    "hprof-diff": ["heap.hprof", "heap.hprof"],
    "hprof-index": ["heap.hprof", "--output=new.hidx"],
    "hprof-listen": ["unix:socket", "--output=new.hprof"],
    "hprof-mcp": ["."],
    "hprof-merge": ["heap.hprof", "--output=new.hprof"],
    "hprof-opt": ["--passes=identity", "heap.hprof", "--output=new.hprof"],
    "hprof-paths": ["--object=0x2040", "heap.hprof"],
    "hprof-query": ["--query=SELECT 1", "heap.hprof"],
    "hprof-serve": ["--idle-timeout=1", "heap.hprof"],
}

# Values of options by their placeholder in --help.
KINDS = {
    "<command>": ["VM.version"],
    "<class>": ["app.Node", "app.*", "/.*Node/", "0x1030"],
    "<dir>": ["."],
    "<id>": ["0x2020"],
    "<ip>": ["127.0.0.1"],
    "<kinds>": ["soft,weak", "none"],
    "<n>": ["1", "2"],
    "<nth>": ["1"],
    "<pattern>": ["app.*", "/Node/"],
    "<port>": ["0"],
    "<share>": ["0.5%", "1K"],
    "<size>": ["1M", "1G"],
}
# Values of options by name, with the tool where it matters.
VALUES = {
    "--app": ["app.Node"],
    "--baseline": ["heap.hprof"],
    "--budget": ["budget.yaml"],
    "--collection": ["0x2300"],
    "--control": ["traces-on", "sampling-off", "clear-sites", "depth=8"],
    "--cpu": ["cutoff=0.5"],
    "--drop-heap": ["zygote"],
    "--exclude": ["app.Node.next", "app.Node[]"],
    "--fields": ["weight", "next.weight,load"],
    "--file": ["query.sql"],
    "--filter": ["main", "*a*", "/ma.n/"],
    "--heap": ["heap.hprof"],
    "hprof-diff --index": ["none"],
    "--index": ["other.hidx", "none"],
    "--input-files": ["list"],
    "--jfr": ["objects.jfr"],
    "--junit": ["new.xml"],
    "--layout": ["auto", "compressed"],
    "--library": ["../libtest.so"],
    "--limit": ["open-resources=5"],
    "--measure": ["inuse_objects"],
    "--names-from": ["heap.hprof"],
    "--only": ["empty-arrays", "boxed-numbers,finalizers"],
    "--output": ["new"],
    "--passes": ["identity", "strip-arrays(min=1),sort"],
    "--print-completion": ["bash", "zsh", "fish"],
    "--query": ["SELECT 1"],
    "--records": ["UTF8", "LOAD-CLASS,ROOT-UNKNOWN"],
    "--relocate": ["0x10000", "strings:100"],
    "--sarif": ["new.sarif"],
    "--section": ["samples", "sites"],
    "--sites": ["live,gc", "alloc,incremental,cutoff=0.1"],
    "--skip": ["empty-arrays"],
    "--state": ["RUNNABLE"],
    "--timeout": ["600"],
    "--load-timeout": ["600"],
    "--thread": ["main", "1"],
    "--weighted-input": ["2,profile.txt"],
    "--with": ["threads.json", "none"],
}
HEAP, TEXT, THREADS = ["heap.hprof"], ["profile.txt"], ["threads.txt"]
TEXTS = ["profile.txt", "profile.txt"]
FOLDED, YAML = ["--to=collapsed"], ["--to=yaml"]
GATE = ["--budget=budget.yaml", "heap.hprof", "heap.hprof"]
ADDED = TEXT + ["--output=new.txt"]
# Arguments with which an option, or an option with one of its values, has an effect.
ARGUMENTS = {
    "hprof-attach --check": [LIBRARY, "PID"],
    "hprof-attach --jcmd": ["PID"],
    "hprof-attach --list": [],
    "hprof-convert --classic": ["--to=ibm-classic"] + HEAP,
    "hprof-convert --drop-heap": YAML + ["android.hprof"],
    "hprof-convert --force-threads": YAML + ["--with=threads.json", "threads.hprof"],
    "hprof-convert --from=hprof-text": YAML + TEXT,
    "hprof-convert --from=ibm-classic": YAML + ["heap.classic"],
    "hprof-convert --from=phd": YAML + ["heap.phd"],
    "hprof-convert --from=heapsnapshot": YAML + ["heap.heapsnapshot"],
    "hprof-convert --from=perfetto": YAML + ["whole.pftrace"],
    "hprof-convert --from=jfr": YAML + ["whole.jfr"],
    "hprof-convert --from=javacore": ["--to=thread-json", "javacore.txt"],
    "hprof-convert --from=thread-json": ["--to=jstack", "threads.json"],
    "hprof-convert --from=jstack": ["--to=thread-json"] + THREADS,
    "hprof-convert --from=yaml": ["--to=hprof", "android.yaml"],
    "hprof-convert --ignore-references": FOLDED + HEAP,
    "hprof-convert --explain": ["--to=phd", "heap.hprof"],
    "hprof-convert --id-size": ["--to=hprof", "heap.hprof"],
    "hprof-convert --index": FOLDED + HEAP,
    "hprof-convert --keep-unreachable": FOLDED + HEAP,
    "hprof-convert --layout": FOLDED + HEAP,
    "hprof-convert --list-formats": [],
    "hprof-convert --max-objects": ["--to=dot"] + HEAP,
    "hprof-convert --measure": FOLDED + HEAP,
    "hprof-convert --object": FOLDED + HEAP,
    "hprof-convert --print-conversions": [],
    "hprof-convert --relocate": ["--to=hprof", "heap.hprof"],
    "hprof-convert --renumber": ["--to=hprof", "heap.hprof"],
    "hprof-convert --section": FOLDED + TEXT,
    "hprof-convert --to=jstack": ["threads.json"],
    "hprof-convert --to=thread-json": THREADS,
    "hprof-convert --trust-index": FOLDED + HEAP,
    "hprof-convert --with=threads.json": YAML + ["threads.hprof"],
    "hprof-diff --allow-damaged": GATE,
    "hprof-diff --by=method": TEXTS,
    "hprof-diff --by=trace": TEXTS,
    "hprof-diff --format=junit": GATE,
    "hprof-diff --format=sarif": GATE,
    "hprof-diff --junit": GATE,
    "hprof-diff --profiles": TEXTS,
    "hprof-diff --sarif": GATE,
    "hprof-diff --section": TEXTS,
    "hprof-diff --sort=own": ["--by=suspect", "heap.hprof", "heap.hprof"],
    "hprof-dominators --app": ["--suspects"] + HEAP,
    "hprof-dominators --jfr": ["--suspects"] + HEAP,
    "hprof-dominators --depth": ["--tree"] + HEAP,
    "hprof-dominators --fields": ["--class=app.Node"] + HEAP,
    "hprof-dominators --min": ["--tree"] + HEAP,
    "hprof-dump --format=csv": ["--verify"] + HEAP,
    "hprof-dump --format=jsonl": ["--verify"] + HEAP,
    "hprof-dump --format=markdown": ["--verify"] + HEAP,
    "hprof-dump --include-subclasses": ["--instances-of=app.Node"] + HEAP,
    "hprof-dump --no-locals": ["--threads"] + HEAP,
    "hprof-dump --retained": ["--object=0x2040"] + HEAP,
    "hprof-dump --show-values": ["--properties"] + HEAP,
    "hprof-dump --top": ["--records"] + HEAP,
    "hprof-dump --ungrouped": ["--threads"] + HEAP,
    "hprof-histo --sort=retained": ["--retained"] + HEAP,
    "hprof-index --to=mat": HEAP,
    "hprof-index --verify": ["--output=other.hidx"] + HEAP,
    "hprof-lint --list": [],
    "hprof-merge --failure-mode": ADDED,
    "hprof-merge --input-files": ADDED,
    "hprof-merge --profiles": ADDED,
    "hprof-merge --to=hprof-text": TEXT,
    "hprof-merge --to=yaml": TEXT,
    "hprof-merge --weighted-input": ADDED,
    "hprof-opt --gate": ["--passes=scan-secrets"] + HEAP,
    "hprof-opt --list-passes": [],
    "hprof-paths --by": ["--incoming", "--object=0x2040"] + HEAP,
    "hprof-paths --depth": ["--outgoing", "--object=0x2040"] + HEAP,
    "hprof-query --file": HEAP,
    "hprof-report --budget": HEAP + HEAP,
    "hprof-threads --compare": THREADS + THREADS,
    "hprof-threads --fail-on-deadlock": ["runs.txt"],
    "hprof-threads --heap": THREADS,
}
# Invalid values for options that accept WRONG.
WRONGS = {"--output": "no-such/file", "--junit": "no-such/file", "--sarif": "no-such/file", "--filter": "/(/"}
# Options that take any text, or whose message says what is wrong in the text: SQL.
FREE = ["hprof-attach --jcmd", "hprof-convert --drop-heap", "hprof-query --query", "hprof-threads --thread"]
LAYOUT = r"note: '[a-z./]*heap.hprof': layout: 32-bit, uncertain \("
DIFFERS = r"note: the output differs from "
# Messages on success, of all options or of one.
VERBOSE = [r"note: about 1 MiB needed$", r"' was read [12] times?$", r"wrote '", r"' has 1 thread", r"several threads$",
           r"an agent has connected$", r"bytes received$", r": loading '.*' with version 2 of the attach protocol$"]
MESSAGES = {
    "": [LAYOUT, r"note: listening on unix:socket$"],
    "--explain": [r""],  # Its answer.
    "--profiles": [r"note: 'profile.txt' contains 10 CPU samples; fewer than 100 are unreliable$"],
    "--progress": [r"^(merging 1 dump|[a-z ]+ heap.hprof(: .*)?)$"],
    "--section": [r"note: 'profile.txt' contains 10 CPU samples; fewer than 100 are unreliable$"],
    "--to": [DIFFERS],
    "--verbose": VERBOSE,
    "hprof-attach --list": [r""],  # Messages about other processes.
    "hprof-convert --classic": [DIFFERS],
    "hprof-convert --force-threads": [DIFFERS],
    "hprof-convert --from": [DIFFERS],
    "hprof-convert --id-size": [DIFFERS],
    "hprof-convert --max-objects": [r"objects with smaller retained sizes omitted; use --max-objects=<n> to include more$"],
    "hprof-convert --with": [DIFFERS],
    "hprof-diff --by": [r"note: 'profile.txt' contains 10 CPU samples; fewer than 100 are unreliable$"],
    "hprof-merge --names-from": [r"is not used for names: no input is truncated or has parts$"],
    "hprof-threads --heap": [r"contains no owner of a lock that a thread is parked on$"],
}


def options_of(program):
    """Triples of names, such as ["-o", "--output"], the kind of value, and fixed values."""
    def printed(option):
        return subprocess.run([program, option], stdout=subprocess.PIPE, text=True, check=True).stdout

    fixed = dict(re.findall(r"-l (\S+) .* -x -a '(\w[^']*)'", printed("--print-completion=fish")))
    lines = re.findall(r"^ {2,6}(?:(-\w), )?(--[a-z-]+)(?:=(\S+))?", printed("--help-hidden"), re.M)
    return [([short, name] if short else [name], kind, fixed.get(name[2:], "").split() if kind else [])
            for short, name, kind in lines]


os.environ["BROWSER"] = "true"  # For xdg-open.


def listen(command):
    """Runs hprof-listen and, if it listens, acts as an agent that sends it a dump."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               cwd="run")
    with socket.socket(socket.AF_UNIX) as peer, open("inputs/heap.hprof", "rb") as file:
        peer.settimeout(LIMIT)
        while process.poll() is None:
            try:
                peer.connect("run/socket")
            except OSError:
                time.sleep(0.01)
                continue
            peer.sendall(file.read())
            peer.shutdown(socket.SHUT_WR)
            break
        _, messages = process.communicate(timeout=LIMIT)
    return process.returncode, messages.decode()


def run(command):
    """The status and messages of COMMAND in a folder of its own with the inputs."""
    shutil.rmtree("run", ignore_errors=True)
    shutil.copytree("inputs", "run")
    command = [os.environ["PID"] if word == "PID" else word for word in command]
    if "hprof-listen" in command[0]:
        return listen(command)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd="run", timeout=LIMIT, check=False)
    return done.returncode, done.stderr.decode()


def faults_of(command, option):
    """Describes the failure of COMMAND if OPTION has a valid value; None if there is
    none."""
    status, messages = run(command)
    if status != 0:
        return ["status %d: %s" % (status, messages[-300:])]
    allowed = MESSAGES[""] + MESSAGES.get(option.split()[1], []) + MESSAGES.get(option, [])
    lines = re.sub(r"\x1b\[[0-9;]*m", "", messages).splitlines()
    return ["says " + line for line in lines if not any(re.search(m, line) for m in allowed)]


def faults_of_wrong(command, name, value):
    """Describes the failure of COMMAND if the option NAME has the invalid VALUE."""
    status, messages = run(command)
    errors = [line for line in messages.splitlines() if " error: " in line]
    is_named = any(name in line or "'%s'" % value in line for line in errors)
    return [] if status in (1, 2) and is_named else ["status %d: %s" % (status, messages[-300:])]


def commands_of(tool, names, kind, fixed):
    """Arguments of TOOL with each valid value of an option."""
    key = "%s %s" % (tool, names[-1])
    values = VALUES.get(key) or VALUES.get(names[-1]) or fixed or KINDS.get(kind, []) if kind else [""]
    for value in values:
        rest = ARGUMENTS.get(key + "=" + value, ARGUMENTS.get(key, INPUTS.get(tool, HEAP)))
        rest = [word for word in rest if not word.startswith(names[-1] + "=")]
        for name in names:
            if len(name) == 2 and kind:
                yield [name, value] + rest
            else:
                yield [name + ("=" + value if kind else "")] + rest


def faults_of_option(program, names, kind, fixed):
    """The number of runs of PROGRAM, and pairs of a command and what is wrong."""
    tool = os.path.basename(program)
    key = "%s %s" % (tool, names[-1])
    commands = list(commands_of(tool, names, kind, fixed))
    if not commands:
        return 0, [(key, "no value is known for " + kind)]
    found = [(command, faults_of([program] + command, key)) for command in commands]
    if kind and key not in FREE:
        value = WRONGS.get(names[-1], WRONG)
        command = [names[-1] + "=" + value] + commands[-1][1:]
        found.append((command, faults_of_wrong([program] + command, names[-1], value)))
    return len(found), [(" ".join([tool] + command), line) for command, lines in found for line in lines]


def main():
    folder, place = sys.argv[1:3]
    os.chdir(place)
    count = runs = faults = 0
    for tool in map(os.path.basename, sys.argv[3:]):
        if tool == "hprof-attach" and "PID" not in os.environ:
            continue
        program = os.path.join(folder, tool)
        options = options_of(program)
        assert "--help" in [names[-1] for names, _, _ in options]
        for option in options:
            done, found = faults_of_option(program, *option)
            count, runs, faults = count + 1, runs + done, faults + len(found)
            for command, line in found:
                print("fault: %s: %s" % (command, line.strip()))
    print("%d options, %d runs, %d faults" % (count, runs, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
