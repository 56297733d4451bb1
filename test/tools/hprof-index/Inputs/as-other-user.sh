# as-other-user.sh FOLDER DUMP: uses an index of root, of the user 65533 and of the
# user 65532, as the user 65533, with the tools of FOLDER.
set -eu
place=$(mktemp -d -p /tmp)
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
cp -L "$1/hprof-dominators" "$place"
cp "$2" "$place/a.hprof"
"$1/hprof-index" "$place/a.hprof"
chmod 644 "$place"/a.*
for owner in root:0 self:65533 other:65532; do
  chown "${owner#*:}" "$place/a.hprof.hidx"
  setpriv --reuid=65533 --regid=65533 --clear-groups \
    "$place/hprof-dominators" -v "$place/a.hprof" 2>&1 >/dev/null |
    sed -n "s/^.*\(note: using the index\|it is not used\).*/${owner%:*}: &/p"
done
