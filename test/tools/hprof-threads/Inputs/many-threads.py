"""Prints a thread dump, as jstack does, of N threads with the same stack."""
import sys

print("Full thread dump OpenJDK 64-Bit Server VM (17.0.1+2 mixed mode):\n")
for i in range(int(sys.argv[1])):
    print(f'"t{i}" #{i + 1} prio=5 tid=0x{i + 1:016x} nid=0x{i + 1:x} runnable  [0x0]')
    print("   java.lang.Thread.State: RUNNABLE\n\tat app.Main.run(Main.java:9)\n")
