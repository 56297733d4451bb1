"""Facts about a heap: dominators, retained sizes, and the objects reachable without
some references. Based on the independent reader in utils/check/readers/."""

from collections import Counter

from readers.sizes import NEWEST, Sizes
from readers.walks import Graph

LAYOUT = "compressed"


def stable(name):
    """A class name as shown in tables, if it has no generated part."""
    return None if name is None or "$$" in name or "$Proxy" in name else name


class Facts:
    """FILE comes from readers.dump; only its first heap dump counts. If it has no
    sizes, those of LAYOUT are computed."""

    def __init__(self, file, strengths, sizes=None):
        self.file, self.heap = file, file.heaps[0]
        classes = {}
        for heap in file.heaps:
            classes.update(heap.classes)
        self.graph = Graph(self.file, self.heap, classes)
        self.sizes = Sizes(self.file, classes, LAYOUT, NEWEST)
        self.edges, self.next = {}, {}
        for source, target, kind, field, element, strength in self.graph.edges:
            if strength in strengths:
                self.edges.setdefault(source, []).append((target, kind, field, element))
                self.next.setdefault(source, []).append(target)
        self.names, self.cached = {}, dict(sizes or {})
        self.dominate()

    def name(self, n):
        if n not in self.names:
            if n in self.heap.classes:
                self.names[n] = "class " + str(self.file.name(n))
            else:
                self.names[n] = self.file.name(self.graph.class_id(n))
        return self.names[n]

    def shallow(self, n):
        if n not in self.cached:
            self.cached[n] = self.sizes.of(self.heap, n)
        return self.cached[n]

    def walk(self):
        """Depth-first search from 0, which refers to the roots: preorder numbers and
        parents."""
        number, order, parent = {0: 0}, [0], [0]
        stack = [(0, iter(self.graph.roots))]
        while stack:
            at, rest = stack[-1]
            for to in rest:
                if to not in number:
                    number[to] = len(order)
                    parent.append(number[at])
                    order.append(to)
                    stack.append((to, iter(self.next.get(to, ()))))
                    break
            else:
                stack.pop()
        return number, order, parent

    def dominate(self):
        """Dominators by the algorithm of Lengauer and Tarjan; 0 dominates all."""
        number, order, parent = self.walk()
        before = [[] for _ in order]
        for root in self.graph.roots:
            before[number[root]].append(0)
        for n in order[1:]:
            for to in self.next.get(n, ()):
                before[number[to]].append(number[n])
        semi, best, up = (list(range(len(order))) for _ in range(3))
        above, waiting = [0] * len(order), [[] for _ in order]
        linked = [False] * len(order)

        def find(n):
            """The node on the path up with the least semidominator."""
            way = []
            while linked[n] and linked[up[n]]:
                way.append(n)
                n = up[n]
            for one in reversed(way):
                if semi[best[n]] < semi[best[one]]:
                    best[one] = best[n]
                up[one] = up[n]
                n = one
            return best[n]

        for n in range(len(order) - 1, 0, -1):
            semi[n] = min(semi[find(one)] if one > n else one for one in before[n])
            waiting[semi[n]].append(n)
            up[n], linked[n] = parent[n], True
            for one in waiting[parent[n]]:
                other = find(one)
                above[one] = other if semi[other] < semi[one] else parent[n]
            waiting[parent[n]] = []
        for n in range(1, len(order)):
            if above[n] != semi[n]:
                above[n] = above[above[n]]
        above = {order[n]: order[above[n]] for n in range(1, len(order))}
        order = order[1:]
        self.above, self.order_of = above, order
        self.retained = {n: self.shallow(n) for n in order}
        self.below = {}
        for n in reversed(order):
            if above[n]:
                self.retained[above[n]] += self.retained[n]
            self.below.setdefault(above[n], []).append(n)
        # Sizes are compared with those for references of any strength.
        self.whole = sum(self.shallow(n) for n in self.graph.reach())
        counts = Counter(map(self.name, order))
        self.several = {name for name, count in counts.items() if count > 1}

    def has_more(self, name):
        """Returns whether a class has several objects."""
        return name in self.several

    def is_thread(self, n):
        return n not in self.heap.classes and self.graph.is_thread(n)

    def ways_up(self, n):
        """The dominators of N, the closest first."""
        while self.above.get(n):
            n = self.above[n]
            yield n

    def subtree(self, tops):
        work, found = list(tops), []
        while work:
            found.append(work.pop())
            work += self.below.get(found[-1], ())
        return found

    def fields_to(self, source, target):
        return {field for to, _, field, _ in self.edges.get(source, ()) if to == target and field}

    def reach(self, starts, is_left_out=None):
        """The nodes that STARTS reach if some references are removed."""
        seen = set(starts)
        work = list(seen)
        while work:
            at = work.pop()
            for edge in self.edges.get(at, ()):
                if edge[0] not in seen and not (is_left_out and is_left_out(at, edge)):
                    seen.add(edge[0])
                    work.append(edge[0])
        return seen

    def referent(self, n):
        """The referent of a Reference, however weak."""
        return next((to for source, to, _, field, _, _ in self.graph.edges
                     if source == n and field == "referent"), None)

    def values(self, n):
        """Integers in the fields of an object, or in the static fields of a class."""
        if n in self.heap.classes:
            return {self.file.text(name): value
                    for name, kind, value in self.heap.classes[n].statics if kind != 2}
        what, kind, rest = self.heap.objects[n]
        found, at = {}, 0
        for each in self.graph.chain(kind) if what == "instance" else ():
            for field, of in self.graph.classes[each].fields:
                width = self.file.id_bytes if of == 2 else {4: 1, 8: 1, 5: 2, 9: 2, 6: 4, 10: 4,
                                                            7: 8, 11: 8}[of]
                if of in (9, 10, 11):
                    value = int.from_bytes(rest[at:at + width], "big", signed=True)
                    found.setdefault(self.file.text(field), value)
                at += width
        return found
