"""page.py ACTION PAGE...: looks into a page of hprof-report, as a browser does.

  closed PAGE      checks that the page needs nothing but itself: that its policy
                   allows only its own script and style, and that neither asks
                   for anything
  data PAGE        prints the document in it
  same BIN PAGE    runs the command of each part, and compares what that says
                   with what is in the page
"""

import base64
import hashlib
import html.parser
import json
import os
import re
import shlex
import subprocess
import sys


class Page(html.parser.HTMLParser):
    """The elements of a page, and the texts of its scripts and styles."""

    def __init__(self, path):
        super().__init__(convert_charrefs=False)
        self.elements, self.texts, self.within = [], [], None
        with open(path, encoding="utf-8", newline="") as file:
            self.text = file.read()
        self.feed(self.text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.within = len(self.texts)
            self.texts.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.within = None

    def handle_data(self, data):
        if self.within is not None:
            tag, attrs, text = self.texts[self.within]
            self.texts[self.within] = (tag, attrs, text + data)

    def of(self, tag, kind=None):
        return [t for name, attrs, t in self.texts if name == tag and attrs.get("type") == kind]


def document(path):
    (text,) = Page(path).of("script", "application/json")
    return json.loads(text)


def closed(path):
    page = Page(path)
    (script,), (style,), (data,) = page.of("script"), page.of("style"), page.of("script", "application/json")
    digest = lambda text: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    policy = (
        "default-src 'none'; script-src 'sha256-%s'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
        % (digest(script), digest(style))
    )
    tags = [tag for tag, _ in page.elements]
    known = "html head meta title style body noscript p div script".split()
    assert set(tags) <= set(known), "elements: %s" % sorted(set(tags) - set(known))
    metas = [attrs for tag, attrs in page.elements if tag == "meta"]
    # Only the encoding comes before the policy.
    assert metas[0] == {"charset": "utf-8"}, metas[0]
    assert metas[1] == {"http-equiv": "Content-Security-Policy", "content": policy}, metas[1]
    for tag, attrs in page.elements:
        bad = {"src", "href", "style", "srcset", "action"} & set(attrs) or [a for a in attrs if a.startswith("on")]
        assert not bad, "%s has %s" % (tag, bad)
    # The namespace of SVG is not a requested address.
    script = script.replace('"http://www.w3.org/2000/svg"', "")
    for name, text in (("script", script), ("style", style)):
        for word in ("http:", "https:", "fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon",
                     "import(", "@import", "url(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                     "eval(", "new Function"):
            assert word not in text, "the %s has %s" % (name, word)
    assert not set("<>&\u2028\u2029") & set(data), "the data is not escaped"
    assert len(page.text.encode()) < 3 << 20, "the page is larger than 3 MB"
    print("closed, %d parts" % len(json.loads(data)["parts"]))


def answer_of(folder, words):
    words = [os.path.join(folder, words[0]), *words[1:], "--format=json"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert done.returncode in (0, 3, 4), done.stderr.decode()
    said = json.loads(done.stdout)
    for name in ("schema_version", "tool", "damaged", "gate"):
        said.pop(name, None)
    for file in said["files"]:
        if words[0].endswith("hprof-dump"):
            file.pop("file"), file.pop("error")
    return said


def stacks_of(folder, words):
    """The values of collapsed stacks."""
    words = [os.path.join(folder, words[0]), *words[1:], "-o", "-"]
    lines = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    found = {}
    for line in lines:
        stack, _, value = line.rpartition(" ")
        found[stack] = found.get(stack, 0) + int(value)
    return found


def matches(shown, said, is_cut):
    """Whether SHOWN equals SAID, with lists that end early if IS_CUT."""
    if isinstance(shown, dict) and isinstance(said, dict):
        return shown.keys() == said.keys() and all(matches(shown[k], said[k], is_cut) for k in said)
    if isinstance(shown, list) and isinstance(said, list):
        enough = len(shown) <= len(said) if is_cut else len(shown) == len(said)
        return enough and all(matches(a, b, is_cut) for a, b in zip(shown, said))
    return shown == said


def methods_of(stacks, section):
    """The self and total values of each method and class in collapsed stacks."""
    found = {"methods": {}, "classes": {}}
    for stack, value in stacks.items():
        # Threads are not methods.
        frames = [f for i, f in enumerate(stack.split(";")) if i or not f.startswith("thread ")]
        ends = {"classes": [], "methods": frames}
        if section in ("sites", "monitors") and len(frames) > 1:
            ends = {"classes": frames[-1:], "methods": frames[:-1]}
        for key, of in ends.items():
            for name in set(of):
                own, total = found[key].get(name, (0, 0))
                found[key][name] = (own + value * (name == of[-1]), total + value)
    return found


def same(folder, path):
    names = []
    for part in document(path)["parts"]:
        words = shlex.split(part["command"])
        if part["name"] == "stacks":
            said = stacks_of(folder, words)
            (file,) = part["answer"]["files"]
            assert sum(said.values()) == file["total"], part["command"]
            assert methods_of(said, file["section"]) == {
                key: {f["method"]: (f["own"], f["total"]) for f in file[key]} for key in ("methods", "classes")
            } or part["cut"], part["command"]
            names.append(file["section"] or "stacks")
            continue
        if part["name"] == "class_tree":
            words.insert(1, "--min=%d" % part["answer"]["files"][0]["least"])
        said = answer_of(folder, words)
        assert matches(part["answer"], said, part["cut"]), "%s\n%s\n%s" % (
            part["command"],
            json.dumps(said, indent=1),
            json.dumps(part["answer"], indent=1),
        )
        names.append(part["name"])
    print("the same: " + " ".join(names))


action, *args = sys.argv[1:]
if action == "closed":
    closed(*args)
elif action == "data":
    print(json.dumps(document(*args), indent=1, ensure_ascii=False))
elif action == "same":
    same(*args)
else:
    sys.exit("no action " + action)
