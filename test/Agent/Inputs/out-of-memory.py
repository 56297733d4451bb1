"""out-of-memory.py TOOLS LIBRARY FOLDER JDK COLLECTOR...: runs the program FullHeap in
FOLDER in each of its ways with all collectors and recordings. A run without an output,
or with an output that has a fault or lacks recorded data, is a fault. So is a first
heap dump without the objects that filled the heap."""

import os
import subprocess
import sys

tools, library, folder, jdk = sys.argv[1:5]
END = {"heap=dump,format=b": "heap dump", "heap=dump,X=1,format=b": "heap dump", "cpu=samples": "CPU SAMPLES END", "cpu=times": "CPU TIME (ms) END"}
runs = faults = 0


def numHeld(output):
    histo = [tools + "/hprof-histo", "--dump=1", "--top=0", "--filter=FullHeap$Held", output]
    table = subprocess.run(histo, stdout=subprocess.PIPE, text=True).stdout
    return sum(int(row.split()[0]) for row in table.splitlines() if row.endswith(" FullHeap$Held"))


def check(collector, way, options):
    output = os.path.join(folder, "out")
    if os.path.exists(output):
        os.unlink(output)
    java = [jdk + "/bin/java", "-Xmx32m", "-XX:+Use%sGC" % collector]
    java += ["-agentpath:%s=%s,file=%s" % (library, options, output), "-cp", folder, "FullHeap", way]
    run = subprocess.run(java, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if not os.path.exists(output) or not os.path.getsize(output):
        return "no output", run
    if "HPROF ERROR" in run.stdout:
        return "an error", run
    if options.endswith("format=b"):
        text = subprocess.run([tools + "/hprof-dump", "--verify", output], stdout=subprocess.PIPE, text=True).stdout
        if "no faults" not in text:
            return text, run
        if way != "size" and numHeld(output) < 100000:
            return "the heap was not full", run
    else:
        text = open(output).read()
    return None if END[options] in text else "nothing recorded", run


for collector in sys.argv[5:]:
    for way in ("main", "pool", "threads", "caught", "size"):
        for options in END:
            # The other threads leave nothing for Java code.
            if "X=1" in options and way != "threads":
                continue
            why, run = check(collector, way, options)
            runs += 1
            if why:
                faults += 1
                print(collector, way, options, why, run.stdout, sep="\n")
print("%d runs, %d faults" % (runs, faults))
