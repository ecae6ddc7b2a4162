"""A small table of what a script measured, with the verdict of each row."""
import textwrap


class Table:
    def __init__(self, title):
        self.failed = []
        print(f"\n{title}", flush=True)

    def row(self, what, measured, good, more=""):
        """Prints one measured property; `good` says whether it is as promised."""
        lines = textwrap.wrap(what, 58)
        print(f"  {lines[0]:<60}{measured}{'  (' + more + ')' if more else ''}{'' if good else '   FAILS'}", flush=True)
        for line in lines[1:]:
            print(f"    {line}", flush=True)
        if not good:
            self.failed.append(what)

    def note(self, text):
        print(textwrap.fill(text, 120, initial_indent="  ", subsequent_indent="  "), flush=True)

    def holds(self):
        """Prints the verdict of all rows and returns it."""
        print("  holds" if not self.failed else f"  FAILS: {'; '.join(self.failed)}", flush=True)
        return not self.failed
