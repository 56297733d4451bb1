# Part of the hprof toolchain, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Adds the library of the C interface to the wheel, and sets its platform tag.

HPROF_LIBRARY is the path of libhprof-c.so.1, built with -DHPROF_STATIC=ON so that it
depends only on the C library, and HPROF_PLATFORM the platform tag of the wheel.
"""

import os
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent


def version():
    """The version of the toolchain, from CMakeLists.txt."""
    text = (HERE / ".." / ".." / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(HprofTools VERSION ([0-9.]+)", text)[1]


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # version() needs no hatchling.
    BuildHookInterface = object


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        library = os.environ.get("HPROF_LIBRARY")
        platform = os.environ.get("HPROF_PLATFORM")
        if not library or not platform:
            raise RuntimeError("HPROF_LIBRARY and HPROF_PLATFORM are not set; utils/wheel.sh sets them")
        build_data["pure_python"] = False
        # The library is loaded by ctypes: any Python of version 3 can do that.
        build_data["tag"] = "py3-none-" + platform
        build_data["force_include"][os.path.realpath(library)] = "hprof/libhprof-c.so.1"
        build_data["force_include"][str(HERE.parents[1] / "LICENSE")] = "hprof/LICENSE"
