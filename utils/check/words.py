#!/usr/bin/env python3
"""usage: words.py [--help] [SOURCE]

Finds the words that docs/CodingStandards.md bans in human-readable text: comments,
messages of the tools and libraries, help texts, documentation, and descriptions
in schemas. SOURCE is the source folder, by default that of this script.

The table "Words" of that page is the list. Each `phrase` in its last column is
banned, in any case of letters; N stands for a word with a digit, and a phrase
that ends in ... only begins a comment. Identifiers, calls, and text in backticks
are not words.

Prints each use with its location. The exit status is 1 if there are any.
"""

import io
import json
import os
import re
import subprocess
import sys
import tokenize

TABLE = "docs/CodingStandards.md"

# A piece of C++, Java or TableGen that may have words, or must be skipped.
C_PIECE = re.compile(
    r"""(?P<line>//[^\n]*)
      | (?P<block>/\*.*?\*/)
      | R"(?P<mark>[^()\s\\]*)\(.*?\)(?P=mark)"
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | '(?:[^'\\\n]|\\.)+'""",
    re.S | re.X,
)
# Start of a line of a lit test that is not a comment.
DIRECTIVE = re.compile(r"#*\s*[A-Z][A-Z0-9_-]*(\{LITERAL\})?:")


class Text:
    """Words that belong together, with the line of each character."""

    def __init__(self, is_comment):
        self.text = ""
        self.lines = []
        self.is_comment = is_comment

    def add(self, text, line):
        for part in text.split("\n"):
            part = part.strip() + " "
            self.text += part
            self.lines += [line] * len(part)
            line += 1


def banned(source):
    """The phrases of the table: pairs of a phrase and its pattern."""
    with open(os.path.join(source, TABLE), encoding="utf-8") as file:
        page = file.read()
    section = re.search(r"^## Words\n(.*?)(?:^## |\Z)", page, re.M | re.S).group(1)
    found = []
    for row in re.findall(r"^\|.*\|([^|]*)\|$", section, re.M):
        for phrase in re.findall(r"`([^`]+)`", row):
            words = phrase.replace("...", "").split()
            body = r"\s+".join(r"(?:\w+\s)?\S*\d\S*(?:\s\w+)?" if w == "N" else re.escape(w) for w in words)
            if phrase.endswith("..."):
                found.append((phrase, re.compile(r"^\W*%s\b" % body)))
            else:
                pattern = r"(?<!\\p )(?<![\w:.`/-])%s(?![\w(]|::|\.\w|-\w)" % body
                found.append((phrase, re.compile(pattern, re.I)))
    return found


def c_texts(code, with_strings):
    """Comments of C++, Java or TableGen, and strings if they are messages."""
    texts, last, last_kind, last_end, last_column = [], None, None, -1, 0
    for piece in C_PIECE.finditer(code):
        kind = piece.lastgroup if piece.lastgroup != "mark" else None
        if not kind or (kind == "string" and not with_strings):
            continue
        start = code.rfind("\n", 0, piece.start()) + 1
        line = code.count("\n", 0, piece.start()) + 1
        column = piece.start() - start
        between = code[last_end:piece.start()] if last_end >= 0 else "x"
        joins = kind == last_kind and not between.strip() and (
            kind == "string" or (between.count("\n") == 1 and column == last_column)
        )
        if not joins:
            last = Text(kind != "string")
            texts.append(last)
        body = piece.group()
        if kind == "string":
            body = re.sub(r"\\[nt]", " ", body[1:-1])
            # A literal's last space separates it from the next literal.
            last.text += body
            last.lines += [line] * len(body)
        else:
            body = re.sub(r"^(///?<?|/\*+|\s*\*+/?(?=\s|$))", "", body, flags=re.M)
            last.add(re.sub(r"\*/$", "", body), line)
        last_kind, last_end, last_column = kind, piece.end(), column
    return texts


def python_texts(code, with_strings):
    texts, last, last_line = [], None, -1
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            if not last or token.start[0] != last_line + 1:
                last = Text(True)
                texts.append(last)
            last.add(token.string.lstrip("#"), token.start[0])
            last_line = token.start[0]
        elif token.type == tokenize.STRING and (begins or with_strings):
            doc = Text(begins)
            doc.add(token.string.strip("\"'rfb"), token.start[0])
            texts.append(doc)
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    return texts


def line_texts(code, wanted):
    """Paragraphs of the lines for which WANTED returns their text, not None."""
    texts, last = [], None
    for number, line in enumerate(code.split("\n"), 1):
        body = wanted(line)
        if not body or not body.strip():
            last = None
            continue
        if last is None:
            last = Text(True)
            texts.append(last)
        last.add(body, number)
    return texts


def hash_comment(line):
    bare = line.strip()
    return bare.lstrip("#") if re.match(r"#(?!!)", bare) else None


def test_texts(code):
    """The comments of a lit test before its files: ## lines, and prose without it."""
    head = re.split(r"^#---", code, maxsplit=1, flags=re.M)[0]
    return line_texts(head, lambda line: test_comment(line, "##")) + line_texts(
        head, lambda line: line if re.match(r"[A-Z][a-z]* [a-z]", line) else None
    )


def test_comment(line, mark):
    bare = line.strip()
    if not bare.startswith(mark) or bare.startswith("#---") or DIRECTIVE.match(bare):
        return None
    return bare.lstrip("#")


def page_texts(code):
    texts = line_texts(code, lambda line: line)
    for text in texts:
        text.is_comment = False
    return texts


def schema_texts(code):
    texts = []
    for found in re.finditer(r'"(?:description|title|\$comment)":\s*("(?:[^"\\]|\\.)*")', code):
        text = Text(False)
        text.add(json.loads(found.group(1)), code.count("\n", 0, found.start()) + 1)
        texts.append(text)
    return texts


def texts_of(path, code):
    """Human-readable text in the file PATH."""
    folder, ext = path.split("/")[0], os.path.splitext(path)[1]
    if ext in (".cpp", ".h", ".def", ".td", ".java"):
        return c_texts(code, folder in ("lib", "include", "tools") and ext != ".java")
    if ext == ".py":
        return python_texts(code, folder == "utils")
    if ext in (".sh", ".cmake", ".dict") or path.endswith("CMakeLists.txt"):
        return line_texts(code, hash_comment)
    if ext == ".test":
        return test_texts(code)
    if ext == ".yaml" and folder == "test":
        return line_texts(code, lambda line: test_comment(line, "#"))
    if ext in (".md", ".rst") or path.startswith("docs/CommandGuide/"):
        return page_texts(code)
    if path.startswith("docs/schemas/"):
        return schema_texts(code)
    return []


def uses(path, code, phrases):
    for text in texts_of(path, code):
        # Code in a text keeps its length, so that lines can be found.
        prose = re.sub(r"(`+)[^`]*\1", lambda m: "`" * len(m.group()), text.text)
        for phrase, pattern in phrases:
            if phrase.endswith("...") and not text.is_comment:
                continue
            for found in pattern.finditer(prose):
                around = text.text[max(0, found.start() - 30):found.end() + 20]
                yield text.lines[found.start()], phrase, around.strip()


def files_of(source):
    listed = subprocess.run(["git", "-C", source, "ls-files"], stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
    if listed.returncode == 0 and listed.stdout:
        return listed.stdout.split("\n")[:-1]
    found = []
    for folder, _, names in os.walk(source):
        found += [os.path.relpath(os.path.join(folder, name), source) for name in names]
    return found


def main():
    args = sys.argv[1:]
    if args and args[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if len(args) > 1 or (args and args[0].startswith("-")):
        print("words.py: error: unknown argument '%s'" % args[-1], file=sys.stderr)
        return 2
    source = args[0] if args else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
    try:
        phrases = banned(source)
    except (OSError, AttributeError):
        print("words.py: error: '%s' has no table of words" % os.path.join(source, TABLE),
              file=sys.stderr)
        return 2
    count = faults = 0
    for path in sorted(set(files_of(source))):
        full = os.path.join(source, path)
        if not os.path.isfile(full):
            continue
        try:
            with open(full, encoding="utf-8") as file:
                code = file.read()
        except UnicodeDecodeError:
            continue
        count += 1
        for line, phrase, around in sorted(uses(path, code, phrases)):
            faults += 1
            print("error: %s:%d: '%s' in '%s'" % (path, line, phrase, around))
    print("%d files, %d phrases, %d faults" % (count, len(phrases), faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
