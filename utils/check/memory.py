#!/usr/bin/env python3
"""Checks that long-running programs release their memory: hprof-mcp, and a Python that
uses the package in bindings/python.

Each kind of call is made 10,000 times in a separate process. From call 2,000 to the
last one, its memory may grow by 2 MB: by 262 bytes per call. Calls that open dumps
are made a fifth as often. Memory is the minimum of ten measurements, as it fluctuates
where heaps are opened.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WARM, CALLS = 2000, 10000
LIMIT = 2 << 20
SLOW, FEWER = ("diff", "open", "open without close"), 5

# Requests to hprof-mcp, by name: a method and its parameters.
MCP = {
    "list": ("tools/list", {}),
    "unknown method": ("nothing", {}),
    "no dump": ("tools/call", {"name": "summary", "arguments": {"file": "none.hprof"}}),
    "dumps": ("tools/call", {"name": "summary", "arguments": {}}),
    "summary": ("tools/call", {"name": "summary", "arguments": {"file": "shop.yaml"}}),
    "suspects": ("tools/call", {"name": "suspects", "arguments": {"file": "shop.yaml"}}),
    "histogram": ("tools/call", {"name": "histogram", "arguments": {"file": "shop.yaml", "sort": "retained"}}),
    "object": ("tools/call", {"name": "object", "arguments": {"file": "shop.yaml", "id": "0x310"}}),
    "path": ("tools/call", {"name": "path", "arguments": {"file": "shop.yaml", "id": "0x310"}}),
    "query": ("tools/call", {"name": "query", "arguments": {"file": "shop.yaml", "sql": "SELECT * FROM objects"}}),
    "bad query": ("tools/call", {"name": "query", "arguments": {"file": "shop.yaml", "sql": "SELECT x"}}),
    "threads": ("tools/call", {"name": "threads", "arguments": {"file": "shop.yaml"}}),
    "diff": ("tools/call", {"name": "diff", "arguments": {"file": "shop.yaml", "other": "copy.yaml"}}),
}
# Python, by name; heap is open.
PYTHON = {
    "histogram": "list(heap.histogram(by='package', retained=True))",
    "suspects": "list(heap.suspects())",
    "dominators": "list(heap.dominators())",
    "objects": "list(heap.objects('shop.Session', fields=['user.name']))",
    "paths": "list(heap.paths(0x310))",
    "threads": "list(heap.threads())",
    "query": "list(heap.query('SELECT * FROM objects'))",
    "table not read": "heap.table('objects')",
    "object": "heap[0x310].name",
    "elements": "list(heap[0x300])",
    "error": "fails(lambda: heap.table('nothing'))",
    "bad query": "fails(lambda: list(heap.query('SELECT x')))",
    "open": "hprof.open('shop.yaml').close()",
    "open without close": "hprof.open('shop.yaml')",
}
PROGRAM = """
import hprof
heap = hprof.open('shop.yaml')
def fails(call):
    try:
        call()
    except hprof.Error:
        return
    raise SystemExit('no error')
def memory():
    with open('/proc/self/status') as file:
        return int(file.read().split('RssAnon:')[1].split()[0]) * 1024
calls, warm = %d, %d
before, after = [], []
for n in range(1, calls + 1):
    %s
    if n %% (warm // 20) == 0:
        if warm // 2 < n <= warm:
            before.append(memory())
        if n > calls - warm // 2:
            after.append(memory())
print(min(after) - min(before))
"""


def memory(pid):
    """Anonymous memory of the process, without pages of files."""
    with open("/proc/%d/status" % pid) as file:
        return int(file.read().split("RssAnon:")[1].split()[0]) * 1024


def ask(server, number, method, parameters):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
    server.stdin.write(json.dumps(message).encode() + b"\n")
    server.stdin.flush()
    line = server.stdout.readline()
    if not line:
        raise RuntimeError("the server has exited")
    answer = json.loads(line)
    if answer["id"] != number:
        raise RuntimeError("another answer: %s" % line[:200])
    return answer


def calls_of(name):
    """Number of calls before the first measurement, and of all calls."""
    by = FEWER if name in SLOW else 1
    return WARM // by, CALLS // by


def grown_mcp(args, folder, name):
    """The growth of the memory of hprof-mcp in bytes."""
    method, parameters = MCP[name]
    warm, calls = calls_of(name)
    before, after = [], []
    command = [os.path.join(args.build, "bin", "hprof-mcp"), "-q", "."]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        try:
            client = {"name": "check", "version": "1"}
            first = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
            ask(server, 0, "initialize", first)
            for number in range(1, calls + 1):
                answer = ask(server, number, method, parameters)
                bad = "error" in answer or answer["result"].get("isError", False)
                if bad != (name in ("unknown method", "no dump", "bad query")):
                    raise RuntimeError("the answer is %s" % json.dumps(answer)[:300])
                if number % (warm // 20) == 0:
                    if warm // 2 < number <= warm:
                        before.append(memory(server.pid))
                    if number > calls - warm // 2:
                        after.append(memory(server.pid))
            return min(after) - min(before)
        finally:
            server.stdin.close()
            server.stdout.close()


def grown_python(args, folder, name):
    environment = dict(
        os.environ,
        PYTHONPATH=os.path.join(SOURCE, "bindings", "python", "src"),
        PYTHONDONTWRITEBYTECODE="1",
        LD_LIBRARY_PATH=os.path.join(args.build, "lib"),
    )
    warm, calls = calls_of(name)
    command = [sys.executable, "-c", PROGRAM % (calls, warm, PYTHON[name])]
    ended = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if ended.returncode != 0:
        raise RuntimeError(ended.stderr.decode(errors="replace").strip()[-300:])
    return int(ended.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", required=True, help="the folder of a release build")
    parser.add_argument("--counts", help="file for the results")
    parser.add_argument("--only", help="only cases whose name contains this text")
    args = parser.parse_args()
    args.build = os.path.abspath(args.build)
    cases = [("hprof-mcp", name, grown_mcp) for name in MCP]
    cases += [("Python", name, grown_python) for name in PYTHON]
    if args.only:
        cases = [case for case in cases if args.only in " ".join(case[:2])]
    passed = failed = 0
    skips = []
    if not os.path.exists(os.path.join(args.build, "lib", "libhprof-c.so")):
        skips = ["memory: Python: %s: no libhprof-c.so" % name for of, name, _ in cases if of == "Python"]
    for of, name, grown in cases:
        if skips and of == "Python":
            continue
        with tempfile.TemporaryDirectory() as folder:
            for copy in ("shop.yaml", "copy.yaml"):
                shutil.copy(os.path.join(SOURCE, "docs", "Examples", "shop.yaml"), os.path.join(folder, copy))
            try:
                size = grown(args, folder, name)
                warm, calls = calls_of(name)
                fault = "grew by %d bytes in %d calls" % (size, calls - warm) if size > LIMIT else None
                print("%s: %s: %d bytes" % (of, name, size), flush=True)
            except RuntimeError as error:
                fault = str(error)
        if fault:
            print("FAILED: memory: %s: %s: %s" % (of, name, fault), flush=True)
            failed += 1
        else:
            passed += 1
    if args.counts:
        with open(args.counts, "w", encoding="utf-8") as file:
            print(passed, failed, len(skips), len(cases), file=file)
            for line in skips:
                print(line, file=file)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
