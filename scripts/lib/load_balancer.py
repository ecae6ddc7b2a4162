"""An nginx that balances load over several instances of both services, for scripts and tests."""
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class LoadBalancer:
    """`ports` maps each port of 127.0.0.1 to the ports of the instances among which its requests are distributed in turn."""

    def __init__(self, ports):
        self.folder = tempfile.mkdtemp(prefix="latchkey-balancer-")
        blocks = []
        for port, instances in ports.items():
            members = "".join(f"server 127.0.0.1:{instance} max_fails=0; " for instance in instances)
            blocks.append(f"""upstream u{port} {{ {members} keepalive 32; }}
                server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://u{port}; }} }}""")
        config = pathlib.Path(self.folder) / "nginx.conf"
        config.write_text(f"""worker_processes 1; daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;
            events {{ worker_connections 4096; }}
            http {{ access_log off; client_max_body_size 2m; client_body_temp_path {self.folder}; proxy_temp_path {self.folder};
            proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr; proxy_read_timeout 40s; proxy_connect_timeout 1s;
            proxy_next_upstream error timeout http_503;
            {"".join(blocks)} }}""")
        self.process = subprocess.Popen(["nginx", "-c", str(config)], stderr=subprocess.DEVNULL)
        port = next(iter(ports))
        until = time.monotonic() + 30
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError("nginx ended at its start: is the Debian package nginx-light installed?")
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.02)
        self.close()
        raise RuntimeError("nginx does not answer after 30 s")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
