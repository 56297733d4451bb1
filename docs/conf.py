"""Sphinx makes the man pages of docs/CommandGuide with this."""

import os

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


man_pages = []
man_show_urls = True


def setup(app):
    app.add_config_value("hprof_tools", "", "env")
    app.connect("config-inited", pages)
