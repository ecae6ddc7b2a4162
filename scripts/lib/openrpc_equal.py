"""Shows that two OpenRPC documents describe the same interface: `openrpc_equal.py [--ignore-texts] OLD NEW`.

Every `$ref` to a schema is replaced by what it names, and `components` and the titles of named types are removed. The
rest must be equal, apart from the order of members. With `--ignore-texts` a summary, description, message or remedy may
differ; each one that does is printed.
"""
import argparse
import json
import pathlib
import sys

TEXTS = {"summary", "description", "message", "remedy"}


def resolved(value, schemas):
    """The value without references; `allOf` with a single one is merged with the members beside it."""
    if isinstance(value, list):
        return [resolved(item, schemas) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        if len(value) > 1:
            raise ValueError(f"members beside a $ref, which draft-07 ignores: {value}")
        named = dict(schemas[value["$ref"].removeprefix("#/components/schemas/")])
        named.pop("title", None)
        return resolved(named, schemas)
    if set(map(type, value.get("allOf", []))) == {dict} and [*value["allOf"][0]] == ["$ref"]:
        beside = {key: item for key, item in value.items() if key != "allOf"}
        return {**resolved(value["allOf"][0], schemas), **resolved(beside, schemas)}
    return {key: resolved(item, schemas) for key, item in value.items()}


def document(path):
    value = json.loads(pathlib.Path(path).read_text())
    schemas = value.pop("components", {}).get("schemas", {})
    return resolved(value, schemas)


def differences(old, new, path=""):
    """(path, old, new) of each part that differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key), new.get(key), f"{path}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new)):
            name = (left.get("name") or left.get("code")) if isinstance(left, dict) else None
            yield from differences(left, right, f"{path}[{name or index}]")
    elif old != new or type(old) is not type(new):
        yield path, old, new


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--ignore-texts", action="store_true")
    arguments.add_argument("old")
    arguments.add_argument("new")
    chosen = arguments.parse_args()
    found = list(differences(document(chosen.old), document(chosen.new)))
    texts = [each for each in found if chosen.ignore_texts and each[0].rsplit(".", 1)[-1] in TEXTS]
    for path, old, new in found:
        print(f"{path}\n  - {old}\n  + {new}")
    print(f"{chosen.new}: {len(texts)} texts and {len(found) - len(texts)} other parts differ")
    sys.exit(1 if len(found) > len(texts) else 0)


if __name__ == "__main__":
    main()
