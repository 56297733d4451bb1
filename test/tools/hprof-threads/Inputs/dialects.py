"""dialects.py FOLDER: writes one moment of a JVM in each dialect of thread dumps.

"ana" and "bo" wait for each other's monitor, "carl" waits for that of "ana", "dora" waits
to be notified, and "eve" runs. Each file is NAME.txt, NAME.log or NAME.json."""

import json
import os
import sys

FILES = {}


def text(name):
    def add(function):
        FILES[name] = function()
        return function
    return add


JSTACK = '''\
"ana" #41 daemon prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x00007f0000000410 nid=0x29 waiting for monitor entry  [0x00007f0000010000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Desk.pay(Desk.java:12)
\t- waiting to lock <0x00000000fd000010> (a shop.Till)
\t- locked <0x00000000fd000020> (a shop.Ledger)
\tat shop.Desk.run(Desk.java:7)

   Locked ownable synchronizers:
\t- None

"bo" #42 daemon prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x00007f0000000420 nid=0x2a waiting for monitor entry  [0x00007f0000020000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Audit.check(Audit.java:30)
\t- waiting to lock <0x00000000fd000020> (a shop.Ledger)
\t- locked <0x00000000fd000010> (a shop.Till)
\tat shop.Audit.run(Audit.java:9)

   Locked ownable synchronizers:
\t- None

"carl" #43 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x00007f0000000430 nid=0x2b waiting for monitor entry  [0x00007f0000030000]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat shop.Report.add(Report.java:3)
\t- waiting to lock <0x00000000fd000020> (a shop.Ledger)

   Locked ownable synchronizers:
\t- None

"dora" #44 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x00007f0000000440 nid=0x2c in Object.wait()  [0x00007f0000040000]
   java.lang.Thread.State: WAITING (on object monitor)
\tat java.lang.Object.wait(java.base@17/Native Method)
\t- waiting on <0x00000000fd000030> (a shop.Queue)
\tat shop.Queue.take(Queue.java:5)
\t- locked <0x00000000fd000030> (a shop.Queue)

   Locked ownable synchronizers:
\t- None

"eve" #45 prio=5 os_prio=0 cpu=1.00ms elapsed=4.22s tid=0x00007f0000000450 nid=0x2d runnable  [0x00007f0000050000]
   java.lang.Thread.State: RUNNABLE
\tat shop.Scan.next(Scan.java:8)

   Locked ownable synchronizers:
\t- None
'''
TITLE = "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"


@text("jstack.txt")
def jstack():
    return "2031-02-03 04:05:06\n" + TITLE + JSTACK + "\nJNI global refs: 9, weak refs: 0\n"


@text("part.txt")
def part():
    return JSTACK


@text("prefix.log")
def prefix():
    return "".join("2031-02-03 04:05:06,%03d INFO  [main] app.Dumper - %s\n" % (i, line)
                   for i, line in enumerate(jstack().splitlines()))


@text("newest-first.log")
def newest_first():
    lines = ["2031-02-03T04:05:06.%06dZ %s\n" % (i, line)
             for i, line in enumerate(jstack().splitlines())]
    return "".join(reversed(lines))


@text("message.log")
def message():
    return "".join(json.dumps({"@timestamp": "2031-02-03T04:05:06.%06dZ" % i, "level": "INFO",
                               "message": line, "pod": {"name": "shop-1"}}) + "\n"
                   for i, line in enumerate(jstack().splitlines()))


@text("docker.log")
def docker():
    return "".join(json.dumps({"log": line + "\n", "stream": "stdout"}) + "\n"
                   for line in jstack().splitlines())


@text("event.log")
def event():
    return (json.dumps({"time": "2031-02-03T04:05:05Z", "textPayload": "begins"}) + "\n" +
            json.dumps({"time": "2031-02-03T04:05:06Z", "textPayload": jstack()}) + "\n")


@text("jfr.json")
def jfr():
    return json.dumps({"recording": {"events": [{"type": "jdk.ThreadDump", "values": {
        "startTime": "2031-02-03T04:05:06Z", "result": jstack()}}]}}, indent=2)


@text("old.txt")
def old():
    """JDK 1.4, and VMs that print no "0x"."""
    return '''\
Full thread dump Java HotSpot(TM) Client VM (1.4.1_03-b02 mixed mode):

"ana" prio=5 tid=00A58C00 nid=0xd08 waiting for monitor entry [1920f000..1920fd8c]
\tat shop.Desk.pay(Desk.java:12)
\t- waiting to lock <FD000010> (a shop.Till)
\t- locked <FD000020> (a shop.Ledger)
\tat shop.Desk.run(Desk.java:7)

"bo" prio=5 tid=00A58C10 nid=0xd09 waiting for monitor entry [1921f000..1921fd8c]
\tat shop.Audit.check(Audit.java:30)
\t- waiting to lock <FD000020> (a shop.Ledger)
\t- locked <FD000010> (a shop.Till)
\tat shop.Audit.run(Audit.java:9)

"carl" prio=5 tid=00A58C20 nid=0xd0a waiting for monitor entry [1922f000..1922fd8c]
\tat shop.Report.add(Report.java:3)
\t- waiting to lock <FD000020> (a shop.Ledger)

"dora" prio=5 tid=00A58C30 nid=0xd0b in Object.wait() [1923f000..1923fd8c]
\tat java.lang.Object.wait(Native Method)
\t- waiting on <FD000030> (a shop.Queue)
\tat shop.Queue.take(Queue.java:5)
\t- locked <FD000030> (a shop.Queue)

"eve" prio=5 tid=00A58C40 nid=0xd0c runnable [1924f000..1924fd8c]
\tat shop.Scan.next(Scan.java:8)
'''


@text("actuator.txt")
def actuator_text():
    return "2031-02-03 04:05:06\n" + TITLE + '''\
"ana" - Thread t@41
   java.lang.Thread.State: BLOCKED
\tat app//shop.Desk.pay(Desk.java:12)
\t- waiting to lock <1fd00010> (a shop.Till) owned by "bo" t@42
\t- locked <1fd00020> (a shop.Ledger)
\tat app//shop.Desk.run(Desk.java:7)

   Locked ownable synchronizers:
\t- None

"bo" - Thread t@42
   java.lang.Thread.State: BLOCKED
\tat app//shop.Audit.check(Audit.java:30)
\t- waiting to lock <1fd00020> (a shop.Ledger) owned by "ana" t@41
\t- locked <1fd00010> (a shop.Till)
\tat app//shop.Audit.run(Audit.java:9)

   Locked ownable synchronizers:
\t- None

"carl" - Thread t@43
   java.lang.Thread.State: BLOCKED
\tat app//shop.Report.add(Report.java:3)
\t- waiting to lock <1fd00020> (a shop.Ledger) owned by "ana" t@41

   Locked ownable synchronizers:
\t- None

"dora" - Thread t@44
   java.lang.Thread.State: WAITING
\tat java.base@17/java.lang.Object.wait(Native Method)
\t- waiting on <1fd00030> (a shop.Queue)
\tat app//shop.Queue.take(Queue.java:5)

   Locked ownable synchronizers:
\t- None

"eve" - Thread t@45
   java.lang.Thread.State: RUNNABLE
\tat app//shop.Scan.next(Scan.java:8)

   Locked ownable synchronizers:
\t- None
'''


@text("thread-info.txt")
def thread_info():
    return '''\
"ana" daemon prio=5 Id=41 BLOCKED on shop.Till@1fd00010 owned by "bo" Id=42
\tat app//shop.Desk.pay(Desk.java:12)
\t-  blocked on shop.Till@1fd00010
\t-  locked shop.Ledger@1fd00020
\tat app//shop.Desk.run(Desk.java:7)

"bo" daemon prio=5 Id=42 BLOCKED on shop.Ledger@1fd00020 owned by "ana" Id=41
\tat app//shop.Audit.check(Audit.java:30)
\t-  blocked on shop.Ledger@1fd00020
\t-  locked shop.Till@1fd00010
\tat app//shop.Audit.run(Audit.java:9)
\t...

"carl" prio=5 Id=43 BLOCKED on shop.Ledger@1fd00020 owned by "ana" Id=41
\tat app//shop.Report.add(Report.java:3)
\t-  blocked on shop.Ledger@1fd00020

"dora" prio=5 Id=44 WAITING on shop.Queue@1fd00030
\tat java.base@17/java.lang.Object.wait(Native Method)
\t-  waiting on shop.Queue@1fd00030
\tat app//shop.Queue.take(Queue.java:5)

"eve" prio=5 Id=45 RUNNABLE (in native)
\tat app//shop.Scan.next(Scan.java:8)

\tNumber of locked synchronizers = 1
\t- java.util.concurrent.locks.ReentrantLock$NonfairSync@1fd00040
'''


@text("ide-freeze.txt")
def ide_freeze():
    return TITLE + '''\
"ana" prio=0 tid=0x0 nid=0x0 blocked
     java.lang.Thread.State: BLOCKED
 on shop.Till@1fd00010 owned by "bo" Id=42
\tat app//shop.Desk.pay(Desk.java:12)
\tat app//shop.Desk.run(Desk.java:7)

"bo" prio=0 tid=0x0 nid=0x0 blocked
     java.lang.Thread.State: BLOCKED
 on shop.Ledger@1fd00020 owned by "ana" Id=41
\tat app//shop.Audit.check(Audit.java:30)
\tat app//shop.Audit.run(Audit.java:9)

"carl" prio=0 tid=0x0 nid=0x0 blocked
     java.lang.Thread.State: BLOCKED
 on shop.Ledger@1fd00020 owned by "ana" Id=41
\tat app//shop.Report.add(Report.java:3)

"dora" prio=0 tid=0x0 nid=0x0 waiting on condition
     java.lang.Thread.State: WAITING
 on shop.Queue@1fd00030
\tat java.base@17/java.lang.Object.wait(Native Method)
\tat app//shop.Queue.take(Queue.java:5)

"eve" prio=0 tid=0x0 nid=0x0 runnable
     java.lang.Thread.State: RUNNABLE

\tat app//shop.Scan.next(Scan.java:8)
'''


@text("ide-export.txt")
def ide_export():
    """The export of an IDE's debugger."""
    return '''\
"ana@641" daemon prio=5 tid=0x29 nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t blocks bo@642
\t blocks carl@643
\t waiting for bo@642 to release lock on <0x2a1> (a shop.Till)
\t  at shop.Desk.pay(Desk.java:12)
\t  - locked <0x2a2> (a shop.Ledger)
\t  at shop.Desk.run(Desk.java:7)

"bo@642" daemon prio=5 tid=0x2a nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t blocks ana@641
\t waiting for ana@641 to release lock on <0x2a2> (a shop.Ledger)
\t  at shop.Audit.check(Audit.java:30)
\t  - locked <0x2a1> (a shop.Till)
\t  at shop.Audit.run(Audit.java:9)

"carl@643" prio=5 tid=0x2b nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t waiting for ana@641 to release lock on <0x2a2> (a shop.Ledger)
\t  at shop.Report.add(Report.java:3)

"dora@644" prio=5 tid=0x2c nid=NA waiting
  java.lang.Thread.State: WAITING
\t  at java.lang.Object.wait(Native Method)
\t  at shop.Queue.take(Queue.java:5)

"eve@645" prio=5 tid=0x2d nid=NA runnable
  java.lang.Thread.State: RUNNABLE
\t  at shop.Scan.next(Scan.java:8)
'''


@text("jhsdb.txt")
def jhsdb():
    return '''\
Attaching to process ID 18487, please wait...
Debugger attached successfully.
Server compiler detected.
JVM version is 17.0.15+6
Deadlock Detection:

Found one Java-level deadlock:
=============================

"bo":
  waiting to lock Monitor@0x00007f0000001ab0 (Object@0x00000000fd000020, a shop/Ledger),
  which is held by "ana"
"ana":
  waiting to lock Monitor@0x00007f0000001ac0 (Object@0x00000000fd000010, a shop/Till),
  which is held by "bo"

Found a total of 1 deadlock.

"ana" #41 daemon prio=5 tid=0x00007f0000000410 nid=0x29 waiting for monitor entry [0x00007f0000010000]
   java.lang.Thread.State: BLOCKED (on object monitor)
   JavaThread state: _thread_blocked
 - shop.Desk.pay(int, java.lang.String) @bci=13, line=12 (Interpreted frame)
\t- locked <0x00000000fd000020> (a shop/Ledger)
\t- locked <0x00000000fd000010> (a shop/Till)
 - shop.Desk.run() @bci=4, line=7 (Compiled frame)


"bo" #42 daemon prio=5 tid=0x00007f0000000420 nid=0x2a waiting for monitor entry [0x00007f0000020000]
   java.lang.Thread.State: BLOCKED (on object monitor)
   JavaThread state: _thread_blocked
 - shop.Audit.check() @bci=13, line=30 (Interpreted frame)
\t- locked <0x00000000fd000010> (a shop/Till)
\t- locked <0x00000000fd000020> (a shop/Ledger)
 - shop.Audit.run() @bci=4, line=9 (Interpreted frame)


"carl" #43 prio=5 tid=0x00007f0000000430 nid=0x2b waiting for monitor entry [0x00007f0000030000]
   java.lang.Thread.State: BLOCKED (on object monitor)
   JavaThread state: _thread_blocked
 - shop.Report.add() @bci=3, line=3 (Interpreted frame)
\t- waiting to lock <0x00000000fd000020> (a shop/Ledger)


"dora" #44 prio=5 tid=0x00007f0000000440 nid=0x2c in Object.wait() [0x00007f0000040000]
   java.lang.Thread.State: WAITING (on object monitor)
   JavaThread state: _thread_blocked
 - java.lang.Object.wait(long) @bci=0 (Interpreted frame)
\t- waiting on <0x00000000fd000030> (a shop/Queue)
 - shop.Queue.take() @bci=9, line=5 (Interpreted frame)
\t- locked <0x00000000fd000030> (a shop/Queue)


"eve" #45 prio=5 tid=0x00007f0000000450 nid=0x2d runnable [0x00007f0000050000]
   java.lang.Thread.State: RUNNABLE
   JavaThread state: _thread_in_native
 - shop.Scan.next() @bci=1, line=8 (Interpreted frame)


'''


@text("jhsdb-mixed.txt")
def jhsdb_mixed():
    out, lines = [], jhsdb().splitlines()
    for i, line in enumerate(lines):
        if " @bci=" in line:
            line = ("0x00007f000000%04x\t* " % i) + line[3:].replace("@bci=", "bci:").replace(
                ", line=", " line:")
        if line.startswith('"') and line.endswith("]"):
            out.append("----------------- %d -----------------" % (18000 + i))
        out.append(line)
        if "JavaThread state" in line:
            out.append("0x00007f0000ff%04x\t__futex_wait + 0xc7" % i)
    return "\n".join(out) + "\n"


@text("native-image.txt")
def native_image():
    def thread(name, number, state, *frames):
        return '"%s" #%d thread=0x00007f00d0001bc0 state=%s\n%s\n' % (name, number, state, "".join(
            "  SP 0x00007ffd11aa00%02x IP 0x00000000004010%02x size=48   %s\n" % (i, i, f)
            for i, f in enumerate(frames)))
    return "Full thread dump:\n\n" + "".join([
        thread("ana", 41, "BLOCKED", "shop.Desk.pay(Desk.java:12)", "shop.Desk.run(Desk.java:7)"),
        thread("bo", 42, "BLOCKED", "shop.Audit.check(Audit.java:30)",
               "shop.Audit.run(Audit.java:9)"),
        thread("carl", 43, "BLOCKED", "shop.Report.add(Report.java:3)"),
        thread("dora", 44, "WAITING", "java.lang.Object.wait(Object.java:-2)",
               "shop.Queue.take(Queue.java:5)"),
        thread("eve", 45, "RUNNABLE", "shop.Scan.next(Scan.java:8)")])


@text("jrockit.txt")
def jrockit():
    return '''\
===== FULL THREAD DUMP ===============
Thu Feb  3 04:05:06 2031
Oracle JRockit(R) R28.0.0-679-130297-1.6.0_17

"ana" id=41 idx=0xa4 tid=4711 prio=5 alive, blocked, native_blocked, daemon
    -- Blocked trying to get lock: shop/Till@0x00000000FD000010[fat lock]
    at shop/Desk.pay(Ljava/lang/String;)V(Desk.java:12)
    ^-- Holding lock: shop/Ledger@0x00000000FD000020[thin lock]
    at shop/Desk.run(Desk.java:7)[optimized]
    -- end of trace

"bo" id=42 idx=0xa8 tid=4712 prio=5 alive, blocked, native_blocked, daemon
    -- Blocked trying to get lock: shop/Ledger@0x00000000FD000020[fat lock]
    at shop/Audit.check(Audit.java:30)
    ^-- Holding lock: shop/Till@0x00000000FD000010[thin lock]
    at shop/Audit.run(Audit.java:9)
    -- end of trace

"carl" id=43 idx=0xac tid=4713 prio=5 alive, blocked, native_blocked
    -- Blocked trying to get lock: shop/Ledger@0x00000000FD000020[fat lock]
    at shop/Report.add(Report.java:3)
    -- end of trace

"dora" id=44 idx=0xb0 tid=4714 prio=5 alive, waiting, native_blocked
    -- Waiting for notification on: shop/Queue@0x00000000FD000030[fat lock]
    at jrockit/vm/Threads.waitForNotifySignal(JLjava/lang/Object;)Z(Native Method)
    at java/lang/Object.wait(J)V(Native Method)
    at shop/Queue.take(Queue.java:5)
    ^-- Lock released while waiting: shop/Queue@0x00000000FD000030[fat lock]
    -- end of trace

"eve" id=45 idx=0xb4 tid=4715 prio=5 alive
    at shop/Scan.next(Scan.java:8)
    -- end of trace

===== END OF THREAD DUMP ===============
'''


@text("coroutines.txt")
def coroutines():
    return '''\
Coroutines dump 2031/02/03 04:05:06

Coroutine "ana#1":StandaloneCoroutine{Active}@1fd00041, state: SUSPENDED
\tat shop.Desk$pay$1.invokeSuspend(Desk.kt:12)

Coroutine "bo#2":DeferredCoroutine{Active}@1fd00042, state: SUSPENDED
\tat shop.Audit$check$1.invokeSuspend(Audit.kt:30)

Coroutine "eve#3":BlockingCoroutine{Active}@1fd00045, state: RUNNING
\tat shop.Scan.next(Scan.kt:8)
'''


ART_THREADS = '''\
"ana" daemon prio=5 tid=41 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72d2c3e0 self=0x7b1d6c1c00
  | sysTid=4711 nice=0 cgrp=default sched=0/0 handle=0x7c2a3e4f48
  at shop.Desk.pay(Desk.java:12)
  - waiting to lock <0x0a1b0010> (a shop.Till) held by thread 42
  - locked <0x0a1b0020> (a shop.Ledger)
  at shop.Desk.run(Desk.java:7)

"bo" daemon prio=5 tid=42 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72d2c3f0 self=0x7b1d6c1c10
  at shop.Audit.check(Audit.java:30)
  - waiting to lock <0x0a1b0020> (a shop.Ledger) held by thread 41
  - locked <0x0a1b0010> (a shop.Till)
  at shop.Audit.run(Audit.java:9)

"carl" prio=5 tid=43 Blocked
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72d2c400 self=0x7b1d6c1c20
  at shop.Report.add(Report.java:3)
  - waiting to lock <0x0a1b0020> (a shop.Ledger) held by thread 41

"dora" prio=5 tid=44 Waiting
  | group="main" sCount=1 dsCount=0 flags=1 obj=0x72d2c410 self=0x7b1d6c1c30
  at java.lang.Object.wait(Native method)
  - waiting on <0x0a1b0030> (a shop.Queue)
  at shop.Queue.take(Queue.java:5)
  - locked <0x0a1b0030> (a shop.Queue)

"eve" prio=5 tid=45 Runnable
  | group="main" sCount=0 dsCount=0 flags=0 obj=0x72d2c420 self=0x7b1d6c1c40
  at shop.Scan.next(Scan.java:8)

'''


@text("art.txt")
def art():
    return ("----- pid 4711 at 2031-02-03 04:05:06 -----\nCmd line: shop.app\n\n"
            "DALVIK THREADS (5):\n" + ART_THREADS + "----- end 4711 -----\n")


@text("bugreport.txt")
def bugreport():
    return "== dumpstate: 2031-02-03 04:05:06\n\nBuild: shop-1\n" * 30 + art()


@text("play-console.txt")
def play_console():
    return "".join(line + "\n" for line in ART_THREADS.splitlines()
                   if not line.startswith("  | "))


@text("dalvik.txt")
def dalvik():
    lines = art().replace("DALVIK THREADS (5):", "DALVIK THREADS:")
    for old_word, new in (("Blocked", "MONITOR"), ("Waiting", "WAIT"), ("Runnable", "RUNNABLE"),
                          ("held by thread 42", "held by threadid=42 (bo)"),
                          ("held by thread 41", "held by tid=41 (ana)")):
        lines = lines.replace(old_word, new)
    return lines


@text("javacore.txt")
def javacore():
    def monitor(number, name, owner, *waiting):
        of = '"%s" (J9VMThread:0x000000000000%04X)'
        return ("2LKMONINUSE      sys_mon_t:0x00007F10A4001A%02X infl_mon_t: 0x00007F10A4001B%02X:\n"
                "3LKMONOBJECT       shop/%s@0x00000000FD0000%02X: owner %s, entry count 1\n"
                "3LKWAITERQ            Waiting to enter:\n" % (
                    number, number, name, number, of % owner) +
                "".join("3LKWAITER                %s\n" % (of % w) for w in waiting))

    def thread(name, number, state, frames, more=()):
        return ('3XMTHREADINFO      "%s" J9VMThread:0x000000000000%04X, omrthread_t:0x1%03X, '
                "java/lang/Thread:0x00000000FFF6%04X, state:%s, prio=5\n"
                "3XMJAVALTHREAD            (java/lang/Thread getId:0x%X, isDaemon:false)\n"
                "3XMHEAPALLOC             Heap bytes allocated since last GC cycle=4096 (0x1000)\n" %
                (name, number, number, number, state, number) +
                "".join("3XMTHREADBLOCK     %s\n" % m for m in more) +
                "3XMTHREADINFO3           Java callstack:\n" +
                "".join("4XESTACKTRACE                at %s\n" % f for f in frames) + "NULL\n")

    def blocked(name, number, owner, owner_number):
        return ("Blocked on: shop/%s@0x00000000FD0000%02X Owned by: \"%s\" "
                "(J9VMThread:0x000000000000%04X, java/lang/Thread:0x00000000FFF6%04X)" % (
                    name, number, owner, owner_number, owner_number))
    ana, bo, carl = ("ana", 41), ("bo", 42), ("carl", 43)
    return (
        "0SECTION       TITLE subcomponent dump routine\n"
        "NULL           ===============================\n"
        "1TIDATETIME    Date: 2031/02/03 at 04:05:06:123\n"
        "0SECTION       ENVINFO subcomponent dump routine\n"
        "1CIJAVAVERSION JRE 21 Linux amd64-64 (build 21.0.5+11-LTS)\n"
        "0SECTION       LOCKS subcomponent dump routine\n"
        "NULL           ===============================\n"
        "1LKMONPOOLDUMP Monitor Pool Dump (flat & inflated object-monitors):\n" +
        monitor(0x10, "Till", bo, ana) + monitor(0x20, "Ledger", ana, bo, carl) +
        "0SECTION       THREADS subcomponent dump routine\n"
        "NULL           =================================\n"
        "1XMTHDINFO     Thread Details\nNULL\n" +
        thread(*ana, "B", ["shop/Desk.pay(Desk.java:12)", "shop/Desk.run(Desk.java:7)"],
               [blocked("Till", 0x10, *bo)]) +
        thread(*bo, "B", ["shop/Audit.check(Audit.java:30)", "shop/Audit.run(Audit.java:9)"],
               [blocked("Ledger", 0x20, *ana)]) +
        thread(*carl, "B", ["shop/Report.add(Report.java:3)"], [blocked("Ledger", 0x20, *ana)]) +
        thread("eve", 45, "R", ["shop/Scan.next(Scan.java:8)"]) +
        "1XMVTHDINFO    Unmounted Threads\n"
        '3XMVTHDINFO        "dora" [unmounted] J9VMContinuation:0x0000010023CE46F0, '
        "java/lang/VirtualThread:0x00000000F8AD8CB8\n"
        "3XMVTHDINFO1             Type: Virtual, state: PARKED\n"
        "3XMTHREADINFO3           Java callstack:\n"
        "4XESTACKTRACE                at shop/Queue.take(Queue.java:5)\n"
        "NULL\n"
        "NULL           ---------------------- END OF DUMP -------------------------------------\n")


def frame(name, file, line):
    owner, method = name.rsplit(".", 1)
    return {"className": owner, "methodName": method, "fileName": file, "lineNumber": line,
            "nativeMethod": False}


def info(name, number, state, frames, lock=None, owner=None, held=()):
    return {"threadName": name, "threadId": number, "threadState": state, "daemon": False,
            "priority": 5, "lockName": "%s@%x" % lock if lock else None,
            "lockOwnerId": owner[0] if owner else -1,
            "lockOwnerName": owner[1] if owner else None,
            "stackTrace": [frame(*f) for f in frames],
            "lockedMonitors": [{"className": c, "identityHashCode": h, "lockedStackDepth": 0,
                                "lockedStackFrame": frame(*frames[0])} for c, h in held],
            "lockedSynchronizers": [],
            "lockInfo": {"className": lock[0], "identityHashCode": lock[1]} if lock else None}


TILL, LEDGER, QUEUE = ("shop.Till", 0x1fd00010), ("shop.Ledger", 0x1fd00020), ("shop.Queue", 0x30)


@text("actuator.json")
def actuator_json():
    threads = [
        info("ana", 41, "BLOCKED", [("shop.Desk.pay", "Desk.java", 12),
                                    ("shop.Desk.run", "Desk.java", 7)], TILL, (42, "bo"), [LEDGER]),
        info("bo", 42, "BLOCKED", [("shop.Audit.check", "Audit.java", 30),
                                   ("shop.Audit.run", "Audit.java", 9)], LEDGER, (41, "ana"), [TILL]),
        info("carl", 43, "BLOCKED", [("shop.Report.add", "Report.java", 3)], LEDGER, (41, "ana")),
        info("dora", 44, "WAITING", [("java.lang.Object.wait", "Object.java", -2),
                                     ("shop.Queue.take", "Queue.java", 5)], QUEUE),
        info("eve", 45, "RUNNABLE", [("shop.Scan.next", "Scan.java", 8)]),
    ]
    return json.dumps({"status": "UP", "answer": {"threads": threads}}, indent=1)


@text("dump-to-file.json")
def dump_to_file():
    def thread(number, name, state, stack, **more):
        return {"tid": number, "time": "2031-02-03T04:05:06Z", "name": name, "state": state,
                **more, "stack": stack}
    threads = [
        thread(41, "ana", "BLOCKED", ["shop.Desk.pay(Desk.java:12)", "shop.Desk.run(Desk.java:7)"],
               blockedOn="shop.Till@1fd00010",
               monitorsOwned=[{"depth": 0, "locks": ["shop.Ledger@1fd00020"]}]),
        thread(42, "bo", "BLOCKED",
               ["shop.Audit.check(Audit.java:30)", "shop.Audit.run(Audit.java:9)"],
               blockedOn="shop.Ledger@1fd00020",
               monitorsOwned=[{"depth": 0, "locks": ["shop.Till@1fd00010"]}]),
        thread(43, "carl", "BLOCKED", ["shop.Report.add(Report.java:3)"],
               blockedOn="shop.Ledger@1fd00020"),
        thread(44, "dora", "WAITING",
               ["java.base/java.lang.Object.wait(Native Method)", "shop.Queue.take(Queue.java:5)"],
               waitingOn="shop.Queue@30"),
        thread(45, "eve", "RUNNABLE", ["shop.Scan.next(Scan.java:8)"]),
    ]
    return json.dumps({"threadDump": {
        "formatVersion": 2, "processId": 4711, "time": "2031-02-03T04:05:06Z",
        "runtimeVersion": "27", "threadContainers": [{
            "container": "<root>", "parent": None, "owner": None, "threads": threads,
            "threadCount": 5}]}}, indent=1)


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    for file_name, content in FILES.items():
        with open(os.path.join(sys.argv[1], file_name), "w", encoding="utf-8") as out:
            out.write(content)
    with open(os.path.join(sys.argv[1], "utf16.txt"), "wb") as out:
        out.write(FILES["jstack.txt"].encode("utf-16-le"))
