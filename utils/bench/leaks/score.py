"""Compares the answer of a leak finder with the truth about a dump.

An answer is a list of suspects in the order of the finder, each with its
headline (the sentences before its lists) and its lists. It is scored in four
parts: the headline of the first suspect, the first suspect with its lists, the
headlines of all suspects, and all suspects with their lists. Each part can win
three points:

  holder   the part names a holder of the truth: its class, with its field in the
           same line or the next if the truth has one; or the thread by its name
  element  the part names the application's class that accumulates, or another
           class of which there is one per element
  count    the part has a number within 5 % of the number of elements; sizes,
           percentages, addresses and indexes do not count

Suspects whose headline is about the decoy win no points. Wrong, and counted in
W, at most once for each rule, part and dump, is

  count    "N x CLASS" or "N objects of CLASS" where CLASS is an element's class,
           or an entry's in a headline that is not about the decoy, N is over 1
           and more than 5 % off, and no other number of the line is within 5 %
  decoy    the first headline names the decoy's holder or a class of it, but no
           holder or element of the leak
  platform the class that the first headline names first is one of the platform,
           and the headline names no holder or element of the leak
  control  a suspect with at least 30 % in a dump without a leak, without saying
           that it may be intended (only for controls)
"""

import re
from dataclasses import dataclass

PARTS = ("headline", "first", "headlines", "all")
POINTS = ("holder", "element", "count")
NEAR = 0.05
LARGE = 30.0

PLATFORM = re.compile(r"(?:java|javax|jdk|sun|com\.sun)\.[\w.$]+")
A_CLASS = re.compile(r"(?<![\w.$/])(?:[a-z_]\w*\.)+[A-Z][\w$]*")
UNIT = r"\s*(?:%|bytes?\b|[KMGT]?i?B\b|kB\b)"
# Not within a word, an address, an index or a decimal number, and without a unit.
NUMBER = re.compile(r"(?<![\w.$#\[,@/:-])(\d{1,3}(?:[,']\d{3})+|\d+)(?![\w$\]/-]|[.,]\d)(?!" +
                    UNIT + ")")
SHARE = re.compile(r"(\d+(?:[.,]\d+)?)\s*%")
RESERVED = re.compile(r"may be (?:what (?:the|this) program is for|intended|by design|"
                      r"legitimate|expected|a (?:bounded )?cache)|possibly a bounded cache|"
                      r"(?:may|need) not be a leak", re.I)


@dataclass
class Suspect:
    headline: str
    lists: str = ""

    def text(self):
        return self.headline + "\n" + self.lists


def class_pattern(name):
    """Matches the class as a whole word; * in the name stands for the rest of one."""
    inner = re.escape(name).replace(r"\*", r"[\w$]*")
    return r"(?<![\w.$])" + inner + r"(?![\w$\[])"


def names(text, name):
    return re.search(class_pattern(name), text) is not None


def word(name):
    """Matches the name of a field or thread; * stands for the rest of it."""
    inner = re.escape(name).replace(r"\*", r"[\w-]*")
    return r"(?<![\w$-])" + inner + r"(?![\w$-])"


def names_holder(text, holder):
    if "class" not in holder:
        return all(re.search(word(name), text) for name in holder.values())
    if "field" not in holder:
        return names(text, holder["class"])
    # In a list, the field is on the line after its object.
    lines = text.splitlines() + [""]
    return any(names(line, holder["class"]) and
               (re.search(word(holder["field"]), line) or
                re.search(r"(?<!\.)" + word(holder["field"]), after))
               for line, after in zip(lines, lines[1:]))


def names_any(text, classes):
    return any(names(text, name) for name in classes)


def numbers(text):
    return [int(re.sub("[,']", "", found)) for found in NUMBER.findall(text)]


def near(number, truth):
    return abs(number - truth) <= NEAR * truth


def about_leak(headline, truth):
    return (any(names_holder(headline, h) for h in truth["holders"])
            or names_any(headline, truth["elements"]))


def about_decoy(headline, truth):
    headline = headline.replace("[]", "")
    return (any(names_holder(headline, d) for d in truth["decoy"])
            and not about_leak(headline, truth))


def points(text, truth):
    """The points that a part wins."""
    won = []
    if any(names_holder(text, holder) for holder in truth["holders"]):
        won.append("holder")
    if names_any(text, truth["elements"]):
        won.append("element")
    if any(near(number, truth["count"]) for number in numbers(text)):
        won.append("count")
    return won


def wrong_count(text, classes, truth):
    """The first line that states a wrong number of objects of one of the classes."""
    for line in text.splitlines():
        for name in classes:
            stated = re.findall(
                r"(?<![\w.,])(\d[\d,]*)\s*(?:[×x]|(?:objects?|instances?|entries)(?: of)?)?\s+"
                r"(?:class\s+)?[\"']?" + class_pattern(name), line)
            stated = [int(number.replace(",", "")) for number in stated]
            if (any(n > 1 and not near(n, truth["count"]) for n in stated)
                    and not any(near(n, truth["count"]) for n in numbers(line))):
                return line.strip()
    return None


def part_of(answer, part):
    """(the texts of this part, the headlines among them)"""
    suspects = answer[:1] if part in ("headline", "first") else answer
    headlines = [suspect.headline for suspect in suspects]
    if part in ("headline", "headlines"):
        return headlines, headlines
    return [suspect.text() for suspect in suspects], headlines


def wrong_in_leak(answer, part, truth):
    texts, headlines = part_of(answer, part)
    found = {}
    line = (next(filter(None, (wrong_count(t, truth["elements"], truth) for t in texts)), None)
            or next(filter(None, (wrong_count(h, truth["entries"], truth) for h in headlines
                                  if not about_decoy(h, truth))), None))
    if line:
        found["count"] = line
    if headlines:
        first = headlines[0]
        if about_decoy(first, truth):
            found["decoy"] = first
        classes = A_CLASS.findall(first)
        if classes and PLATFORM.fullmatch(classes[0]) and not about_leak(first, truth):
            found["platform"] = first
    return found


def wrong_in_control(answer, part):
    texts, headlines = part_of(answer, part)
    for text, headline in zip(texts, headlines):
        share = SHARE.search(headline)
        if (share and float(share[1].replace(",", ".")) >= LARGE
                and not RESERVED.search(text)):
            return {"control": headline}
    return {}


def score(answer, truth):
    """{part: {"points": [...], "wrong": {rule: line}}} for one dump."""
    result = {}
    for part in PARTS:
        if truth["kind"] == "control":
            result[part] = {"points": [], "wrong": wrong_in_control(answer, part)}
            continue
        texts, headlines = part_of(answer, part)
        text = "\n".join(t for t, headline in zip(texts, headlines)
                         if not about_decoy(headline, truth))
        result[part] = {"points": points(text, truth),
                        "wrong": wrong_in_leak(answer, part, truth)}
    return result
