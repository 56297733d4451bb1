"""prompt.py SCRIPT COMMAND...: types the lines of SCRIPT at the prompt of COMMAND.

Each line is typed when the tool waits for it, so that nothing depends on timing: an
earlier signal would be lost. "<TAB>", "<^C>" and "<^D>" stand for keys; a line without
"<^...>" ends with Enter, and ^C is typed again while the query before it, "<ENDLESS>",
is running. Prints what the terminal shows, without its escape sequences, and at the end
the exit status.
"""

import os
import pty
import re
import select
import sys
import termios
import time

KEYS = {"<TAB>": "\t", "<^C>": "\x03", "<^D>": "\x04"}
PROMPTS = ("hprof> ", "  ...> ")


def start(command):
    child, terminal = pty.fork()
    if not child:
        os.environ.update(TERM="dumb", COLUMNS="200")
        os.execvp(command[0], command)
    return child, terminal


def shown(text):
    """The text of the lines, after applying cursor movements."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
    return text.replace("\r", "").replace("\a", "")


def is_in_line_mode(terminal):
    """The terminal is in cooked mode, as while a query runs, but not while a line is
    edited."""
    return bool(termios.tcgetattr(terminal)[3] & termios.ICANON)


def read_until(terminal, wanted, interrupts=False):
    text = ""
    while not any(shown(text).endswith(w) for w in wanted):
        ready, _, _ = select.select([terminal], [], [], 0.5 if interrupts else 300)
        if not ready and interrupts:
            if is_in_line_mode(terminal):
                os.write(terminal, b"\x03")
            continue
        if not ready:
            sys.exit("nothing came after %r" % text)
        try:
            piece = os.read(terminal, 4096).decode(errors="replace")
        except OSError:  # The tool has exited.
            return text
        if not piece:
            return text
        text += piece
    return text


def wait_for_read(child, terminal):
    """Waits until the tool sleeps with a terminal that passes each key on."""
    while True:
        with open("/proc/%d/stat" % child) as file:
            state = file.read().rsplit(")", 1)[1].split()[0]
        if state in "ZX" or (state == "S" and not is_in_line_mode(terminal)):
            return
        time.sleep(0.01)


def main():
    with open(sys.argv[1]) as file:
        lines = file.read().splitlines()
    child, terminal = start(sys.argv[2:])
    said = read_until(terminal, PROMPTS)
    for line in lines:
        wait_for_read(child, terminal)
        for name, key in KEYS.items():
            line = line.replace(name, key)
        os.write(terminal, (line if line[-1:] in "\x03\x04" and line else line + "\n").encode())
        said += read_until(terminal, PROMPTS, interrupts="<ENDLESS>" in line)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    print(shown(said))
    print("status", os.waitstatus_to_exitcode(status))


main()
