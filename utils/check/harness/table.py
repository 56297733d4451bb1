"""Steps of the check and their pieces: a table that utils/check/steps.py fills."""

import dataclasses
import typing


@dataclasses.dataclass(frozen=True)
class Step:
    """A part of the check. FUNCTION(run, part) does one of its PARTS, each of
    which takes at most ten minutes; the results depend on PATHS."""

    name: str
    text: str
    function: typing.Callable
    parts: tuple
    paths: tuple
    default: bool = False
    nightly: bool = False

    @property
    def pieces(self):
        return [Piece(self, part) for part in self.parts]


@dataclasses.dataclass(frozen=True)
class Piece:
    step: Step
    part: str

    @property
    def name(self):
        return self.step.name + ("/" + self.part if self.part else "")


STEPS = []


def step(name, text, paths, parts=("",), default=False, nightly=False):
    """Adds a function to the table of steps."""

    def add(function):
        STEPS.append(Step(name, text, function, tuple(parts), tuple(paths), default, nightly))
        return function

    return add


def shards(count):
    """Names of parts: 1of4, 2of4, ..."""
    return tuple("%dof%d" % (i, count) for i in range(1, count + 1))


def shard(part):
    """(2, 4) of "2of4"."""
    index, _, count = part.partition("of")
    return int(index), int(count)
