"""The results of one piece of the check, and functions to run programs."""

import os
import signal
import subprocess
import sys

# No program of the check takes longer than this, in seconds, even on a loaded machine.
LIMIT = 3600


class SetupError(Exception):
    """A requirement of a piece is missing, which is no reason to skip it."""


class Results:
    """Counts of one piece. EXPECTED is known before anything runs: a piece whose
    counts differ from it has failed."""

    def __init__(self):
        self.expected = 0
        self.passed = 0
        self.failures = []
        self.skips = []  # (what, reason)
        self.left_out = []  # slow tests, and those of other steps

    def expect(self, count):
        self.expected += count

    def ok(self, count=1):
        self.passed += count

    def fail(self, what):
        self.failures.append(what)
        print("FAILED: " + what, flush=True)

    def skip(self, what, reason):
        self.skips.append((what, reason))
        print("skipped: %s: %s" % (what, reason), flush=True)

    def one(self, good, what):
        """The result of a piece, or a part of it, that is one test."""
        self.expect(1)
        if good:
            self.ok()
        else:
            self.fail(what)

    def one_skipped(self, what, reason):
        self.expect(1)
        self.skip(what, reason)

    @property
    def counted(self):
        return self.passed + len(self.failures) + len(self.skips)

    def close(self):
        """Fails if tests are missing, or if there was none."""
        if self.failures:
            return
        if not self.expected and not self.left_out:
            self.fail("no test was run")
        elif self.counted < self.expected:
            self.fail("%d of %d tests have a result" % (self.counted, self.expected))
        elif self.counted > self.expected:
            self.fail("%d results of %d tests" % (self.counted, self.expected))

    def script(self, arguments, counts, **options):
        """Runs a program that writes "passed failed skipped expected" and the reasons
        of skipped tests to the file COUNTS."""
        forget(counts)
        status, _ = run(arguments, **options)
        try:
            with open(counts, encoding="utf-8", errors="replace") as file:
                first, *reasons = file.read().splitlines()
            passed, failed, skipped, expected = map(int, first.split())
        except (OSError, ValueError) as error:
            self.expect(1)
            self.fail("%s exited with status %d and no counts: %s" % (arguments[0], status, error))
            return
        self.expect(expected)
        self.ok(passed)
        for _ in range(failed):
            self.failures.append("of %s" % os.path.basename(counts))
        for line in reasons[:skipped]:
            what, _, reason = line.partition(": ")
            self.skip(what, reason)
        if status and not failed:
            self.fail("%s exited with status %d and no failure" % (arguments[0], status))


def forget(path):
    """Removes a result of an earlier run, so that it is not counted."""
    try:
        os.remove(path)
    except FileNotFoundError:
        pass


def run(arguments, log=None, limit=LIMIT, env=None, append=False):
    """The status of a program and its output, which is also printed, or written to LOG.
    A program that runs longer than LIMIT seconds is killed with all processes that it
    started, and has status 124."""
    environment = dict(os.environ, **env) if env else None
    out = open(log, "ab" if append else "wb") if log else None
    try:
        process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=out or subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        if out:
            out.close()
        raise SetupError("cannot start %s: %s" % (arguments[0], error.strerror)) from error
    try:
        text, _ = process.communicate(timeout=limit)
        status = process.returncode
    except subprocess.TimeoutExpired:
        status = 124
    finally:
        kill(process)
        if out:
            out.close()
    if status == 124:
        text, _ = process.communicate()
        print("killed after %d s: %s" % (limit, " ".join(arguments)[:200]), flush=True)
    if log:
        with open(log, encoding="utf-8", errors="replace") as file:
            return status, file.read()
    text = (text or b"").decode(errors="replace")
    sys.stdout.write(text)
    sys.stdout.flush()
    return status, text


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def quiet(arguments, limit=LIMIT, env=None):
    """The output of a program that succeeds, else an error."""
    done = subprocess.run(
        arguments,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=limit,
        env=dict(os.environ, **env) if env else None,
    )
    if done.returncode:
        raise SetupError(
            "%s exited with status %d: %s"
            % (arguments[0], done.returncode, (done.stderr or done.stdout)[-2000:])
        )
    return done.stdout
