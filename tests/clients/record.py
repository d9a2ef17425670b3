#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""
record.py LOG ENGINE [ARGUMENT...]: runs ENGINE and passes its lines on, both ways and unchanged.
LOG gets each line with the seconds since the start: > to the engine, < from it. Each start of the
engine begins a new LOG: the second one is LOG.2, and so on.
"""

import os
import signal
import subprocess
import sys
import threading
import time


def main():
    log, command = sys.argv[1], sys.argv[2:]
    name, number = log, 1
    while True:
        try:
            file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
            break
        except FileExistsError:
            number += 1
            name = f"{log}.{number}"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    start = time.monotonic()

    def note(arrow, line):
        os.write(file, b"%9.4f %s %s\n" % (time.monotonic() - start, arrow, line.rstrip(b"\r\n")))

    def answers():
        try:
            for line in engine.stdout:
                note(b"<", line)
                os.write(1, line)
        except OSError:
            pass
        note(b"#", b"exit status %d" % engine.wait())
        os._exit(engine.returncode & 255)

    def stop(number, _):
        note(b"#", b"signal %d" % number)
        engine.send_signal(number)

    signal.signal(signal.SIGTERM, stop)
    threading.Thread(target=answers, daemon=True).start()
    try:
        while line := sys.stdin.buffer.readline():
            note(b">", line)
            engine.stdin.write(line)
            engine.stdin.flush()
        note(b"#", b"end of input")
        engine.stdin.close()
    except OSError:
        pass
    while True:
        time.sleep(1)


if __name__ == "__main__":
    main()
