# Sourced by every script: the working folder, printing, and the installation of packages.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

say() { printf '\033[1m%s\033[0m\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

# The libraries of the services, and what building needs beside the Swift toolchain. libpq-dev is for the package's trait
# Postgres, which is on by default; a build without that trait (swift build --disable-default-traits) does not need libpq-dev.
service_packages=(libssl-dev libcurl4-openssl-dev libsqlite3-dev libpq-dev zlib1g-dev)
demo_packages=(python3 curl)
test_packages=(python3 python3-venv curl jq sqlite3 postgresql pgbouncer nginx-light
    libnginx-mod-stream haproxy prometheus openssl systemd kannel kannel-extras mandoc chromium chromium-driver)
# glewlwyd is the reference for logins. scripts/bench starts a process of its own and uses nothing of the service that Debian's
# package may start, which listens on port 4593.
bench_packages=(wrk valgrind glewlwyd)
# keystone and barbican are the reference for secrets, and only scripts/bench B10 needs them: with what they need, 190 packages.
# These packages contain both programs, but no service of the system, no configuration and no user; scripts/bench starts processes
# of its own.
secret_packages=(python3-keystone python3-barbican uwsgi-core uwsgi-plugin-python3)
# Oracles: independent implementations, which only tests use to compare with.
python_packages=(PyJWT==2.10.1 cryptography==44.0.2 pyotp==2.9.0 pjrpc==1.10.0 jsonrpclib-pelix==0.4.3.4
    requests==2.32.3 jsonschema==4.23.0 phonenumbers==8.13.55
    openrpcclientgenerator==0.51.7 jsonrpc2-pyclient==5.2.3 standardwebhooks==1.1.0 aiosmtpd==1.4.6
    qrcode==8.2 selenium==4.51.0 axe-core-python==0.1.0
    otpa==0.0.2 lib2fas==1.0.0 andotp-decrypt==0.1.7 and-otp-uri==0.0.2 freeotp-vault==0.1.4)

# Installs the Debian packages that are missing; needs root only if one is.
install_packages() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    say "Installing ${missing[*]}"
    [ "$(id -u)" -eq 0 ] || fail "not root: run 'apt-get install ${missing[*]}' yourself, then repeat"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Makes the Python environment of the oracles and puts it first on PATH.
use_python() {
    local stamp=.build-python/packages
    if [ "$(cat "$stamp" 2>/dev/null)" != "${python_packages[*]}" ]; then
        say "Installing the Python oracles into .build-python"
        python3 -m venv .build-python
        .build-python/bin/pip install --quiet --disable-pip-version-check "${python_packages[@]}"
        printf '%s' "${python_packages[*]}" >"$stamp"
    fi
    export PATH="$root/.build-python/bin:$PATH"
}

# Runs a command, and prints the last line of its output, or all of it if it fails.
quietly() {
    local output status=0
    output=$("$@" 2>&1) || status=$?
    if [ $status -eq 0 ]; then tail -1 <<<"$output"; else printf '%s\n' "$output"; fi
    return $status
}

need_swift() {
    command -v swift >/dev/null || fail "no Swift toolchain on PATH: install Swift 6.3 from swift.org, then repeat"
}

swift_flags=(--explicit-target-dependency-import-check error)
# Release programs contain the Swift library: they start faster and run where no Swift is installed.
# They export no symbols, because nothing loads code into them, and identical functions stand in them once: 3.5 MB less.
# Their relocations are packed, which the toolchain's linker lld can and glibc reads since 2.36 (Debian 12): 2 MB less.
# Each function has a section of its own, so that the linker leaves out those that nothing calls: 1.7 MB less.
# discard.ld leaves out sections that only the compiler, debuggers and unwinders read: 4.5 MB less; -O2 stores common ends of texts once.
release_flags=(-c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=safe
    -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --gc-sections -Xlinker --no-eh-frame-hdr
    -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections
    -Xlinker -O2 -Xlinker -T -Xlinker "$root/scripts/lib/discard.ld")
