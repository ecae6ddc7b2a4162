"""Computes a time-based code (RFC 6238) with the standard library alone; stories compare the device's codes with it.

Reads {"secret", "atMs", "algorithm", "digits", "period"} from standard input, prints the code.
"""
import base64
import hashlib
import hmac
import json
import struct
import sys

entry = json.load(sys.stdin)
secret = entry["secret"]
key = base64.b32decode(secret + "=" * (-len(secret) % 8), casefold=True)
counter = int(entry["atMs"]) // 1000 // int(entry.get("period") or 30)
function = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512}[entry["algorithm"]]
tag = hmac.new(key, struct.pack(">Q", counter), function).digest()
offset = tag[-1] & 15
number = struct.unpack(">I", tag[offset:offset + 4])[0] & 0x7FFFFFFF
digits = int(entry["digits"])
print(str(number % 10**digits).zfill(digits))
