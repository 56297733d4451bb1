"""Sphinx configuration for the man pages of docs/CommandGuide."""

import os
import re

from docutils import nodes
from docutils.writers.manpage import Table
from sphinx.writers.manpage import ManualPageTranslator

project = "hprof toolchain"
author = "the hprof toolchain's developers"
copyright = author
master_doc = "CommandGuide/index"
source_suffix = [".rst"]
exclude_patterns = ["Formats", "Rationale", "schemas"]
highlight_language = "none"


def pages(app, config):
    """Adds a man page for each tool that is built, with the text of its title line."""
    guide = os.path.join(app.srcdir, "CommandGuide")
    names = [name for name in config.hprof_tools.split(",") if name]
    for name in names:
        with open(os.path.join(guide, name + ".rst"), encoding="utf-8") as file:
            title = next(line for line in file if line.startswith(name + " - "))
        config.man_pages.append(
            ("CommandGuide/" + name, name, title.split(" - ", 1)[1].strip(), author, 1)
        )


def related(app, name):
    """The pages of the tools that the page of NAME mentions, or that mention NAME."""
    names = [page[1] for page in app.config.man_pages]
    if name == "hprof":
        return sorted(set(names) - {name})
    texts = {}
    for page in names:
        path = os.path.join(app.srcdir, "CommandGuide", page + ".rst")
        with open(path, encoding="utf-8") as file:
            texts[page] = file.read()

    def mentions(page, other):
        return re.search(r"\b%s(?![\w-])" % other, texts[page])

    return sorted(
        other
        for other in set(names) - {name}
        if other == "hprof" or mentions(name, other) or mentions(other, name)
    )


def see_also(app, docname, source):
    """Appends the section SEE ALSO to each page."""
    name = docname.rpartition("/")[2]
    if name in [page[1] for page in app.config.man_pages]:
        others = ", ".join(":manpage:`%s(1)`" % other for other in related(app, name))
        source[0] += "\nSEE ALSO\n--------\n\n%s\n" % others


class PlainTable(Table):
    """A tbl(1) table without a box, whose columns are as wide as their contents. If a row of
    a boxed table is at the top of a page, grotty discards the text above it."""

    WIDTH = 70  # The width available for text on an 80-column terminal.
    GAP = 3
    heads = 0  # Number of header rows.

    def as_list(self):
        rows = [[self.cell(lines) for lines in row] for row in self._rows]
        columns = list(zip(*rows))
        widths = [max(map(self.visible, column)) for column in columns]
        words = [max(map(self.visible, " ".join(column).split())) for column in columns]
        narrow = set()
        while sum(widths) + self.GAP * (len(widths) - 1) > self.WIDTH:
            spare = [i for i, width in enumerate(widths) if width > words[i]]
            if not spare:
                break
            widest = max(spare, key=lambda i: widths[i])
            widths[widest] -= 1
            narrow.add(widest)
        forms = ["lw(%dn)" % w if i in narrow else "l" for i, w in enumerate(widths)]
        text = [".TS\n", " ".join(forms) + ".\n"]
        for number, row in enumerate(rows):
            if number and number == self.heads:
                text.append("_\n")
            cells = ["T{\n%s\nT}" % c if i in narrow else c for i, c in enumerate(row)]
            text.append(self._tab_char.join(cells) + "\n")
        return text + [".TE\n"]

    def cell(self, lines):
        return " ".join(line for line in "".join(lines).splitlines() if line not in ("", ".sp"))

    def visible(self, text):
        """The number of characters of TEXT that a terminal shows."""
        return len(re.sub(r"\\(f.|&|\((..)|(.))", lambda m: "x" if m[2] or m[3] else "", text))


class Page(ManualPageTranslator):
    def header(self):
        # Lines with long words, such as options with parameters, cannot be justified.
        return super().header() + ".ad l\n.nh\n"

    def visit_Text(self, node):
        super().visit_Text(node)
        if isinstance(node.parent, nodes.literal):  # Allows a line break after a comma.
            self.body[-1] = re.sub(",(?=.)", r",\\:", self.body[-1])

    def visit_table(self, node):
        self._active_table = PlainTable()

    def depart_thead(self, node):
        self._active_table.heads = len(self._active_table._rows)


man_pages = []
man_show_urls = True


def setup(app):
    app.add_config_value("hprof_tools", "", "env")
    app.set_translator("man", Page)
    app.connect("config-inited", pages)
    app.connect("source-read", see_also)
