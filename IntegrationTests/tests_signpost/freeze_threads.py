"""Stops threads of a process until standard input ends, and prints “frozen” once it has.

usage: freeze_threads.py PID NAME
"""

import ctypes
import os
import sys

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
WAIT_FOR_THREADS = 0x40000000

process, name = int(sys.argv[1]), sys.argv[2]
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def ptrace(request, thread):
    if libc.ptrace(request, thread, None, None) != 0:
        sys.exit(f"freeze_threads: {os.strerror(ctypes.get_errno())}")


def name_of(thread):
    with open(f"/proc/{process}/task/{thread}/comm") as file:
        return file.read().strip()


threads = [int(t) for t in os.listdir(f"/proc/{process}/task") if name_of(t).startswith(name)]
if not threads:
    sys.exit(f"freeze_threads: no thread is called {name}")
for thread in threads:
    ptrace(SEIZE, thread)
    ptrace(INTERRUPT, thread)
    os.waitpid(thread, WAIT_FOR_THREADS)
print("frozen", flush=True)
sys.stdin.read()
for thread in threads:
    ptrace(DETACH, thread)
