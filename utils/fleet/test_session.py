# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The session of docs/Fleet.md, for a user who starts with a wheel and a dump."""

import hashlib
import os
import pathlib
import re
import subprocess
import sys

import pytest

import hprof

ROOT = pathlib.Path(__file__).parents[2]
PINNED = ROOT / "bindings" / "python" / "requirements-test.txt"
LEFT_OUT = "[...]"


def parts():
    """The blocks of the page that belong to the session, by kind."""
    found = re.findall(r"<!-- run-as-session: (.+?) -->\n```\w*\n(.*?)```\n", (ROOT / "docs" / "Fleet.md").read_text(), re.S)
    assert len(found) == len(dict(found))
    return dict(found)


def run(*command, folder, **environment):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def requirements(wheel):
    """The wheel and its companion packages, with fixed versions and hashes."""
    pinned = re.split(r"\n(?=[a-z])", PINNED.read_text())
    chosen = [one for one in pinned if re.match("(duckdb|pyarrow)==", one)]
    assert len(chosen) == 2
    hashed = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return "\n".join([*chosen, "hprof[parquet] @ %s --hash=sha256:%s" % (wheel.as_uri(), hashed), ""])


def check_printed(expected, said):
    """Checks that the lines of a block were printed in order; [...] matches anything."""
    said = iter(said.splitlines())
    for line in expected.splitlines():
        if line != LEFT_OUT:
            wanted = ".*".join(map(re.escape, line.split(LEFT_OUT)))
            assert any(re.fullmatch(wanted, one) for one in said), "not there, or not in this order: " + line


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    """A folder with the dump of the demo, and the programs."""
    folder = tmp_path_factory.mktemp("session")
    if not run(ROOT / "utils" / "find-jdks.sh", folder=folder):
        pytest.skip("no JDK")
    for name, text in parts().items():
        if name.startswith("file "):
            (folder / name[len("file "):]).write_text(text)
    run(ROOT / "utils" / "demo" / "dump.sh", "leak.hprof", folder=folder)
    return folder


def test_from_the_wheel_to_the_leak(session):
    (wheel,) = (ROOT / "dist").glob("hprof-*.whl")
    (session / "requirements.txt").write_text(requirements(wheel))
    assert "-m venv session" in parts()["shell"] and "session/bin/python leak.py" in parts()["shell"]
    run(sys.executable, "-m", "venv", "session", folder=session)
    python = session / "session" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "--require-hashes", "-r", "requirements.txt", folder=session)
    where = run(python, "-c", "import hprof; print(hprof.__file__)", folder=session)
    assert where.startswith(str(session))
    said = run(python, "leak.py", folder=session)
    check_printed(parts()["output of leak.py"], said)
    tables = {path.stem for path in (session / "leak").iterdir()}
    assert {"objects", "refs", "classes", "strings", "suspects"} <= tables


def test_spark_says_the_same(session):
    pytest.importorskip("pyspark")
    if not (session / "leak").exists():
        hprof.open(session / "leak.hprof").to_parquet(session / "leak")
    said = run(sys.executable, "ask.py", folder=session)
    check_printed(parts()["output of ask.py"], said)
