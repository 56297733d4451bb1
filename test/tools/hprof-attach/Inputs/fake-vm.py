"""fake-vm.py LIBJVM GETVERSION LOAD [FILES...]: behaves like a VM on SIGQUIT.

Maps LIBJVM and FILES. When SIGQUIT arrives and the trigger exists, it listens; it
prints each request and answers with GETVERSION or REPLY, where \\n is a line feed. For
the reply "exit", it exits at once, and on SIGQUIT, too, if GETVERSION is "exit". For
"hang" it never replies, and for "stop" it stops itself.
"""

import mmap
import os
import signal
import socket
import sys
import threading

path = "/tmp/.java_pid%d" % os.getpid()
replies = {"getversion": sys.argv[2], "load": sys.argv[3], "jcmd": sys.argv[3]}


def say(line):
    # print() is not reentrant, so a signal handler must not call it.
    os.write(1, (line + "\n").encode())


def end():
    if os.path.exists(path):
        os.unlink(path)
    os._exit(0)


def serve(server):
    while True:
        client = server.accept()[0]
        request = b""
        # Version 1: 5 strings. Version 2: a size.
        while True:
            parts = request.split(b"\0")
            if parts[0] == b"1" and len(parts) > 5:
                break
            if parts[0] == b"2" and len(parts) > 2:
                if len(request) >= len(parts[1]) + 3 + int(parts[1]):
                    break
            data = client.recv(1)
            if not data:
                break
            request += data
        text = request.decode().replace("\0", "|")
        say("request: " + text)
        for command, reply in replies.items():
            if "|%s|" % command in text:
                if reply == "exit":
                    end()
                if reply == "stop":
                    os.kill(os.getpid(), signal.SIGSTOP)
                # It may be a moment before all threads have stopped.
                if reply in ("hang", "stop"):
                    threading.Event().wait()
                client.sendall(reply.replace("\\n", "\n").encode())
        client.close()


def on_quit(number, frame):
    say("SIGQUIT")
    if replies["getversion"] == "exit":
        end()
    if os.path.exists(".attach_pid%d" % os.getpid()):
        server = socket.socket(socket.AF_UNIX)
        server.bind(path + ".tmp")
        server.listen()
        os.rename(path + ".tmp", path)
        threading.Thread(target=serve, args=(server,), daemon=True).start()


def map_file(name):
    with open(name, "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


mapped = [map_file(name) for name in [sys.argv[1]] + sys.argv[4:]]
signal.signal(signal.SIGQUIT, on_quit)
say("ready")
sys.stdin.read()
end()
