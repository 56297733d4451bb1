"""Shallow sizes according to docs/Formats/ObjectLayout.md and the sources of HotSpot:
the fields of an object are placed one by one."""

from readers.dump import WIDTHS, Class

# Header, reference, offset of an array's length, least alignment of elements,
# word, alignment of objects.
LAYOUTS = {
    "compressed": (12, 4, 12, 8, 8, 8),
    "uncompressed": (12, 8, 12, 8, 8, 8),
    "compact": (8, 4, 8, 4, 8, 8),
    "compact-uncompressed": (8, 8, 8, 4, 8, 8),
    "uncompressed-klass": (16, 8, 16, 8, 8, 8),
    "uncompressed-klass-23": (16, 8, 16, 4, 8, 8),
    "compressed-oops-only": (16, 4, 16, 8, 8, 8),
    "compressed-oops-only-23": (16, 4, 16, 4, 8, 8),
    "32bit": (8, 4, 8, 4, 4, 8),
    "32bit-5": (8, 4, 8, 4, 4, 8),
}
LAYOUTS.update({k + "-16": v[:5] + (16,) for k, v in LAYOUTS.items() if "32" not in k})

# Classes whose references come first up to JDK 14 (classFileParser.cpp).
REFERENCES_FIRST = {
    "java.lang." + name
    for name in (
        "AssertionStatusDirectives Class ClassLoader ref.Reference ref.SoftReference"
        " StackTraceElement String Throwable Boolean Character Float Double Byte Short"
        " Integer Long"
    ).split()
}

# First and last release, class, field, type; W is a word, R a reference
# (javaClasses.hpp). The VM adds a field unless the class declares it.
NEWEST = 99
ADDED = [
    (5, 7, "java.lang.Class", "klass", "R"),
    (5, 7, "java.lang.Class", "array_klass", "R"),
    (5, 7, "java.lang.Class", "resolved_constructor", "R"),
    (8, NEWEST, "java.lang.Class", "klass", "W"),
    (8, NEWEST, "java.lang.Class", "array_klass", "W"),
    (7, NEWEST, "java.lang.Class", "oop_size", "I"),
    (7, NEWEST, "java.lang.Class", "static_oop_field_count", "I"),
    (8, NEWEST, "java.lang.Class", "protectionDomain", "R"),
    (8, NEWEST, "java.lang.Class", "signers", "R"),
    (8, 8, "java.lang.Class", "init_lock", "R"),
    (21, NEWEST, "java.lang.Class", "init_lock", "R"),
    (9, NEWEST, "java.lang.Class", "source_file", "R"),
    (17, NEWEST, "java.lang.String", "flags", "B"),
    (8, NEWEST, "java.lang.ClassLoader", "loader_data", "W"),
    (9, NEWEST, "java.lang.Module", "module_entry", "W"),
    (9, NEWEST, "java.lang.StackFrameInfo", "version", "S"),
    (8, 10, "java.lang.invoke.MemberName", "vmloader", "R"),
    (8, 10, "java.lang.invoke.MemberName", "vmtarget", "W"),
    (8, NEWEST, "java.lang.invoke.MemberName", "vmindex", "W"),
    (11, NEWEST, "java.lang.invoke.ResolvedMethodName", "vmholder", "R"),
    (11, NEWEST, "java.lang.invoke.ResolvedMethodName", "vmtarget", "W"),
    (9, NEWEST, "java.lang.invoke.MethodHandleNatives$CallSiteContext", "vmdependencies", "W"),
    (12, NEWEST, "java.lang.invoke.MethodHandleNatives$CallSiteContext", "last_cleanup", "L"),
    (19, NEWEST, "java.lang.Thread", "jvmti_thread_state", "W"),
    (21, NEWEST, "java.lang.Thread", "jvmti_VTMS_transition_disable_count", "I"),
    (21, NEWEST, "java.lang.Thread", "jvmti_is_in_VTMS_transition", "B"),
    (19, NEWEST, "java.lang.Thread", "jfr_epoch", "S"),
]

# Their padding, by @Contended, is not computed here, nor are subclasses.
PADDED = {
    "java.util.concurrent.ForkJoinPool",
    "java.util.concurrent.ForkJoinPool$WorkQueue",
    "java.util.concurrent.Exchanger$Node",
    "java.util.concurrent.Exchanger$Slot",
    "java.util.concurrent.atomic.Striped64$Cell",
    "java.util.concurrent.ConcurrentHashMap$CounterCell",
    "java.util.concurrent.SubmissionPublisher$BufferedSubscription",
}
NO_FIELDS = {"<resolved_references>", "<init_lock>"}


def up(number, to):
    return -(-number // to) * to


class Sizes:
    """The sizes of the objects of a heap. FILE gives names, RELEASE is a JDK's."""

    def __init__(self, file, classes, layout, release):
        self.file, self.classes, self.release = file, classes, release
        self.is_mat, self.is_declared = layout.startswith("mat"), layout.startswith("declared")
        base = layout.split(":")[1] if ":" in layout else layout
        header, self.reference, self.length, self.base, self.word, self.least = LAYOUTS[base]
        self.header = up(header, self.reference) if self.is_mat else header
        self.is_first = base == "32bit-5"  # References are first in all classes.
        self.known, self.padded = {}, {}
        self.mirror_class = next((c for c in classes if file.name(c) == "java.lang.Class"), None)

    def width(self, kind):
        return self.reference if kind == 2 else WIDTHS[kind]

    def array(self, kind, length):
        width = self.width(kind)
        base = up(self.length + 4, max(self.base, width if width == 8 else 1))
        if self.is_mat:
            base = self.header + 4
            if kind != 2:
                base = up(base, self.reference)
        return up(base + length * width, self.least)

    def chain(self, number):
        """A class and its superclasses, as far as the dump contains them."""
        found = []
        while number in self.classes and number not in found:
            found.append(number)
            number = self.classes[number].super
        return found

    def is_padded(self, number):
        """Whether the size of instances is unknown here."""
        if self.is_mat or self.is_declared or self.release < 8:
            return False
        if number not in self.padded:
            names = [(self.file.name(one), self.classes[one]) for one in self.chain(number)]
            self.padded[number] = any(name in PADDED or self.has_seed(made) for name, made in names)
        return self.padded[number]

    def has_seed(self, made):
        """Whether the class is java.lang.Thread with padding."""
        fields = [self.file.text(name) for name, _ in made.fields]
        return self.release < 19 and "threadLocalRandomSeed" in fields

    def widths(self, name, made):
        """The widths of a class's own fields, R for references."""
        found = ["R" if kind == 2 else WIDTHS[kind] for _, kind in made.fields]
        own = {self.file.text(field) for field, _ in made.fields}
        widths = {"R": "R", "W": self.word, "I": 4, "S": 2, "B": 1, "L": 8}
        for first, last, to, field, kind in ADDED:
            if first <= self.release <= last and to == name and field not in own:
                found.append(widths[kind])
        return found

    def instance(self, number):
        if number not in self.known:
            self.known[number] = self.count_instance(number)
        return self.known[number]

    def count_instance(self, number):
        if self.is_declared:
            known = self.classes.get(number)
            return up(known.size if known else self.header, self.least)
        chain = self.chain(number)[::-1]
        end = self.header
        placed = Placement(self.header)
        for one in chain:
            name, made = self.file.name(one), self.classes[one]
            if self.is_mat:
                own = sum(self.width(kind) for _, kind in made.fields)
                end += up(own, self.reference)
            elif self.release < 15:
                first = self.is_first or name in REFERENCES_FIRST
                end = self.place_old(end, self.widths(name, made), first)
            else:
                placed.add_all(self.widths(name, made), self.reference)
                end = placed.end
        return up(up(end, self.word), self.least)

    def place_old(self, end, widths, is_first):
        """Where the fields of a class end, up to JDK 14."""
        count = {w: widths.count(w) for w in (8, 4, 2, 1, "R")}
        if is_first:
            end += count.pop("R") * self.reference
        if count[8]:
            gap = up(end, 8) - end
            end = up(end, 8)
            if not is_first:
                for width in (4, 2, 1, "R"):
                    bytes_each = self.reference if width == "R" else width
                    while count[width] and gap >= bytes_each:
                        count[width] -= 1
                        gap -= bytes_each
        for width in (8, 4, 2, 1):
            end += count[width] * width
        if count.get("R"):
            end = up(end, self.reference) + count["R"] * self.reference
        return up(end, self.reference)

    def mirror(self, made):
        """A class object: an instance of java.lang.Class and static fields."""
        kinds = [k for name, k, _ in made.statics if self.file.text(name) not in NO_FIELDS]
        if self.is_mat or self.is_declared:
            return up(sum(self.width(kind) for _, kind, _ in made.statics), self.least)
        size = self.plain_mirror()
        if self.release >= 7:
            size = self.place_statics(size, ["R" if k == 2 else WIDTHS[k] for k in kinds])
        return up(up(size, self.word), self.least)

    def place_statics(self, end, widths):
        """Where static fields end. No gap is filled: FieldLayout::add() begins its
        search for one at the end of a layout of static fields."""
        end += widths.count("R") * self.reference
        if 8 in widths:
            end = up(end, 8)
        return end + sum(w for w in widths if w != "R")

    def plain_mirror(self):
        if self.mirror_class is not None:
            return self.instance(self.mirror_class)
        widths = self.widths("java.lang.Class", Class())
        if self.release < 15:
            return up(up(self.place_old(self.header, widths, True), self.word), self.least)
        placed = Placement(self.header)
        placed.add_all(widths, self.reference)
        return up(up(placed.end, self.word), self.least)

    def of(self, heap, number):
        if number in heap.classes:
            return self.mirror(heap.classes[number])
        return self.of_object(heap.objects[number])

    def of_object(self, one):
        what, kind, rest = one
        if what == "numbers":
            return self.array(kind, rest)
        if what == "objects":
            return self.array(2, len(rest))
        return self.instance(kind)


class Placement:
    """Fields since JDK 15, with the gaps between them."""

    def __init__(self, end):
        self.end, self.gaps = end, []  # Begin and end of each gap.

    def add_all(self, widths, reference):
        order = [w for w in (8, 4, 2, 1) for _ in range(widths.count(w))]
        for width in order + [reference] * widths.count("R"):
            self.add(width)

    def add(self, width):
        best = None
        for gap in sorted(self.gaps, reverse=True):
            if up(gap[0], width) + width <= gap[1]:
                if not best or gap[1] - gap[0] < best[1] - best[0]:
                    best = gap
        first, last = best or (self.end, None)
        if best:
            self.gaps.remove(best)
        at = up(first, width)
        if at > first:
            self.gaps.append((first, at))
        if not best:
            self.end = at + width
        elif at + width < last:
            self.gaps.append((at + width, last))
