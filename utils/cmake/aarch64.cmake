# The toolchain for Debian's cross compiler and a folder with Debian's libraries for
# aarch64, which utils/sysroot.sh creates: HPROF_SYSROOT.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# try_compile() reads this file, too.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HPROF_SYSROOT)
set(CMAKE_SYSROOT ${HPROF_SYSROOT})
set(CMAKE_FIND_ROOT_PATH ${HPROF_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# For programs that the build runs.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${HPROF_SYSROOT})
set(HPROF_LLVM_TOOLS /usr/lib/llvm-19/bin CACHE PATH "")

# The C library of that folder, rather than that of the cross compiler, which lacks
# its fixes.
foreach(kind EXE MODULE SHARED)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT
    -B${HPROF_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
endforeach()
