"""What stands between the two services in the checks of their link: a relay that changes answers, one that only listens, and an
impostor that takes auth's port."""
import http.client
import json
import os
import select
import signal
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, request, client_address):
        pass  # a caller that hangs up early is no error of the check


class Relay:
    """Forwards HTTP requests to a service's internal listener; `alter(method, status, headers, body)` may change each answer.

    `alter` returns the status, headers and body to send; with `answer(method)` a request can be answered without forwarding it.
    """

    def __init__(self):
        self.target, self.alter, self.answer, self.altered = None, None, None, 0
        relay = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                relay.handle(self, body)

            def do_GET(self):
                relay.handle(self, b"")

            def log_message(self, *_):
                pass

        self.server = _Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/rpc"

    def handle(self, request, body):
        method = json.loads(body)["method"] if body else request.path
        made = self.answer(method) if self.answer else None
        if made is not None:
            self.altered += 1
            status, headers, answer = 200, {}, made
        else:
            try:
                status, headers, answer = self.forward(request, body)
            except OSError:
                request.close_connection = True
                return
            if self.alter:
                before = (status, dict(headers), answer)
                status, headers, answer = self.alter(method, *before)
                self.altered += (status, headers, answer) != before
        request.send_response_only(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(answer)))
        request.end_headers()
        request.wfile.write(answer)

    def forward(self, request, body):
        link = http.client.HTTPConnection("127.0.0.1", self.target, timeout=10)
        try:
            headers = {name: value for name, value in request.headers.items() if name.lower() not in ("host", "content-length")}
            link.request(request.command, request.path, body, headers)
            reply = link.getresponse()
            kept = {name: value for name, value in reply.getheaders() if name.lower() == "latchkey-answer"}
            return reply.status, kept, reply.read()
        finally:
            link.close()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Wire:
    """Forwards bytes between a new port and a target port, and keeps all of them."""

    def __init__(self):
        self.target, self.seen = None, bytearray()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                inside, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._forward, args=(inside,), daemon=True).start()

    def _forward(self, inside):
        try:
            with inside, socket.create_connection(("127.0.0.1", self.target)) as outside:
                while True:
                    for ready in select.select([inside, outside], [], [])[0]:
                        data = ready.recv(65536)
                        if not data:
                            return
                        self.seen += data
                        (outside if ready is inside else inside).sendall(data)
        except OSError:
            pass

    def close(self):
        self.listener.close()


class Impostor:
    """A process without key files that listens on a port and answers with `answers`, a dictionary from methods to results.

    As root it runs as the user 65534. The methods it was called with, and the parameters, are the lines of `log`.
    """

    def __init__(self, port, answers, log):
        self.log = log
        log.touch()
        self.pid = os.fork()
        if self.pid == 0:
            self._serve(port, answers)
        until = time.monotonic() + 10
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), 1).close()
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def _serve(self, port, answers):
        try:
            log = open(self.log, "a", buffering=1)
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)

            class Handler(BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"

                def reply(self, body):
                    self.send_response_only(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)

                def do_POST(self):
                    request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                    log.write(json.dumps([request["method"], request.get("params")]) + "\n")
                    self.reply(json.dumps({"jsonrpc": "2.0", "result": answers.get(request["method"], {}), "id": 1}).encode())

                def do_GET(self):
                    log.write(json.dumps([self.path, None]) + "\n")
                    self.reply(json.dumps(answers["keys.current"]).encode())

                def log_message(self, *_):
                    pass

            _Server(("127.0.0.1", port), Handler).serve_forever()
        finally:
            os._exit(1)

    @property
    def calls(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
