"""peer.py KIND OUT STEPS COMMAND...: runs COMMAND with the peer of its agent, and
prints its output and its status. @NET@ in COMMAND becomes the address at which the peer
listens: KIND is ipv4, ipv6 or unix; none is an address at which nobody does. What the
agent sends is written to the file OUT.

STEPS are separated by blanks:

  +TEXT   wait until the program prints a line with TEXT
  @TEXT   wait until the agent has sent TEXT, once more than it was waited for;
          an underscore stands for a blank
  NAME    send a command: gc, dump, summary, exit, traces, cpu, threads,
          detach,
          sites:FLAGS, control:BODY with the body in hexadecimal
  =HEX    send these bytes
  line    write a line to the program
  end     wait until the agent has closed the connection
  half    send nothing any more
  close   close the connection
  mute    read no more, but for what may be there already
  kill    send SIGTERM to the program
"""

import os
import socket
import struct
import subprocess
import sys
import tempfile
import threading

import process

LIMIT = 300  # Seconds; a longer run is an error.

TAGS = {"gc": 1, "dump": 2, "sites": 3, "summary": 4, "exit": 5, "traces": 6}
TAGS |= {"cpu": 7, "control": 8, "threads": 9, "detach": 0xFF}


def command(step, serial):
    name, _, argument = step.partition(":")
    body = b""
    if name in ("sites", "cpu"):
        body = struct.pack(">Hf", int(argument or 0), 0.0)
    elif name == "control":
        body = bytes.fromhex(argument)
    return struct.pack(">BII", TAGS[name], serial, len(body)) + body


kind, out, steps = sys.argv[1:4]
folder = tempfile.mkdtemp()
path = os.path.join(folder, "socket")
if kind == "unix":
    server = socket.socket(socket.AF_UNIX)
    server.bind(path)
    address = "unix:" + path
elif kind == "ipv6":
    server = socket.socket(socket.AF_INET6)
    server.bind(("::1", 0))
    address = "[::1]:%d" % server.getsockname()[1]
else:
    server = socket.socket(socket.AF_INET)
    server.bind(("127.0.0.1", 0))
    address = "127.0.0.1:%d" % server.getsockname()[1]
if kind != "none":
    server.listen(1)
server.settimeout(LIMIT)

changed = threading.Condition()
received, printed, over = bytearray(), [], set()
mute = threading.Event()


def wait(condition, who, what):
    with changed:
        done = changed.wait_for(lambda: condition() or who in over, LIMIT)
        assert done and condition(), what


def receive(connection):
    try:
        while not mute.is_set() and (chunk := connection.recv(1 << 16)):
            with changed:
                received.extend(chunk)
                changed.notify_all()
    except OSError:
        pass
    with changed:
        over.add("agent")
        changed.notify_all()


def read(stream):
    for line in stream:
        with changed:
            printed.append(line)
            changed.notify_all()
    with changed:
        over.add("program")
        changed.notify_all()


program = [word.replace("@NET@", address) for word in sys.argv[4:]]
child = subprocess.Popen(
    program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
)
try:
    reader = threading.Thread(target=read, args=[child.stdout])
    reader.start()
    receiver = None
    if kind != "none":
        connection = server.accept()[0]
        receiver = threading.Thread(target=receive, args=[connection])
        receiver.start()
    expected = {}
    for serial, step in enumerate(steps.split()):
        if step.startswith("+"):
            wait(lambda: any(step[1:] in line for line in printed), "program", step)
        elif step.startswith("@"):
            expected[step] = expected.get(step, 0) + 1
            wait(lambda: received.count(step[1:].replace("_", " ").encode()) >= expected[step], "agent", step)
        elif step == "line":
            child.stdin.write("\n")
            child.stdin.flush()
        elif step == "end":
            receiver.join(LIMIT)
            assert "agent" in over, step
        elif step == "mute":
            mute.set()
        elif step == "kill":
            child.terminate()
        elif step == "half":
            connection.shutdown(socket.SHUT_WR)
        elif step == "close":
            connection.shutdown(socket.SHUT_RDWR)
            receiver.join()
            connection.close()
        elif step.startswith("="):
            connection.sendall(bytes.fromhex(step[1:]))
        else:
            connection.sendall(command(step, serial))
    status = child.wait(LIMIT)
    reader.join()
    if receiver:
        receiver.join()
    with open(out, "wb") as file:
        file.write(received)
    print("".join(printed), end="")
    print("status", status)
except BaseException:
    print("printed:", printed, file=sys.stderr)
    process.show(child)
    raise
finally:
    child.kill()
    if kind == "unix":
        os.unlink(path)
    os.rmdir(folder)
