"""visualvm.py CONVERT HISTO JAVA_HOME JAR FOLDER FILE[=ORIGINAL]...

Loads FILEs with VisualVM's heap library, other formats after conversion to HPROF
binary, and compares the histogram with that of hprof-histo. The library may neither
complain nor fail. If there is an ORIGINAL, which is one of the FILEs, the library must
give the objects of each class the same size.
"""

import csv
import os
import re
import shutil
import subprocess
import sys

convert, histo, java, jar, folder = sys.argv[1:6]
inputs = sys.argv[6:]
os.makedirs(folder)
here = os.path.dirname(os.path.realpath(__file__))


def run(*args):
    # Damage in the corpus is reported with exit status 3.
    done = subprocess.run(args, stdout=subprocess.PIPE, text=True, timeout=300, check=False)
    if done.returncode not in (0, 3):
        sys.exit("visualvm.py: %s: exit status %d" % (args[0], done.returncode))
    return done.stdout


def ours(path):
    """Instances by class."""
    counts = {}
    for row in csv.DictReader(run(histo, "-q", "-n0", "--format=csv", path).splitlines()):
        counts[row["class"]] = counts.get(row["class"], 0) + int(row["instances"])
    return counts


def theirs(paths):
    """The harness's output for each path: a list of lines, split."""
    run(os.path.join(java, "bin", "javac"), "-cp", jar, "-d", folder,
        os.path.join(here, "VisualVmHistogram.java"))
    answers = {}
    for line in run(os.path.join(java, "bin", "java"), "-Xmx1g", "-cp", jar + os.pathsep + folder,
                    "VisualVmHistogram", *paths).splitlines():
        words = line.split("\t")
        if words[0] == "file":
            answer = answers[words[1]] = []
        else:
            answer.append(words)
    return answers


def differences(path, source, made, answer):
    guessed = made and "hprof-agent" not in source
    for words in answer:
        if words[0] == "fault":
            yield "VisualVM: " + " ".join(words[1:])
        # The library looks for four subclasses of java.lang.ref.Reference. IBM's library
        # has three, and classic dumps do not state superclasses.
        elif words[0] == "retained" and words[1] != "yes" and ".classic" not in source:
            yield "no retained sizes: " + words[1]
        # Dumps of VMs have some roots whose objects are missing. IBM's have no
        # roots, so the conversion adds them.
        elif words[0] == "dangling" and guessed and words[1] != "0":
            yield words[1] + " roots of no object"
    # Names of hidden classes are as in JVM TI; hprof-histo has one form for all.
    counts = {
        words[1].replace(".0x", "+0x"): int(words[2]) for words in answer if words[0] == "class"
    }
    expected = ours(path)
    # hprof-histo counts each dumped class as an object of java.lang.Class, as
    # VMs do.
    classes = sum(int(words[1]) for words in answer if words[0] == "classes")
    expected["java.lang.Class"] = expected.get("java.lang.Class", 0) - classes
    for name in sorted(counts.keys() | expected.keys()):
        if counts.get(name, 0) != expected.get(name, 0):
            yield "%s: %d objects, hprof-histo says %d" % (
                name, counts.get(name, 0), expected.get(name, 0))


def sizes(answer):
    return {words[1]: int(words[3]) for words in answer if words[0] == "class"}


copies, originals = {}, {}
for number, source in enumerate(inputs):
    source, _, original = source.partition("=")
    # The library creates a folder next to each dump.
    copy = os.path.join(folder, "%d.hprof" % number)
    with open(source, "rb") as file:
        made = not re.match(rb"JAVA PROFILE 1\.0(\.[123])?\0", file.read(20))
    if made:
        run(convert, "-q", source, "-o", copy)
    else:
        shutil.copyfile(source, copy)
    copies[copy] = (source, made)
    if original:
        originals[copy] = original
faults = 0
answers = theirs(copies)
for copy, (source, made) in copies.items():
    found = list(differences(copy, source, made, answers[copy]))
    if copy in originals:
        original = next(c for c in copies if copies[c][0] == originals[copy])
        was, now = sizes(answers[original]), sizes(answers[copy])
        if not was or was != now:
            found.append("%d bytes by the sizes of VisualVM, in %s %d" % (
                sum(now.values()), originals[copy], sum(was.values())))
    for text in found[:10]:
        print("%s: %s" % (source, text))
    faults += len(found)
    os.remove(copy)
print("%d dumps, %d faults" % (len(copies), faults))
sys.exit(faults != 0 or not copies)
