# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import pathlib
import subprocess
import sys

import pytest

for module in ("duckdb", "ipykernel", "matplotlib", "nbconvert", "pandas", "pyarrow"):
    pytest.importorskip(module)

NOTEBOOK = pathlib.Path(__file__).parents[3] / "docs" / "Examples" / "leak.ipynb"


def test_the_notebook_runs(tmp_path):
    run = subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", str(tmp_path), str(NOTEBOOK)],
        capture_output=True,
        text=True,
        cwd=NOTEBOOK.parent,
    )
    assert run.returncode == 0, run.stderr
    cells = json.loads((tmp_path / "leak.ipynb").read_text())["cells"]
    assert len(cells) == 10
    data = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    assert sum("image/png" in one for one in data) == 2
    said = "".join("".join(one.get("text/html", "")) for one in data)
    assert "shop.yaml" in said and "d9768d1ddaae0db6" in said and "sessions" in said
    assert "opened" in said  # A field of the owner.


def test_what_is_in_the_tree_has_no_output():
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        assert not cell.get("outputs") and not cell.get("execution_count")
