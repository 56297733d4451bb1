"""References, and reachable or freed objects, by walks over all objects."""

from collections import deque

from readers.dump import WIDTHS, TYPES

LOCALS = {"ROOT JNI LOCAL", "ROOT JAVA FRAME", "ROOT NATIVE STACK", "ROOT THREAD BLOCK"}
STRENGTHS = {
    "java.lang.ref.SoftReference": "soft",
    "java.lang.ref.WeakReference": "weak",
    "java.lang.ref.FinalReference": "final",
    "java.lang.ref.FinalizerReference": "final",  # Android's.
    "java.lang.ref.PhantomReference": "phantom",
}


class Graph:
    """The references and roots of a heap."""

    def __init__(self, file, heap, classes, is_mat=False):
        self.file, self.heap, self.classes = file, heap, classes
        self.is_mat = is_mat
        self.edges = []  # Source, target, kind, field, element, strength.
        self.dangling = 0
        self.plans = {}
        self.arrays = {}
        for number in sorted(heap.classes):
            self.arrays.setdefault(file.name(number), number)
        self.find_roots()
        for number in heap.classes:
            self.add_class(number)
        for number in heap.objects:
            self.add_object(number)
        self.next = {}
        for source, target, _, _, _, _ in self.edges:
            self.next.setdefault(source, []).append(target)

    def is_thread(self, number):
        of = self.heap.objects.get(number)
        if not of or of[0] != "instance":
            return False
        return any(self.file.name(one) == "java.lang.Thread" for one in self.chain(of[1]))

    def find_roots(self):
        """A thread's locals are references of the thread object, if the dump contains it."""
        threads = {}
        for kind, number, thread, _ in self.heap.roots:
            if kind == "ROOT THREAD OBJECT" and self.heap.has(number):
                threads[thread] = number
        self.roots, self.root_rows = [], []
        roots = list(self.heap.roots)
        if all(kind != "ROOT STICKY CLASS" for kind, _, _, _ in roots):
            roots += [("ROOT STICKY CLASS", one, None, None) for one in self.system_classes()]
        for kind, number, thread, frame in roots:
            belongs = threads.get(thread)
            if kind in LOCALS and belongs and self.is_thread(belongs):
                self.refer(belongs, number, "local")
            elif self.heap.has(number) and kind != "ROOT UNREACHABLE":
                self.roots.append(number)
            if self.heap.has(number):
                belongs = number if kind == "ROOT THREAD OBJECT" else belongs
                self.root_rows.append((number, kind, belongs, frame))

    def system_classes(self):
        """Classes of the bootstrap loader, for which JDK 5 writes no roots."""
        for number, made in self.heap.classes.items():
            if not made.loader and not (self.file.name(number) or "").endswith("[]"):
                yield number

    def class_id(self, number):
        """The id of the class of an object; None if the dump lacks it."""
        if number in self.heap.classes:
            return self.arrays.get("java.lang.Class")
        return self.class_of(self.heap.objects[number])

    def class_of(self, one):
        what, kind, _ = one
        return self.arrays.get(TYPES[kind] + "[]") if what == "numbers" else kind

    def refer(self, source, target, kind, field=None, element=None, strength="strong"):
        if self.heap.has(target):
            self.edges.append((source, target, kind, field, element, strength))
        elif target:
            self.dangling += 1

    def refer_to_class(self, source):
        target = self.class_id(source)
        if target is not None and self.heap.has(target):
            self.edges.append((source, target, "class", None, None, "strong"))

    def add_class(self, number):
        made = self.heap.classes[number]
        self.refer_to_class(number)
        self.refer(number, made.super, "super")
        self.refer(number, made.loader, "loader")
        if not self.is_mat:
            self.refer(number, made.signers, "signers")
            self.refer(number, made.domain, "domain")
            for value in made.constants:
                self.refer(number, value, "constant")
        for name, kind, value in made.statics:
            if kind == 2:
                self.refer(number, value, "static", self.file.text(name))

    def chain(self, number):
        """A class and its superclasses, as far as the file contains them."""
        found = []
        while number in self.classes and number not in found:
            found.append(number)
            number = self.classes[number].super
        return found

    def plan(self, number):
        """The references of instances of a class: offset, field, strength. There
        are none if one of its superclasses is not in the file."""
        if number in self.plans:
            return self.plans[number]
        chain = self.chain(number)
        if not chain or self.classes[chain[-1]].super:
            chain = []
        names = [self.file.name(each) for each in chain]
        found = [STRENGTHS[name] for name in names if name in STRENGTHS]
        strength = found[0] if found else "strong"
        plan, at, seen = [], 0, {}
        for each, name in zip(chain, names):
            for field, kind in self.classes[each].fields:
                text = self.file.text(field)
                # A field that a subclass hides has the name of its class, too.
                shown = text if seen.setdefault(text, each) == each else name + "." + text
                if kind == 2:
                    is_referent = name == "java.lang.ref.Reference" and text == "referent"
                    plan.append((at, shown, strength if is_referent else "strong"))
                at += self.file.id_bytes if kind == 2 else WIDTHS[kind]
        self.plans[number] = plan
        return plan

    def add_object(self, number):
        what, kind, rest = self.heap.objects[number]
        self.refer_to_class(number)
        if what == "objects":
            for index, target in enumerate(rest):
                if target:
                    self.refer(number, target, "element", None, index)
        elif what == "instance":
            for at, field, strength in self.plan(kind):
                part = rest[at : at + self.file.id_bytes]
                if len(part) == self.file.id_bytes:
                    target = int.from_bytes(part, "big")
                    self.refer(number, target, "field", field, None, strength)

    def reach(self, without=()):
        """Objects reachable from roots if WITHOUT are removed."""
        after = self.next
        found = set(without)
        work = [r for r in set(self.roots) if r not in found]
        found.update(work)
        while work:
            for target in after.get(work.pop(), ()):
                if target not in found:
                    found.add(target)
                    work.append(target)
        return found.difference(without)

    def distances(self, strengths):
        """Steps from the roots over references of these strengths."""
        after = {}
        for source, target, _, _, _, strength in self.edges:
            if strength in strengths:
                after.setdefault(source, []).append(target)
        found = {root: 0 for root in self.roots}
        work = deque(found)
        while work:
            one = work.popleft()
            for target in after.get(one, ()):
                if target not in found:
                    found[target] = found[one] + 1
                    work.append(target)
        return found
