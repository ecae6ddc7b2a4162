"""A relay before auth that loses an answer on request: stories send a device through it."""
import http.client
import json
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# Headers that belong to one connection and are not forwarded.
OWN = {"connection", "content-length", "transfer-encoding", "keep-alive", "date", "server"}


class LosingRelay:
    """Forwards each request to `target`. While the file `request` names a method, the next answer to that method is lost:
    auth has carried the call out, the relay closes the connection without an answer, and it removes the file.

    Answers that refuse a request proof are not lost, because auth has then carried out nothing.
    """

    def __init__(self, request, target):
        self.request, self.target = request, target
        relay = self

        class Handler(BaseHTTPRequestHandler):
            # HTTP/1.0 has one request for each connection, so no client repeats one because an old connection has ended.
            def do_POST(self):
                relay.forward(self)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/rpc"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        target = urllib.parse.urlsplit(self.target)
        connection = http.client.HTTPConnection(target.hostname, target.port, timeout=30)
        try:
            connection.request("POST", target.path, body, {k: v for k, v in handler.headers.items() if k.lower() not in OWN})
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        if self._loses(body, text):
            return
        handler.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in OWN:
                handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def _loses(self, body, answer):
        if not self.request.exists() or json.loads(body)["method"] != self.request.read_text():
            return False
        if json.loads(answer).get("error", {}).get("data", {}).get("fault") == "proofRefused":
            return False
        self.request.unlink()
        return True

    def close(self):
        self.server.shutdown()
        self.server.server_close()
