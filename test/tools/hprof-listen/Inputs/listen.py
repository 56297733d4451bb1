"""listen.py STEPS LISTEN... [-- PROGRAM...]: runs LISTEN, which is hprof-listen with
its arguments, and prints its standard error and status, and the output of PROGRAM.
@NET@ in PROGRAM becomes the address that LISTEN listens on.

STEPS are separated by blanks; in their texts an underscore stands for a blank:

  run        start PROGRAM
  attach=OPTIONS  load the agent into it, with the command in ATTACH
  line       write a line to it
  +TEXT      wait until it prints TEXT
  connect    be the agent: connect
  send=FILE  send what is in FILE; send=N,FILE the first N bytes of it, and
             rest=N,FILE what follows these
  other=N    N others connect and stay; other=TEXT one that sends TEXT and goes
  get=N      print the next N bytes that come, in hexadecimal
  close      close the connection; reset closes it with an error
  -TEXT      wait until LISTEN prints TEXT, once more than it was waited for
  type=TEXT  write a line to LISTEN
  eof        close its standard input
  INT, TERM  send the signal to LISTEN
"""

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading

LIMIT = 300  # Seconds; a longer run is an error.


class Process:
    """A child process whose output is collected by a thread."""

    def __init__(self, command, stderr):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL if stderr else subprocess.PIPE,
            stderr=subprocess.PIPE if stderr else subprocess.STDOUT, text=True)
        self.changed = threading.Condition()
        self.text = ""
        self.over = False
        self.thread = threading.Thread(
            target=self.read, args=[self.child.stderr if stderr else self.child.stdout])
        self.thread.start()

    def read(self, stream):
        while text := stream.read(1):
            with self.changed:
                self.text += text
                self.changed.notify_all()
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def wait(self, what, times=1):
        with self.changed:
            self.changed.wait_for(lambda: self.over or self.text.count(what) >= times, LIMIT)
            assert self.text.count(what) >= times, (what, self.text)

    def write(self, text):
        self.child.stdin.write(text)
        self.child.stdin.flush()

    def end(self, what):
        status = self.child.wait(LIMIT)
        self.thread.join()
        print(self.text, end="")
        print(what, "status", 128 - status if status < 0 else status)


def connect(address):
    if address.startswith("unix:"):
        peer = socket.socket(socket.AF_UNIX)
        peer.connect(address[5:])
        return peer
    host, port = address.rsplit(":", 1)
    host = "127.0.0.1" if host == "*" else host.strip("[]")
    return socket.create_connection((host, int(port)))


# The parent of the tests may ignore this signal.
signal.signal(signal.SIGINT, signal.SIG_DFL)
arguments = sys.argv[2:]
split = arguments.index("--") if "--" in arguments else len(arguments)
listen = Process(arguments[:split], True)
program = None
try:
    listen.wait("listening on ")
    listen.wait("\n")
    address = re.search("listening on (.*)", listen.text)[1]
    waited = {}
    others = []
    for step in sys.argv[1].split():
        name, _, text = step.partition("=")
        text = text.replace("_", " ")
        if step == "run":
            command = [word.replace("@NET@", address) for word in arguments[split + 1 :]]
            program = Process(command, False)
        elif name == "attach":
            command = os.environ["ATTACH"].split() + [str(program.child.pid)]
            subprocess.run(command + [step[7:].replace("@NET@", address)], check=True)
        elif step == "line":
            program.write("\n")
        elif step[0] == "+":
            program.wait(step[1:].replace("_", " "))
        elif step[0] == "-":
            waited[step] = waited.get(step, 0) + 1
            listen.wait(step[1:].replace("_", " "), waited[step])
        elif step == "connect":
            peer = connect(address)
            peer.settimeout(LIMIT)
        elif name == "send":
            size, _, path = step[5:].rpartition(",")
            with open(path, "rb") as file:
                peer.sendall(file.read(int(size) if size else -1))
        elif name == "rest":
            size, _, path = step[5:].partition(",")
            with open(path, "rb") as file:
                file.seek(int(size))
                peer.sendall(file.read())
        elif name == "other" and text.isdigit():
            others += [connect(address) for _ in range(int(text))]
        elif name == "other":
            with connect(address) as other:
                other.sendall(text.encode().decode("unicode_escape").encode("latin-1"))
        elif name == "get":
            got = b""
            while len(got) < int(text):
                more = peer.recv(int(text) - len(got))
                assert more, got
                got += more
            print("got", got.hex())
        elif step in ("close", "reset"):
            if step == "reset":
                peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            peer.close()
        elif name == "type":
            listen.write(text + "\n")
        elif step == "eof":
            listen.child.stdin.close()
        else:
            listen.child.send_signal(getattr(signal, "SIG" + step))
    listen.end("listen")
    if program:
        program.end("program")
finally:
    listen.child.kill()
    if program:
        program.child.kill()
