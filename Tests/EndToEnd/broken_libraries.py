"""Services on a host whose random generator or libcrypto is broken: they make no key and serve nothing."""
import os
import pathlib
import subprocess
import tempfile

from checks import check, equal, holds
from deployed import create_keys
from pair import free_ports

# Stands in for the kernel's random generator, which fails.
NO_RANDOM_BYTES = """#include <errno.h>
#include <stddef.h>
int getentropy(void *buffer, size_t length) { errno = EIO; return -1; }
"""
# Stands in for a libcrypto that computes another hash than SHA-256, also of 32 bytes.
OTHER_HASH = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
void *EVP_MD_fetch(void *context, const char *algorithm, const char *properties) {
    void *(*fetch)(void *, const char *, const char *) = dlsym(RTLD_NEXT, "EVP_MD_fetch");
    return fetch(context, strcmp(algorithm, "SHA256") ? algorithm : "SHA512-256", properties);
}
"""


def library(folder, source):
    """Compiles a library that replaces functions of a program, with the compiler of the Swift toolchain."""
    made = folder / "broken.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "-o", str(made), "-"], input=source, text=True, check=True)
    return {**os.environ, "LD_PRELOAD": str(made), "SWIFT_BACKTRACE": "enable=no"}


@check("without random bytes from the kernel no key is made: the process ends, and leaves no key file", requirements=["K9"])
def no_random_bytes(pair):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        broken = library(folder, NO_RANDOM_BYTES)
        for service in ("auth", "vault"):
            data = folder / service
            words = [str(pair.bin / f"latchkey-{service}"), "keys", "init", "--data", str(data)]
            done = subprocess.run(words, env=broken, capture_output=True, text=True, timeout=60)
            holds(done.returncode != 0, f"{service} made keys: {done.stdout}")
            holds("random" in done.stderr, f"{service} says why: {done.stderr!r}")
            equal([path.name for path in data.rglob("*.key") if path.stat().st_size], [], f"the key files of {service}")


@check("a service whose libcrypto does not compute the published hashes does not start, and names the algorithm", requirements=["K8"])
def other_hash(pair):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        create_keys(pair.bin, folder / "made", folder / "keys")
        broken = library(folder, OTHER_HASH)
        for service in ("auth", "vault"):
            data = folder / f"data-{service}"
            data.mkdir(mode=0o700)
            subprocess.run(["cp", "-a", str(folder / "keys"), str(data / "keys")], check=True)
            ports = free_ports(3)
            words = [str(pair.bin / f"latchkey-{service}"), "serve", "--data", str(data)]
            for listener, port in zip(("listen", "internal-listen", "operations-listen"), ports):
                words += [f"--{listener}", f"127.0.0.1:{port}"]
            if service == "auth":
                words += ["--set", "countries=49", "--sms-gateway", f"spool:{data}/spool"]
            done = subprocess.run(words, env=broken, capture_output=True, text=True, timeout=60)
            holds(done.returncode != 0, f"{service} started")
            holds("SHA-256" in done.stderr, f"{service} names the algorithm: {done.stderr!r}")
            equal([path.name for path in data.glob("*.sqlite")], [], f"the databases of {service}")
