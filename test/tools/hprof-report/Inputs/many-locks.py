"""many-locks.py: prints a thread dump in which many threads wait for locks."""

HEAD = """2024-01-01 10:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):
"""

THREAD = """
"%s" #%d prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x%016x nid=0x%x waiting for monitor entry  [0x00007f0000100000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat app.Main.work(Main.java:10)
"""

threads = []


def thread(name, held=None, wanted=None):
    """A thread that has the lock HELD and waits for WANTED."""
    number = len(threads) + 1
    text = THREAD % (name, number, number << 12, number)
    if wanted:
        text += "\t- waiting to lock <0x%016x> (a app.Lock)\n" % wanted
    if held:
        text += "\t- locked <0x%016x> (a app.Lock)\n" % held
    threads.append(text)


for i in range(20):
    thread("ring-%d" % i, 0x1000 + i, 0x1000 + (i + 1) % 20)
thread("popular", 0x2000)
for i in range(30):
    thread("pool-%d" % i, None, 0x2000)
thread("link-0", 0x3000)
for i in range(1, 80):
    thread("link-%d" % i, 0x3000 + i, 0x3000 + i - 1)
for i in range(3):
    thread("orphan-%d" % i, None, 0x4000)
print(HEAD + "".join(threads))
