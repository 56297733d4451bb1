"""pages.py LIST TOOL ARGUMENTS COMMAND...: reads all pages of a list in the answers of
a tool, checks that each has at most 8 KB, and prints the number of pages and of rows,
and the rows if they are few."""

import json
import subprocess
import sys

name, tool, arguments = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
server = subprocess.Popen(sys.argv[4:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
pages, rows = 0, []
while True:
    pages += 1
    params = {"_meta": meta, "name": tool, "arguments": arguments}
    request = {"jsonrpc": "2.0", "id": pages, "method": "tools/call", "params": params}
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()
    result = json.loads(server.stdout.readline())["result"]
    text = result["content"][0]["text"]
    if result.get("isError"):
        print("error:", text)
        break
    if len(text.encode()) > 8192:
        sys.exit("page %d has %d bytes" % (pages, len(text.encode())))
    answer = result["structuredContent"]
    if json.loads(text) != answer:
        sys.exit("page %d: the text says something else" % pages)
    rows += answer[name]
    if "next_offset" not in answer:
        break
    if answer["next_offset"] != len(rows):
        sys.exit("page %d: next_offset %d after %d rows" % (pages, answer["next_offset"], len(rows)))
    arguments["offset"] = answer["next_offset"]
server.stdin.close()
server.wait()
print("%d rows on %s" % (len(rows), "one page" if pages == 1 else "pages"))
for row in rows if len(rows) < 10 else []:
    print(json.dumps(row))
