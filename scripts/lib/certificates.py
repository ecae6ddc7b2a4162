"""Makes a private certificate authority and certificates with the program openssl, for tests."""
import ipaddress
import pathlib
import subprocess
from typing import NamedTuple


class Issued(NamedTuple):
    """The files of a certificate and of its private key."""
    certificate: pathlib.Path
    key: pathlib.Path


class CertificateAuthority:
    """An authority whose files are in a folder: `ca.pem`, and `NAME.pem` and `NAME.key` for each certificate."""

    def __init__(self, folder, name="Latchkey test CA"):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.certificate = self.folder / "ca.pem"
        self._openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", f"/CN={name}",
                      "-keyout", "ca.key", "-out", "ca.pem")

    def issue(self, name, *hosts, validity=("-days", "2")):
        """Makes a certificate for the host names or addresses; `validity` are options of `openssl x509`."""
        kinds = ",".join(("IP:" if _is_address(host) else "DNS:") + host for host in hosts)
        (self.folder / f"{name}.ext").write_text(f"subjectAltName={kinds}\n")
        self._openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", f"/CN={name}",
                      "-keyout", f"{name}.key", "-out", f"{name}.csr")
        self._openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", *validity,
                      "-extfile", f"{name}.ext", "-out", f"{name}.pem")
        (self.folder / f"{name}.key").chmod(0o600)
        return Issued(self.folder / f"{name}.pem", self.folder / f"{name}.key")

    def _openssl(self, *words):
        done = subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"openssl {words[0]}: {done.stderr.strip()}")


def _is_address(host):
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False
