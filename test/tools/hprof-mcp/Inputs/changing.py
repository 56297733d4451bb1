"""changing.py FILE COMMAND...: queries FILE before and after it loses all but its first
bytes."""

import json
import os
import subprocess
import sys

path = sys.argv[1]
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ask(id):
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    arguments = {"file": os.path.basename(path)}
    params = {"_meta": meta, "name": "summary", "arguments": arguments}
    request = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    result = json.loads(server.stdout.readline())["result"]
    if result.get("isError"):
        return "no heap"
    return "%d objects" % result["structuredContent"]["dump"]["objects"]


print(ask(1))
# Create a new file: truncating a mapped file would crash the program.
with open(path + ".new", "wb") as file:
    file.write(b"JAVA PROFILE 1.0.2\0")
os.rename(path + ".new", path)
print(ask(2))
server.stdin.close()
sys.exit(server.wait())
