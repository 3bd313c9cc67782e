"""Runs a shell with job control on a terminal of its own, and types its input.

Each line on standard input is typed as it is, with \\n at its end; ^C, ^Z and ^\\ are keys.
The screen of the terminal goes to standard output. The terminal goes away when standard input
ends.
"""

import os
import pty
import selectors
import sys

KEYS = {"^C": b"\x03", "^Z": b"\x1a", "^\\": b"\x1c"}

pid, terminal = pty.fork()
if pid == 0:
    os.execvp("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"])

waiting = selectors.DefaultSelector()
waiting.register(terminal, selectors.EVENT_READ)
waiting.register(sys.stdin.buffer.raw, selectors.EVENT_READ)
rest = b""
while True:
    for key, _ in waiting.select():
        if key.fd == terminal:
            try:
                shown = os.read(terminal, 65536)
            except OSError:
                shown = b""
            if not shown:
                os.waitpid(pid, 0)
                sys.exit(0)
            os.write(1, shown)
        else:
            typed = os.read(0, 65536)
            if not typed:
                sys.exit(0)
            *lines, rest = (rest + typed).split(b"\n")
            for line in lines:
                os.write(terminal, KEYS.get(line.decode(), line + b"\n"))
