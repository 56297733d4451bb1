"""Sphinx makes the man pages of docs/CommandGuide with this."""

import os
import re

project = "hprof toolchain"
author = "the hprof toolchain's developers"
copyright = author
master_doc = "CommandGuide/index"
source_suffix = [".rst"]
exclude_patterns = ["Formats", "Rationale", "schemas"]
highlight_language = "none"


def pages(app, config):
    """One page per tool that is built; the title line says what it does."""
    guide = os.path.join(app.srcdir, "CommandGuide")
    names = [name for name in config.hprof_tools.split(",") if name]
    for name in names:
        with open(os.path.join(guide, name + ".rst"), encoding="utf-8") as file:
            title = next(line for line in file if line.startswith(name + " - "))
        config.man_pages.append(
            ("CommandGuide/" + name, name, title.split(" - ", 1)[1].strip(), author, 1)
        )


def related(app, name):
    """The pages of tools that NAME mentions, or that mention NAME."""
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
    """Ends each page with the section SEE ALSO."""
    name = docname.rpartition("/")[2]
    if name in [page[1] for page in app.config.man_pages]:
        others = ", ".join(":manpage:`%s(1)`" % other for other in related(app, name))
        source[0] += "\nSEE ALSO\n--------\n\n%s\n" % others


man_pages = []
man_show_urls = True


def setup(app):
    app.add_config_value("hprof_tools", "", "env")
    app.connect("config-inited", pages)
    app.connect("source-read", see_also)
