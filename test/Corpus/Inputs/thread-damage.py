"""thread-damage.py HPROF-THREADS CORPUS

Over all thread dumps of the corpus: hprof-threads reports no damage. With 64 bytes
at random places replaced by random ones, its exit status is 0 only if its answer is
that of the intact dump.
"""

import glob
import os
import random
import subprocess
import sys
import tempfile

SEEDS = 8


def answer(threads, folder, data):
    """The exit status, the answer, and the messages."""
    path = os.path.join(folder, "dump")
    with open(path, "wb") as out:
        out.write(data)
    done = subprocess.run(
        [threads, "--format=json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    return done.returncode, done.stdout, done.stderr


def main():
    threads, corpus = sys.argv[1:]
    paths = []
    for pattern in ("jthreaddump/*.txt", "loominated-java/*.json", "eclipse-mat/javacore*.txt"):
        paths += sorted(glob.glob(os.path.join(corpus, pattern)))
    damaged = faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name = os.path.relpath(path, corpus)
            with open(path, "rb") as source:
                whole = source.read()
            status, wanted, told = answer(threads, folder, whole)
            if status or told:
                print(f"{name}: intact, but {status}: {told}")
                faults += 1
            for seed in range(SEEDS):
                dice = random.Random(f"{name} {seed}")
                data = bytearray(whole)
                for _ in range(64):
                    data[dice.randrange(len(data))] = dice.randrange(256)
                status, found, told = answer(threads, folder, bytes(data))
                damaged += 1
                # An input that is no dump any more is an error.
                if status not in (0, 1, 3) or (status == 0 and found != wanted):
                    print(f"{name}: silent with seed {seed}, {status}")
                    faults += 1
    print(f"{len(paths)} thread dumps, {damaged} damaged, {faults} faults")


main()
