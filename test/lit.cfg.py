import glob
import os
import resource
import shlex
import shutil
import socket
import subprocess

import lit.formats
from lit.llvm import llvm_config

config.name = "hprof"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".test", ".yaml"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.hprof_obj_root, "test")


def emulated(name, folder):
    """A folder with a script for each program in FOLDER, which runs the program in an
    emulator."""
    scripts = os.path.join(config.test_exec_root, name)
    os.makedirs(scripts, exist_ok=True)
    for program in os.listdir(folder) if os.path.isdir(folder) else []:
        write_script(os.path.join(scripts, program), os.path.join(folder, program))
    return scripts


def write_script(script, program):
    with open(script, "w") as file:
        file.write('#!/bin/sh\nexec %s "$@"\n' % shlex.join(config.emulator + [program]))
    os.chmod(script, 0o755)


def emulated_jdks(jdks):
    """The JDKs of this system whose VM the sysroot also has, set up to run that VM in
    the emulator."""
    found = {}
    for java in glob.glob(config.sysroot + "/usr/lib/jvm/java-*-openjdk-*/bin/java"):
        version = java.split("/")[-3].split("-")[1]
        if version not in jdks:
            continue
        folder = os.path.join(config.test_exec_root, "jdk" + version)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "bin"))
        for part in os.listdir(jdks[version]):
            if part != "bin":
                os.symlink(os.path.join(jdks[version], part), os.path.join(folder, part))
        for tool in os.listdir(os.path.join(jdks[version], "bin")):
            if tool != "java":
                os.symlink(os.path.join(jdks[version], "bin", tool), os.path.join(folder, "bin", tool))
        write_script(os.path.join(folder, "bin", "java"), java)
        found[version] = folder
    return found


if config.emulator:
    config.hprof_tools_dir = emulated("bin", config.hprof_tools_dir)
    config.hprof_libexec_dir = emulated("libexec", config.hprof_libexec_dir)
config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%src", config.hprof_src_root))
config.substitutions.append(("%obj", config.hprof_obj_root))
config.substitutions.append(("%sysroot", config.sysroot))
config.substitutions.append(("%emulator", shlex.join(config.emulator)))
config.substitutions.append(("%bin", config.hprof_tools_dir))
config.substitutions.append(("%libexec", config.hprof_libexec_dir))
# The program that combines all tools is not a tool itself.
tools = [t for t in config.hprof_tools if t != "hprof"]
config.substitutions.append(("%tools", " ".join(tools)))
config.substitutions.append(("%cmake", config.cmake))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%cc", config.cc))
config.substitutions.append(("%corpus", config.corpus))
# "hprof" is also the name of a format.
llvm_config.add_tool_substitutions(
    tools + config.hprof_test_tools + ["FileCheck", "not", "count", "split-file"],
    [config.hprof_libexec_dir, config.hprof_tools_dir, config.llvm_tools_dir],
)

# Features that tests may require. Missing ones are recorded with the reason,
# for utils/check.sh to report.
off = {}


def feature(name, on, reason):
    if on:
        config.available_features.add(name)
    else:
        off[name] = reason


# Unit/lit.cfg.py skips the slow unit tests in the same way.
feature("slow", lit_config.params.get("slow"), "left out: slow")
# Features that the fallbacks for other systems lack: see docs/Rationale/Portability.md.
feature("linux", not config.posix_only, "a build that uses POSIX alone")
feature("emulator", config.emulator, "left out: the step aarch64 runs them")
# The system cannot start programs for another processor, and an emulator delivers signals
# only where it can leave translated code.
feature("vm-programs", not config.emulator, "a VM in an emulator starts no programs")
feature("attach", not config.emulator, "hprof-attach would see the emulator, not the VM")
feature("exact-signals", not config.emulator, "an emulator delivers signals late")
feature("archives", config.archives, "a build without libarchive")
feature("corpus", os.path.isdir(config.corpus), "no corpus in " + config.corpus)
feature(
    "install",
    not config.use_sanitizer and not config.hprof_static,
    "not repeated here" if config.use_sanitizer else "a static build",
)

feature("time-limit", not config.posix_only, "a build without optimization")
feature(
    "address-limit",
    not config.use_sanitizer and not config.emulator,
    "an emulator's addresses are limited" if config.emulator else "sanitizers take terabytes of addresses",
)
feature(
    "thread-limit",
    not config.use_sanitizer
    and not config.emulator
    and resource.getrlimit(resource.RLIMIT_STACK)[1] == resource.RLIM_INFINITY,
    "threads have stacks of the sanitizer's liking"
    if config.use_sanitizer
    else "an emulator has threads of its own"
    if config.emulator
    else "ulimit -s is limited",
)

find_jdks = os.path.join(config.hprof_src_root, "utils", "find-jdks.sh")
jdks = dict(
    line.split(" ", 1)
    for line in subprocess.run(
        [find_jdks], stdout=subprocess.PIPE, text=True, check=True
    ).stdout.splitlines()
)
if config.emulator:
    jdks = emulated_jdks(jdks)
# utils/check.sh tries other builds of the same sources.
repeated = config.use_sanitizer or config.posix_only or lit_config.params.get("repeated")
for version in ["17", "25"]:
    if repeated:
        feature("jdk-" + version, False, "not repeated here")
    else:
        feature("jdk-" + version, version in jdks, "no JDK " + version)
    config.substitutions.append(("%jdk" + version, jdks.get(version, "no-jdk")))
if repeated:
    feature("jdk", False, "not repeated here")
else:
    feature("jdk", jdks, "no JDK")
# The newest JDK; replaced after the longer names with the same prefix.
newest = jdks[max(jdks, key=int)] if jdks else "no-jdk"
config.substitutions.append(("%jdk", newest))


# The reason why programs of this system cannot load the built libraries, if any.
foreign = ""
if config.use_sanitizer:
    foreign = "not repeated here"
elif config.emulator:
    foreign = "a build for another processor"

feature(
    "c-interface",
    not foreign and os.path.exists(os.path.join(config.hprof_obj_root, "lib", "libhprof-c.so")),
    foreign or "no libhprof-c.so",
)
feature("pkg-config", shutil.which("pkg-config"), "no pkg-config")
feature("abigail", shutil.which("abidiff"), "no abigail-tools: the binary interface is not compared")

# The agent, which a JVM loads; it is not built without a JDK's headers.
libhprof = os.path.join(config.hprof_obj_root, "lib", "libhprof.so")
config.substitutions.append(("%libhprof", libhprof))
has_agent = os.path.exists(libhprof) and not config.use_sanitizer
feature("agent-file", has_agent, "a build without an agent")
feature("agent", has_agent and not config.use_sanitizer, "not repeated here" if config.use_sanitizer else "a build without jvmti.h")

# Node and npm build the page of hprof-report.
feature("report", "hprof-report" in config.hprof_tools, "a build without hprof-report")

# libevent serves that page.
feature("serve", "hprof-serve" in config.hprof_tools, "a build without hprof-serve")

# Heap snapshots of a real heap.
node = shutil.which("node")
feature("node", node, "no node")
config.substitutions.append(("%node", node or "no-node"))

# The step "browser" of utils/check.sh installs the browser driver there.
browser = os.path.join(config.hprof_src_root, "build", "browser")
chromium = shutil.which("chromium")
if "report" not in config.available_features:
    feature("browser", False, "a build without hprof-report")
elif config.use_sanitizer:
    feature("browser", False, "not repeated here")
else:
    feature(
        "browser",
        chromium and os.path.exists(os.path.join(browser, "node_modules", "playwright-core")),
        "left out: the step browser runs them"
        if chromium
        else "no chromium",
    )
config.substitutions.append(("%browser", browser))
config.substitutions.append(("%chromium", chromium or "no-chromium"))

# The modules from which jlink makes images, a separate package on some systems.
jdk17 = jdks.get("17", "no-jdk")
feature(
    "jmods",
    not config.emulator
    and os.path.isdir(os.path.join(jdk17, "jmods"))
    and os.path.exists(os.path.join(jdk17, "bin", "jlink")),
    "images would be of this processor" if config.emulator else "no jmods or jlink in JDK 17",
)

visualvm = os.environ.get(
    "HPROF_VISUALVM",
    "/usr/share/visualvm/visualvm/modules/org-graalvm-visualvm-lib-jfluid-heap.jar",
)
if not os.path.exists(visualvm):
    feature("visualvm", False, "no VisualVM")
elif not jdks or max(map(int, jdks)) < 11 or config.use_sanitizer:
    feature("visualvm", False, "not repeated here" if config.use_sanitizer else "no JDK from 11 on")
else:
    feature("visualvm", True, "")
config.substitutions.append(("%visualvm", visualvm))

# Debian installs it outside the PATH.
hprof_conv = shutil.which(
    "hprof-conv", path=os.environ.get("PATH", "") + ":/usr/lib/android-sdk/platform-tools"
)
feature("hprof-conv", hprof_conv, "no hprof-conv")
config.substitutions.append(("%hprof-conv", hprof_conv or "no-hprof-conv"))

# utils/check.sh builds packages in a separate step and passes their location.
packages = lit_config.params.get("packages")
feature("packages", packages, "left out: the step package runs them")
config.substitutions.append(("%packages", packages or "no-packages"))
in_root = os.path.join(config.test_source_root, "Packaging", "Inputs", "in-root.sh")
feature(
    "empty-root",
    packages
    and not config.emulator
    and subprocess.run([in_root, "/", "/bin/true"], stderr=subprocess.PIPE).returncode == 0,
    "a build for another processor" if config.emulator else "neither root nor allowed to unshare",
)
config.substitutions.append(("%in-root", in_root))
feature(
    "schemas",
    subprocess.run([config.python_executable, "-c", "import jsonschema"], stderr=subprocess.DEVNULL).returncode == 0,
    "no python3-jsonschema: JSON is not checked against docs/schemas",
)
feature(
    "psutil",
    any(
        subprocess.run([python, "-c", "import psutil"], stderr=subprocess.DEVNULL).returncode == 0
        for python in (config.python_executable, "/usr/bin/python3")
        if os.path.exists(python)
    ),
    "no python3-psutil",
)
# utils/check.sh --slow installs the official client of the protocol there.
mcp_sdk = os.path.join(config.hprof_src_root, "build", "mcp-sdk")
feature(
    "mcp-sdk",
    glob.glob(os.path.join(mcp_sdk, "lib", "python3*", "site-packages", "mcp")),
    "no client of the Model Context Protocol in build/mcp-sdk",
)
config.substitutions.append(("%mcp-python", os.path.join(mcp_sdk, "bin", "python")))
# A prefix that runs a command in its own mount and pid namespaces.
unshare = "unshare --mount --pid --fork --mount-proc"
if os.geteuid():
    unshare += " --user --map-root-user"
feature(
    "namespaces",
    subprocess.run(
        unshare + " mount -t tmpfs tmpfs /tmp", shell=True, stderr=subprocess.DEVNULL
    ).returncode
    == 0,
    "neither root nor allowed to unshare",
)
config.substitutions.append(("%unshare", unshare))
# A system whose changes go to a separate folder.
feature(
    "overlay",
    "namespaces" in config.available_features
    and subprocess.run(
        unshare
        + " sh -c 'mount -t tmpfs tmpfs /mnt && mkdir /mnt/a /mnt/b /mnt/c &&"
        + " mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/a,workdir=/mnt/b /mnt/c'",
        shell=True,
        stderr=subprocess.DEVNULL,
    ).returncode
    == 0,
    "no overlay file system",
)
feature("root", not os.geteuid() and shutil.which("setpriv"), "not root, or no setpriv")


def has_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as s:
            s.bind(("::1", 0))
        return True
    except OSError:
        return False


feature("ipv6", has_ipv6(), "no address ::1")
feature(
    "sqlite-extension",
    not foreign
    and shutil.which("sqlite3")
    and os.path.exists(os.path.join(config.hprof_obj_root, "lib", "libhprof-sqlite.so"))
    and os.path.exists("/usr/bin/python3"),
    foreign or "no sqlite3",
)
for program in ["apt-get", "dpkg", "lintian", "mandb", "musl-gcc", "umoci"]:
    feature(program, shutil.which(program), "no " + program)
# dpkg looks for programs in directories that only root has in the PATH.
as_root = "env PATH=$PATH:/usr/sbin:/sbin "
if os.geteuid():
    as_root += "unshare --user --map-root-user "
config.substitutions.append(("%as-root", as_root))

os.makedirs(config.test_exec_root, exist_ok=True)
with open(os.path.join(config.test_exec_root, "features.txt"), "w") as file:
    for name, reason in off.items():
        file.write("%s\t%s\n" % (name, reason))

if "Address" in config.use_sanitizer:
    # LLVMSupport is not instrumented: its allocators would report false poison.
    # Checking all bytes that memmem() might read would take quadratic time.
    config.environment["ASAN_OPTIONS"] = (
        "allow_user_poisoning=0:detect_leaks=1:intercept_memmem=0"
    )
