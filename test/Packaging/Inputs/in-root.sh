#!/bin/sh
# in-root.sh ROOT COMMAND...: runs the command with ROOT as its root folder.
if [ "$(id -u)" = 0 ]; then
  exec chroot "$@"
fi
exec unshare --user --map-root-user chroot "$@"
