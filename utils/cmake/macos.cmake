# The toolchain for macOS on another system: zig's C and C++ compiler, which comes with
# headers, a C++ library and the symbols of libSystem, and a folder with libraries.
# utils/macos.sh creates the folder and sets HPROF_ZIG, HPROF_PREFIX and HPROF_PROCESSOR.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES
  HPROF_ZIG HPROF_PREFIX HPROF_PROCESSOR)
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR ${HPROF_PROCESSOR})
foreach(lang C CXX)
  string(REPLACE CXX c++ program ${lang})
  string(REPLACE C cc program ${program})
  set(CMAKE_${lang}_COMPILER ${HPROF_ZIG} ${program} -target ${HPROF_PROCESSOR}-macos.13.0)
  # Zig's own default traps on undefined behaviour in some builds.
  set(CMAKE_${lang}_FLAGS_INIT "-fno-sanitize=undefined -isystem ${HPROF_PREFIX}/include")
endforeach()
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${HPROF_PREFIX}/lib)

set(CMAKE_FIND_ROOT_PATH ${HPROF_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# LLVM's programs support Mach-O; those of the build system may not.
set(HPROF_LLVM_TOOLS /usr/lib/llvm-19/bin CACHE PATH "")
foreach(program AR RANLIB NM STRIP OBJDUMP OTOOL INSTALL_NAME_TOOL)
  string(TOLOWER llvm-${program} name)
  string(REPLACE _ - name ${name})
  set(CMAKE_${program} ${HPROF_LLVM_TOOLS}/${name} CACHE FILEPATH "")
endforeach()
