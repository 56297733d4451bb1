"""session.py COMMAND... < SCRIPT: runs and prints a conversation with a server.

Each line of the script is sent as it is, with META replaced by the _meta of a
client of revision 2026-07-28. After a line with an id, the answer to it is
awaited, unless the line begins with "& ". Other lines:

  ## TEXT          a comment
  ! TEXT           send TEXT, and wait for any message
  huge N           send a line of N bytes, and wait for any message
  deep N           send N arrays within each other, and wait for any message
  progress TOKEN   wait for progress of the request with this token
  answer ID        wait for the answer to the request with this id
  opened TOKEN     print whether a dump was opened for the request with this token,
                   which has been answered

At the end the input of the server is closed; its remaining output is printed, and the
conversation fails unless the server exits with status 0. Progress is not printed,
because its amount depends on timing.
"""

import json
import subprocess
import sys

META = (
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
    '"io.modelcontextprotocol/clientCapabilities":{}}'
)

server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
answered, progressed, opened = set(), set(), set()


def receive():
    line = server.stdout.readline()
    if not line:
        return False
    message = json.loads(line)
    if message.get("method") == "notifications/progress":
        params = message["params"]
        last = getattr(receive, "last", {})
        assert params["progress"] > last.get(params["progressToken"], 0), line
        last[params["progressToken"]] = params["progress"]
        receive.last = last
        progressed.add(params["progressToken"])
        if params["message"].startswith("opening "):
            opened.add(params["progressToken"])
        return True
    if "method" not in message:
        answered.add(json.dumps(message.get("id")))
    print(line.decode().rstrip("\n"))
    return True


def wait(done):
    while not done():
        if not receive():
            sys.exit("the server has ended")


def send(data):
    server.stdin.write(data + b"\n")
    server.stdin.flush()


def send_and_wait(data):
    send(data)
    receive() or sys.exit("the server has ended")


for line in sys.stdin.buffer:
    line = line.rstrip(b"\n").replace(b"META", META.encode())
    word, _, rest = line.partition(b" ")
    if not line or word == b"##":
        continue
    if word == b"!":
        send_and_wait(rest)
    elif word == b"huge":
        send_and_wait(b"x" * int(rest))
    elif word == b"deep":
        send_and_wait(b"[" * int(rest))
    elif word == b"progress":
        wait(lambda: rest.decode() in progressed)
    elif word == b"answer":
        wait(lambda: rest.decode() in answered)
    elif word == b"opened":
        print(rest.decode(), "opened" if rest.decode() in opened else "found open", flush=True)
    elif word == b"&":
        send(rest)
    else:
        send(line)
        message = json.loads(line)
        if "id" in message:
            wait(lambda: json.dumps(message["id"]) in answered)
server.stdin.close()
while receive():
    pass
if server.wait():
    sys.exit("status %d" % server.returncode)
