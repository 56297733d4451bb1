#!/usr/bin/env python3
"""Finds Linux-only features outside the sources for Linux."""
import argparse
import os
import re
import sys

HELP = """\
usage: utils/check/portable.py [SOURCE-FOLDER]

Sources in include/, lib/ and tools/ use only POSIX, so that they can be compiled
for other systems. Reports, with file and line, headers, functions and constants
that only Linux or the GNU C library has, and paths in /proc and /sys. Comments
are ignored.

They may be used in sources whose name ends in Linux, each of which has a
counterpart for all other systems or is omitted there, and in the folders that are
built only for Linux:

%s

See docs/Rationale/Portability.md.

  --help   print this text

The last line counts faults; the exit status is 1 if there are any.
"""
LINUX_FOLDERS = (
    "include/hprof/Agent",
    "include/hprof/Attach",
    "lib/Agent",
    "lib/Attach",
    "tools/hprof-attach",
    "tools/libhprof",
)
SOURCES = (".h", ".cpp", ".def", ".inc")
HEADERS = r"""
asm/.* byteswap elf endian error features gnu/.* link linux/.* malloc
sys/(auxv|capability|epoll|eventfd|fanotify|inotify|prctl|random|sendfile)
sys/(signalfd|statfs|syscall|sysinfo|sysmacros|timerfd|vfs|xattr)
"""
WORDS = r"""
AT_EMPTY_PATH CLOCK_BOOTTIME F_OFD_\w+ F_SETPIPE_SZ MADV_\w+ MAP_NORESERVE
MAP_POPULATE MFD_\w+ MSG_NOSIGNAL O_PATH O_TMPFILE RENAME_\w+ SIGEV_THREAD_ID
SOCK_CLOEXEC SOCK_NONBLOCK SO_PEERCRED SYNC_FILE_RANGE_\w+ SYS_\w+ __GLIBC\w*
__linux\w* _GNU_SOURCE accept4 copy_file_range dup3 epoll_\w+ eventfd fallocate
fopencookie get_nprocs getauxval getrandom gettid inotify_\w+ madvise malloc_trim
memfd_create memrchr mkostemp mremap pipe2 posix_fallocate prctl preadv2
program_invocation_\w+ pthread_setname_np qsort_r renameat2 sched_getaffinity
secure_getenv sendfile signalfd strchrnul sync_file_range syncfs syscall tgkill
timer_create timerfd_\w+
"""
INCLUDE = re.compile(r"\s*#\s*include\s+<(%s)(\.h)?>" % "|".join(HEADERS.split()))
WORD = re.compile(r"(?<![\w.>])(%s)\b" % "|".join(WORDS.split()))
PATH = re.compile(r'"(/(?:proc|sys)\b[^"]*)"')
# A string, which is kept, or a comment.
COMMENT = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])')|//.*""")


def parse_args():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("source", nargs="?")
    args = parser.parse_args()
    if args.help:
        print(HELP % "\n".join("  " + folder for folder in LINUX_FOLDERS), end="")
        sys.exit(0)
    return args


def sources():
    for top in ("include", "lib", "tools"):
        for root, dirs, names in os.walk(top):
            dirs[:] = sorted(d for d in dirs if os.path.join(root, d) not in LINUX_FOLDERS)
            for name in sorted(names):
                stem, ending = os.path.splitext(name)
                if ending in SOURCES and not stem.endswith("Linux"):
                    yield os.path.join(root, name)


def found_in(line):
    code = COMMENT.sub(lambda m: m[1] or "", line)
    include = INCLUDE.match(code)
    if include:
        yield "<%s.h>" % include[1].removesuffix(".h")
        return
    for path in PATH.finditer(code):
        yield path[1]
    for word in WORD.finditer(re.sub(r'"(?:\\.|[^"\\])*"', '""', code)):
        yield word[1]


def main():
    args = parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(args.source or os.path.join(here, "..", ".."))
    checked = faults = 0
    for path in sources():
        checked += 1
        for number, line in enumerate(open(path, encoding="utf-8"), 1):
            for what in found_in(line):
                print("error: %s:%d: %s: only Linux has it" % (path, number, what))
                faults += 1
    print("%d sources, %d faults" % (checked, faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
