"""Reads what checks need from Swift files: modules, imports and top-level types."""
import pathlib
import re

IMPORT = re.compile(r"^(?:@\w+ )*(?:public |internal |package |private |fileprivate )?import (?:(?:struct|class|enum|func|protocol) )?(\w+)", re.M)
TYPE = re.compile(r"^(?:@[\w.()]+ )*(?:public |package |internal |final |indirect )*(?:struct|class|enum|actor|protocol|typealias) (\w+)", re.M)


def modules(root="Sources"):
    """The folders of modules, each with its Swift files."""
    for folder in sorted(path for path in pathlib.Path(root).iterdir() if path.is_dir()):
        files = sorted(folder.rglob("*.swift"))
        if files:
            yield folder, files


def imports(path):
    """The modules a file imports."""
    return set(IMPORT.findall(path.read_text()))


def types(path):
    """The types a file declares at its top level, without private ones."""
    return TYPE.findall(path.read_text())
