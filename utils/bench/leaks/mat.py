"""Converts Memory Analyzer's report on leak suspects, zipped HTML, to plain text."""

import re
import zipfile
from html.parser import HTMLParser

BLOCKS = ("p", "div", "li", "h1", "h2", "h3", "h4", "h5", "pre", "tr", "ul")
SUSPECT, LISTS = "=== suspect", "=== lists"


class Text(HTMLParser):
    """The text of a page. A table row is one line, in which sizes have a unit
    and numbers of objects a ×. self.pages contains the links to other pages as
    (position in the text, page)."""

    def __init__(self):
        super().__init__()
        self.text, self.pages = "", []
        self.columns, self.cells, self.in_title, self.preformatted = [], [], False, False

    def handle_starttag(self, tag, attrs):
        if tag == "table":
            self.columns = []
        elif tag == "tr":
            self.cells = []
        elif tag in ("td", "th"):
            self.cells.append("")
        elif tag == "br" and self.cells:
            self.cells[-1] += " "
        elif tag == "title":
            self.in_title = True
        elif tag == "pre":
            self.preformatted = True
        elif tag == "a":
            page = dict(attrs).get("href") or ""
            if page.startswith("pages/"):
                self.pages.append((len(self.text), page))
        if tag in BLOCKS and not self.cells:
            self.text += "\n"

    def handle_endtag(self, tag):
        if tag == "title":
            self.in_title = False
        elif tag == "pre":
            self.preformatted = False
        elif tag == "thead":
            self.columns, self.cells = self.cells, []
        elif tag == "tr" and self.columns and self.cells:
            self.text += "\n" + " | ".join(
                cell_text(column, cell) for column, cell in
                zip(self.columns + [""] * len(self.cells), self.cells))
            self.cells = []
        if tag in BLOCKS and not self.cells:
            self.text += "\n"

    def handle_data(self, data):
        if self.in_title:
            return
        if self.cells:
            self.cells[-1] += data
        else:
            self.text += data if self.preformatted else re.sub(r"\s+", " ", data)


def cell_text(column, cell):
    cell = " ".join(cell.split())
    if not re.fullmatch(r"[\d,]+", cell):
        return cell
    return cell + (" ×" if column.endswith("Objects") else " bytes")


def plain(text):
    """A count goes before its class, a unit right after the size."""
    text = re.sub(r"([\d,]+) (\([\d.,]+%\)) bytes", r"\1 bytes \2", text)
    text = re.sub(r"^[.\\ ]*([\w.$\[\]]+)(?: [^|\n]*)? \| ([\d,]+ ×)", r"\2 \1", text,
                  flags=re.M)
    return re.sub(r"\s*\n\s*", "\n", text)


def read(archive, page):
    parser = Text()
    parser.feed(archive.read(page).decode("utf-8", "replace"))
    parser.close()
    return parser


def report_text(path):
    """A line SUSPECT before the sentences of each suspect, LISTS before its lists."""
    with zipfile.ZipFile(path) as archive:
        index = read(archive, "index.html")
        heads = list(re.finditer(r"Problem Suspect \d+\s*\n", index.text))
        said = []
        for head, end in zip(heads, [h.start() for h in heads[1:]] + [len(index.text)]):
            sentences = index.text[head.end():end].split("Keywords")[0]
            pages = {page: None for at, page in index.pages if head.start() <= at < end}
            lists = "\n".join(read(archive, page).text for page in pages)
            said.append("%s\n%s\n%s\n%s\n" % (SUSPECT, plain(sentences), LISTS, plain(lists)))
        return "\n".join(said)


def suspects(text):
    """[(sentences, lists)] of the result of report_text."""
    return [tuple(part.strip() for part in block.split("\n%s\n" % LISTS, 1))
            for block in text.split(SUSPECT + "\n")[1:]]
