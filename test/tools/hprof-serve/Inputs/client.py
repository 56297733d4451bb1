"""client.py CASE BIN [ARGUMENT...]: starts BIN/hprof-serve with the arguments, and prints its
answers. The case is a function below, `signal`, `idle`, or `run`, which runs the program
after "--" with the address.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

LIMIT = 60
ENDLESS = json.dumps({
    "file": "heap.hprof",
    "sql": "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
}).encode()


class Server:
    def __init__(self, folder, *arguments):
        environment = {**os.environ, "PATH": os.getcwd() + ":" + os.environ["PATH"]}  # For xdg-open.
        self.process = subprocess.Popen([folder + "/hprof-serve", "-q", *arguments], stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.url = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", self.url)
        self.port, self.token = int(found[1]), found[2]

    def send(self, method, path, body=None, **headers):
        """Returns the response and its body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response, text

    def page(self, **headers):
        return self.send("GET", "/?token=" + self.token, **headers)

    def ask(self, tool, body, **headers):
        given = {"Authorization": "Bearer " + self.token, "Content_Type": "application/json", **headers}
        body = body if isinstance(body, str) else json.dumps(body)
        response, text = self.send("POST", "/ask/" + tool, body, **given)
        return response.status, text

    def begin(self, tool, size):
        """Sends the head of a request; returns the socket."""
        peer = socket.create_connection(("127.0.0.1", self.port), LIMIT)
        peer.sendall(b"POST /ask/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                     b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                     % (tool.encode(), self.port, self.token.encode(), size))
        return peer

    def end(self):
        self.process.send_signal(signal.SIGINT)
        print("status", self.process.wait(LIMIT))


def show(what, response):
    status, text = response
    print("%s: %d %s" % (what, status if isinstance(status, int) else status.status, text.strip()[:160]))


def page(server):
    """The page and its headers."""
    response, text = server.page()
    print(response.status, response.getheader("Content-Type"), response.getheader("Cache-Control"))
    print(re.search(r"content=\"(default-src 'none'; connect-src 'self';)", text)[1])
    print(re.search(r'<div id="report" data-live="[^"]*">', text)[0])
    print("suspects" in text, "hunter2" in text)


def guard(server):
    """Requests of others are rejected."""
    show("no token", server.send("GET", "/"))
    show("other token", server.send("GET", "/?token=" + "0" * 32))
    show("prefix", server.send("GET", "/?token=" + server.token[:-1]))
    show("host", server.page(Host="evil.example:%d" % server.port))
    show("prefix of an address", server.page(Host="127.0.0.1.evil.example"))
    show("forwarded", (server.page(Host="LOCALHOST:1")[0].status, ""))
    show("no port", (server.page(Host="127.0.0.1")[0].status, ""))
    show("origin", server.page(Origin="http://evil.example"))
    show("own origin", (server.page(Origin="http://127.0.0.1:%d" % server.port)[0].status, ""))
    body = {"file": "heap.hprof"}
    show("no bearer", server.ask("summary", body, Authorization=""))
    show("other bearer", server.ask("summary", body, Authorization="Bearer x"))
    show("form", server.ask("summary", body, Content_Type="text/plain"))
    show("method", (server.send("PUT", "/ask/summary", "{}")[0].status, ""))
    show("path", server.send("GET", "/../../etc/passwd?token=" + server.token))
    with server.begin("query", 2 << 20) as peer:  # Without a body.
        print("size:", peer.recv(100).split()[1].decode())
    show("alive", (server.page()[0].status, ""))


def tools(server):
    """Answers and errors of tools."""
    show("rows", server.ask("query", {"file": "heap.hprof", "sql": "SELECT count(*) AS n FROM objects"}))
    show("secret", server.ask("query", {"file": "heap.hprof", "sql": "SELECT text(id) AS t FROM strings"}))
    show("object", server.ask("object", {"file": "heap.hprof", "id": "0x100"}))
    show("other file", server.ask("summary", {"file": "/etc/passwd"}))
    show("no tool", server.ask("none", {}))
    show("no JSON", server.ask("summary", "{"))
    show("no object", server.ask("summary", "[]"))
    show("argument", server.ask("summary", {"x": 1}))
    show("SQL", server.ask("query", {"file": "heap.hprof", "sql": "SELEC"}))


def gone(server):
    """A client that goes away cancels its query, which would run for hours."""
    with server.begin("query", len(ENDLESS)) as peer:
        peer.sendall(ENDLESS)
        time.sleep(1)
    show("next", server.ask("query", {"file": "heap.hprof", "sql": "SELECT 1 AS one"}))


def opened(server):
    """A browser that lives as long as xdg-open gets the page: see xdg-open in serve.test."""
    end = time.monotonic() + LIMIT
    while not os.path.exists("status") and time.monotonic() < end:
        time.sleep(0.1)
    print("browser:", open("status").read())


def interrupt(server):
    """A signal ends the server, even while a query runs, and its page is still shown."""
    with server.begin("query", len(ENDLESS)) as peer:
        peer.sendall(ENDLESS)
        time.sleep(1)
        show("page", (server.page()[0].status, ""))
        server.end()


def main():
    case, *arguments = sys.argv[1:]
    program = arguments[arguments.index("--") + 1 :] if case == "run" else []
    arguments = arguments[: len(arguments) - len(program) - (case == "run")]
    server = Server(*arguments)
    try:
        if case == "idle":
            print("status", server.process.wait(LIMIT))
            return
        if case == "run":
            done = subprocess.run(program + [server.url], stdout=subprocess.PIPE, text=True, check=False)
            print(done.stdout.strip() if done.returncode == 0 else "failed: " + done.stdout)
        elif case != "signal":
            globals()[case](server)
        if case != "interrupt":
            server.end()
    finally:
        server.process.kill()


if __name__ == "__main__":
    main()
