# The project's own build rules: one function per kind of target, so that a
# leaf CMakeLists.txt is a list of files and a list of libraries.
include_guard()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
# Programs that are not installed: for tests, benchmarks and fuzzing.
set(HPROF_LIBEXEC_DIR ${PROJECT_BINARY_DIR}/libexec)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# ccache makes a rebuild after a branch switch cheap; it is optional. Its manual
# recommends this sloppiness for precompiled headers.
find_program(HPROF_CCACHE ccache)
if(HPROF_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${HPROF_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros ${HPROF_CCACHE})
endif()

# Debian's /usr/bin/llvm-tblgen may be of another LLVM version: use that of this LLVM.
find_program(LLVM_TABLEGEN_EXE llvm-tblgen
  PATHS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
if(NOT LLVM_TABLEGEN_EXE)
  message(FATAL_ERROR "llvm-tblgen not found: install llvm-19")
endif()

# The link list of an LLVM built for this purpose (utils/macos.sh) is correct.
if(NOT APPLE)
  # LLVMSupport's own list names shared libraries by path, including Z3, which
  # nothing here uses and which has no static archive.
  set_target_properties(LLVMSupport PROPERTIES
    INTERFACE_LINK_LIBRARIES "rt;dl;m;z;zstd;LLVMDemangle")
  # Its own list contains the path of libedit on the machine that built LLVM; a
  # static link also needs the dependencies of libedit.
  set_target_properties(LLVMLineEditor PROPERTIES
    INTERFACE_LINK_LIBRARIES "LLVMSupport;edit;bsd;md;tinfo")
endif()

# Flags that every target compiles with. Symbols that are unique in a process
# could not be made local (OneProgram.cmake).
add_library(HprofOptions INTERFACE)
set_target_properties(HprofOptions PROPERTIES EXPORT_NAME Options)
target_compile_features(HprofOptions INTERFACE cxx_std_17)
target_include_directories(HprofOptions INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:include>)
target_include_directories(HprofOptions SYSTEM INTERFACE
  $<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>)
separate_arguments(_llvm_defs NATIVE_COMMAND "${LLVM_DEFINITIONS}")
# Users of the installed libraries need -fno-rtti if they derive from a class of
# the project; the other flags are internal.
target_compile_options(HprofOptions INTERFACE
  -fno-rtti
  $<BUILD_INTERFACE:
    -fno-exceptions;${_llvm_defs};-fvisibility-inlines-hidden
    -ffunction-sections;-fdata-sections
    -Wall;-Wextra;-Wno-unused-parameter;-Wno-comment
    $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>
    # GCC treats the sources of a unity build as headers.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-subobject-linkage>
    # std::stable_sort of libstdc++ 12 uses deprecated functions of libstdc++ 12.
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
    $<$<BOOL:${HPROF_ENABLE_WERROR}>:-Werror>>)
target_link_options(HprofOptions INTERFACE
  $<BUILD_INTERFACE:$<IF:$<BOOL:${APPLE}>,-Wl$<COMMA>-dead_strip,-Wl$<COMMA>--gc-sections;-Wl$<COMMA>--as-needed>>)
if(HPROF_USE_SANITIZER)
  string(TOLOWER "${HPROF_USE_SANITIZER}" _san)
  list(JOIN _san "," _san)
  foreach(kind compile link)
    cmake_language(CALL target_${kind}_options HprofOptions INTERFACE
      $<BUILD_INTERFACE:-fsanitize=${_san};-fno-sanitize-recover=all;-fno-omit-frame-pointer>)
  endforeach()
endif()
if(HPROF_USE_SANITIZER AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
  target_compile_options(HprofOptions INTERFACE
    $<BUILD_INTERFACE:-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer-ignore.txt>)
endif()
if(HPROF_BUILD_FUZZERS)
  # The libraries are instrumented; only the fuzzers have a main().
  target_compile_options(HprofOptions INTERFACE
    $<BUILD_INTERFACE:-fsanitize=fuzzer-no-link>)
endif()
install(TARGETS HprofOptions EXPORT HprofToolsTargets)

# Code that handles options, tables, pages and small files rather than every
# object of a dump is compiled for size: that halves it.
set(HPROF_FOR_SIZE $<$<CONFIG:Release>:-Os>)

# hprof_alone(SRC...): sources of this folder's library whose names conflict with those in
# other sources of the folder, so that CMAKE_UNITY_BUILD cannot combine them.
function(hprof_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# hprof_optimize_speed(SRC...): the exceptions in a library with OPTIMIZE_SIZE. CMake does
# not combine sources with their own options.
function(hprof_optimize_speed)
  set_source_files_properties(${ARGN} PROPERTIES
    COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
endfunction()

# hprof_unity(TARGET SRC...): with CMAKE_UNITY_BUILD, the sources of a folder are compiled
# at once.
function(hprof_unity name)
  set_target_properties(${name} PROPERTIES UNITY_BUILD_MODE GROUP)
  foreach(source ${ARGN})
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "of ${folder}" folder)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
endfunction()

# add_hprof_library(HprofName SRC... [LINK_LIBS ...] [OPTIMIZE_SIZE] [SMALL SRC...])
#
# A static library hprof::HprofName, installed with its headers. It may include
# headers of its direct and indirect LINK_LIBS: utils/check/arrows.py checks
# this. OPTIMIZE_SIZE applies to all of its sources, SMALL only to the listed ones.
function(add_hprof_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "OPTIMIZE_SIZE" "" "LINK_LIBS;SMALL")
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  set(targets ${name})
  if(ARG_SMALL)
    add_library(${name}Small OBJECT ${ARG_SMALL})
    target_compile_options(${name}Small PRIVATE ${HPROF_FOR_SIZE})
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}Small>)
    list(APPEND targets ${name}Small)
  endif()
  foreach(target ${targets})
    hprof_unity(${target} ${ARG_UNPARSED_ARGUMENTS} ${ARG_SMALL})
    # For the library's own headers in its other folders.
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/lib)
    target_link_libraries(${target} PUBLIC HprofOptions ${ARG_LINK_LIBS})
  endforeach()
  if(ARG_OPTIMIZE_SIZE)
    target_compile_options(${name} PRIVATE ${HPROF_FOR_SIZE})
  endif()
  add_library(hprof::${name} ALIAS ${name})
  install(TARGETS ${name} EXPORT HprofToolsTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
endfunction()

# add_hprof_tool(hprof-verb SRC... [OPTS Opts.td] [LINK_LIBS ...] [FOR_TESTS])
#
# Installed with its completions and its man page, docs/CommandGuide/NAME.rst;
# a tool with FOR_TESTS is only built, into libexec/, where lit finds it.
function(add_hprof_tool name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "FOR_TESTS" "OPTS" "LINK_LIBS")
  if(HPROF_ONE_PROGRAM AND NOT ARG_FOR_TESTS)
    set(code ${name}-objects)
    hprof_add_part(${name} "${ARG_LINK_LIBS}" ${ARG_UNPARSED_ARGUMENTS})
  else()
    set(code ${name})
    add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
    target_link_libraries(${name} PRIVATE HprofOptions ${ARG_LINK_LIBS})
    hprof_link_static(${name})
  endif()
  target_compile_options(${code} PRIVATE ${HPROF_FOR_SIZE})
  # For the tool's own headers, in generated sources.
  target_include_directories(${code} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  if(ARG_OPTS)
    hprof_tablegen(${code} ${ARG_OPTS} Opts.inc -gen-opt-parser-defs)
  endif()
  if(ARG_FOR_TESTS)
    set_target_properties(${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${HPROF_LIBEXEC_DIR})
    target_include_directories(${name} PRIVATE
      ${PROJECT_SOURCE_DIR}/unittests ${PROJECT_SOURCE_DIR}/lib)
    set_property(GLOBAL APPEND PROPERTY HPROF_TEST_TOOLS ${name})
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY HPROF_TOOLS ${name})
  if(NOT HPROF_ONE_PROGRAM)
    install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
      COMPONENT tools)
  endif()
  if(ARG_OPTS)
    hprof_completion(${name} bash ${HPROF_INSTALL_BASHDIR} ${name})
    hprof_completion(${name} zsh ${HPROF_INSTALL_ZSHDIR} _${name})
    hprof_completion(${name} fish ${HPROF_INSTALL_FISHDIR} ${name}.fish)
  endif()
endfunction()

# hprof_link_static(TARGET): links TARGET according to HPROF_STATIC. Programs for macOS
# always load libSystem, which contains the C library.
function(hprof_link_static target)
  if(HPROF_STATIC AND NOT APPLE)
    target_link_options(${target} PRIVATE -static)
  endif()
endfunction()

# hprof_link_map(TARGET): makes the linker write a map into maps/, for
# utils/packaging/linked.py.
function(hprof_link_map target)
  if(HPROF_STATIC)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/maps)
    target_link_options(${target} PRIVATE
      -Wl,-Map=${PROJECT_BINARY_DIR}/maps/${target}.map)
  endif()
endfunction()

# Makes a tool print its completion for a shell, and installs that as dir/file.
set(HPROF_INSTALL_BASHDIR ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  CACHE STRING "Folder of bash completions")
set(HPROF_INSTALL_ZSHDIR ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
  CACHE STRING "Folder of zsh completions")
set(HPROF_INSTALL_FISHDIR ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  CACHE STRING "Folder of fish completions")
function(hprof_completion tool shell dir file)
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    return() # Nothing here can run the tool.
  endif()
  set(out ${PROJECT_BINARY_DIR}/completions/${shell}/${file})
  set(program ${tool})
  if(HPROF_ONE_PROGRAM)
    set(program hprof)
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/completions/${shell})
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR}
      ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${tool} --print-completion=${shell}
      > ${out}
    DEPENDS ${program} VERBATIM COMMENT "Building the ${shell} completion of ${tool}")
  add_custom_target(${tool}-${shell} ALL DEPENDS ${out})
  set_property(GLOBAL APPEND PROPERTY HPROF_INSTALLED_TARGETS ${tool}-${shell})
  install(FILES ${out} DESTINATION ${dir} COMPONENT tools)
endfunction()

# Runs llvm-tblgen on td and makes out includable from target.
function(hprof_tablegen target td out action)
  set(abs ${CMAKE_CURRENT_BINARY_DIR}/${out})
  add_custom_command(OUTPUT ${abs}
    COMMAND ${LLVM_TABLEGEN_EXE} ${action}
      -I ${LLVM_INCLUDE_DIRS} -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/lib
      ${CMAKE_CURRENT_SOURCE_DIR}/${td} -o ${abs} -d ${abs}.d --write-if-changed
    DEPENDS ${td} DEPFILE ${abs}.d VERBATIM COMMENT "Building ${out} of ${target}")
  target_sources(${target} PRIVATE ${abs})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
endfunction()

# hprof_test_options(TARGET): uses the options of unit tests, which take most of the build
# time. The tested libraries are compiled as usual.
function(hprof_test_options target)
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:-O1>
    # Its precompiled header is then the same each time, which ccache needs.
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
  # The precompiled header refers to LLVMSupport.
  target_link_libraries(${target} PRIVATE HprofOptions HprofGTest LLVMSupport)
endfunction()

# add_hprof_unittest(NameTests SRC... [LINK_LIBS ...])
#
# The sources of a folder are compiled at once in every build, with the precompiled header
# of HprofTestHeaders. May include shared test headers as
# "Library/Name.h", and internal headers of a library in the same way. check-unit-name
# builds and runs only this program.
function(add_hprof_unittest name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "LINK_LIBS")
  add_executable(${name} EXCLUDE_FROM_ALL ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} UNITY_BUILD ON)
  hprof_unity(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_include_directories(${name} PRIVATE
    ${PROJECT_SOURCE_DIR}/unittests ${PROJECT_SOURCE_DIR}/lib)
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS})
  hprof_test_options(${name})
  target_precompile_headers(${name} REUSE_FROM HprofTestHeaders)
  add_dependencies(HprofUnitTests ${name})
  set_property(GLOBAL APPEND PROPERTY HPROF_UNIT_TESTS ${name})
endfunction()
