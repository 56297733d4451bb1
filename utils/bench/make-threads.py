#!/usr/bin/env python3
"""make-threads.py THREADS [FRAMES]

Prints a JSON thread dump (formatVersion 2) with THREADS virtual threads, of
FRAMES frames each (default 10) in a few hundred different stacks. Every tenth
thread is parked on its own object, every hundredth waits for one of a
hundred monitors, as in a server with a thread per request.
"""

import sys

LEAVES = 300


def stack(kind, frames):
    lines = [f'"app.Handler{kind % 40}.step{kind}(Handler.java:{kind + 10})"']
    lines += [
        f'"java.base\\/java.util.concurrent.Deep{i}.call(Deep{i}.java:{100 + i})"'
        for i in range(frames - 1)
    ]
    return "[" + ", ".join(lines) + "]"


def main():
    if len(sys.argv) not in (2, 3) or not sys.argv[1].isdigit():
        print(__doc__.strip(), file=sys.stderr)
        return 2
    threads = int(sys.argv[1])
    frames = int(sys.argv[2]) if len(sys.argv) == 3 else 10
    stacks = [stack(kind, frames) for kind in range(LEAVES)]
    out = sys.stdout
    out.write(
        '{"threadDump": {"formatVersion": 2, "processId": 1, '
        '"time": "2031-02-03T04:05:06Z", "runtimeVersion": "26+11", "threadContainers": '
        '[{"container": "<root>", "parent": null, "owner": null, "threads": [\n'
    )
    for i in range(threads):
        member = ""
        state = "TIMED_WAITING"
        if i % 100 == 1:
            state = "BLOCKED"
            member = f'"blockedOn": "app.Lock@{i // 100 % 100 + 1:x}", '
        elif i % 10 == 0:
            state = "WAITING"
            member = (
                '"parkBlocker": {"object": "java.util.concurrent.locks.'
                f'AbstractQueuedSynchronizer$ConditionObject@{i + 1000:x}"}}, '
            )
        comma = "," if i + 1 < threads else ""
        out.write(
            f'{{"tid": {i + 100}, "time": "2031-02-03T04:05:06.{i % 1000000000:09}Z", '
            f'"virtual": true, "name": "request-{i}", "state": "{state}", {member}'
            f'"stack": {stacks[i % LEAVES]}}}{comma}\n'
        )
    out.write(f'], "threadCount": {threads}}}]}}}}\n')
    return 0


sys.exit(main())
