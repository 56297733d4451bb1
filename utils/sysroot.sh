#!/usr/bin/env bash
# Creates a folder with Debian's libraries for another processor.
set -euo pipefail

usage() {
  cat <<'END'
usage: utils/sysroot.sh ARCHITECTURE [FOLDER]

Unpacks the libraries that a build needs (utils/setup.sh --list) for ARCHITECTURE, as
Debian names it, such as arm64, from the package sources of this system into FOLDER
(default: build/sysroot-ARCHITECTURE). Nothing in FOLDER is installed or run;
dpkg-query --admindir=FOLDER/var/lib/dpkg finds the package of a file. A folder that
already has libraries of the versions of this system is left unchanged.
END
}

case ${1-} in
--help | -h) usage; exit 0 ;;
-*) echo "sysroot.sh: error: unknown argument '$1'" >&2; usage >&2; exit 2 ;;
esac
if [[ $# -lt 1 || $# -gt 2 ]]; then
  usage >&2
  exit 2
fi
architecture=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=${2-build/sysroot-$architecture}

fail() { echo "sysroot.sh: error: $1" >&2; exit 1; }
command -v mmdebstrap >/dev/null || fail "no mmdebstrap: utils/setup.sh --cross installs it"

mapfile -t packages < <(utils/setup.sh --list | grep -e '-dev$' | sort)
# Tests load the agent with musl, too, and into a VM.
packages+=(libc6-dev musl-dev default-jre-headless)
wanted="$architecture ${packages[*]}
$(dpkg-query -W "${packages[@]}" 2>/dev/null || true)"
if [[ -f $folder/wanted.txt && $(<"$folder/wanted.txt") == "$wanted" ]]; then
  exit 0
fi

# Only Debian's sources: others may lack this processor.
sources=()
for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
  [[ ! -s $file ]] || sources+=("$file")
done
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
log=$folder.log
list=$(IFS=, && echo "${packages[*]}")
if ! mmdebstrap --variant=extract --architectures="$architecture" \
  --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --skip=cleanup/apt \
  --include="$list" "$suite" "$folder" "${sources[@]}" >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  fail "mmdebstrap cannot make '$folder'; the whole log is $log"
fi

# A linker would resolve these links in the system, and use the static library
# instead.
find "$folder/usr/lib" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
  ln -sfr "$folder$(readlink "$link")" "$link"
done

# The database that dpkg would have written during installation.
database=$folder/var/lib/dpkg
for deb in "$folder"/var/cache/apt/archives/*.deb; do
  name=$(dpkg-deb -f "$deb" Package)
  [[ $(dpkg-deb -f "$deb" Multi-Arch) != same ]] || name+=:$architecture
  {
    echo "Status: install ok unpacked"
    dpkg-deb -f "$deb"
    echo
  } >>"$database/status"
  dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's,^\.,,; s,/$,,; s,^$,/.,' \
    >"$database/info/$name.list"
done
rm -rf "$folder"/var/cache/apt/archives "$folder"/var/lib/apt/lists
printf '%s\n' "$wanted" >"$folder/wanted.txt"
