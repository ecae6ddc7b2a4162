"""Instances on hosts of their own: each has its own key folder, and a key is copied from one to the other."""
import shutil
import subprocess
import tempfile

from checks import check, equal, holds
from key_command import until_done
from pair import Pair
from patience import through_a_proxy
from person import Device, Refused, new_secret
from postgres_server import PostgresServer


class OwnKeyFolders(Pair):
    """Two instances of each service whose key folders are copies."""

    def _folder(self, member):
        folder = self.data / member
        if member not in ("auth", "vault") and not folder.exists():
            folder.mkdir(mode=0o700)
            shutil.copytree(self.data / "keys", folder / "keys")
        return super()._folder(member)

    def keys(self, member, *words):
        """Runs `latchkey-vault keys` on the host of an instance; raises `Refused` with the line that it prints."""
        done = subprocess.run([str(self.bin / "latchkey-vault"), "keys", *words, "--data", str(self._folder(member))],
                              capture_output=True, text=True, timeout=60)
        if done.returncode:
            raise Refused({"message": done.stderr.strip(), "data": {}}, done.returncode)
        return done.stdout


def refusal(action):
    try:
        action()
    except Refused as refused:
        return refused.error["message"]
    raise AssertionError("the command was not refused")


@check("instances: a wrapping key becomes active only when each host has its file; a second host asks for a copy and makes no other key")
def key_folders(pair):
    cluster = PostgresServer()
    try:
        with tempfile.TemporaryDirectory(prefix="latchkey-key-folders-") as folder:
            own = OwnKeyFolders(pair.bin, folder, cluster=cluster, instances=2)
            with own:
                distribute(own)
    finally:
        cluster.close()


def distribute(own):
    device = Device(own.auth_url, own.vault_url)
    device.register(own.new_phone(), "demo")
    through_a_proxy(lambda: device.mine("secret.add", new_secret()))
    made, copied = own.data / "keys" / "vault.kek-2.key", own.data / "vault-2" / "keys" / "vault.kek-2.key"
    lacking = f":{own.processes['vault-2'].pid}"

    own.keys("vault", "publish", "kek-2")
    holds(made.exists() and not copied.exists(), "the file is on one host")
    line = refusal(lambda: own.keys("vault", "activate", "kek-2"))
    holds("has not been read by" in line and lacking in line, line)
    holds(lacking in own.keys("vault", "list").split("running instances")[0], "keys list names the instance")
    line = refusal(lambda: own.keys("vault-2", "publish", "kek-2"))
    holds("copy the file from another instance" in line and not copied.exists(), line)

    shutil.copy2(made, copied)
    until_done(lambda: own.keys("vault", "activate", "kek-2"))
    until_done(lambda: own.keys("vault-2", "retire", "kek-1"))
    for _ in range(4):  # the proxy forwards to both instances in turn
        equal(len(through_a_proxy(lambda: device.mine("vault.pull"))["items"]), 1, "secrets under the new key")

    # The number of a retired key, whose file is destroyed, is not used for another key.
    first = own.data / "keys" / "vault.kek-1.key"
    first.unlink()
    line = refusal(lambda: own.keys("vault", "publish", "kek-1"))
    holds("was published before" in line and not first.exists(), line)
