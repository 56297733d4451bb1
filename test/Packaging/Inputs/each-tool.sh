#!/bin/sh
# each-tool.sh ROOT FOLDER: runs every tool in ROOT/FOLDER with --version, with
# ROOT as the root folder.
set -e
found=0
for tool in "$1$2"/hprof-*; do
  "$(dirname "$0")/in-root.sh" "$1" "$2/$(basename "$tool")" --version
  found=$((found + 1))
done
test $found -gt 0
