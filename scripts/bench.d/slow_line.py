"""A relay for TCP connections that carries at most a number of bytes a second, all connections and both directions together."""
import contextlib
import socket
import threading
import time


class SlowLine:
    CHUNK = 4096

    def __init__(self, port, bytes_per_second):
        self.target, self.rate, self.free_at = port, bytes_per_second, time.monotonic()
        self.lock, self.carried = threading.Lock(), 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):  # the listener was closed
            while True:
                near, _ = self.listener.accept()
                far = socket.create_connection(("127.0.0.1", self.target))
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, source, sink):
        with contextlib.suppress(OSError):
            while piece := source.recv(self.CHUNK):
                self.wait(len(piece))
                sink.sendall(piece)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def wait(self, size):
        """Waits until the line has carried what was sent before."""
        with self.lock:
            self.carried += size
            self.free_at = max(self.free_at, time.monotonic()) + size / self.rate
            until = self.free_at
        time.sleep(max(0, until - time.monotonic()))

    def close(self):
        self.listener.close()
