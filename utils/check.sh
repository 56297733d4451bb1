#!/usr/bin/env bash
# The README's second command: builds the project in its variants and runs
# its tests with utils/check/check.py. This script installs Python for it.
set -uo pipefail

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
command -v python3 >/dev/null || "$src/utils/setup.sh" --test || exit
# Clones in different folders share compiled objects.
export CCACHE_BASEDIR=$src CCACHE_NOHASHDIR=1
exec python3 "$src/utils/check/check.py" "$@"
