# Everything that is installed in addition to the targets: headers, the package
# config, man pages. The components, from which utils/packaging creates packages:
#
#   tools   programs, man pages, completions, questions in SQL
#   agent   libhprof.so, its man page
#   c       the shared library of the C interface
#   c-dev   its headers and package configs
#   sqlite  the extension of SQLite
#   dev     static libraries, headers and the package config for C++
include_guard()
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/HprofTools)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/hprof
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING REGEX "\\.(h|def|inc|td)$")
install(EXPORT HprofToolsTargets NAMESPACE hprof:: DESTINATION ${config_dir}
  COMPONENT dev)
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/utils/cmake/HprofToolsConfig.cmake.in
  ${PROJECT_BINARY_DIR}/HprofToolsConfig.cmake
  INSTALL_DESTINATION ${config_dir})
# Before 1.0 any minor version may change the interfaces.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/HprofToolsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/HprofToolsConfig.cmake
  ${PROJECT_BINARY_DIR}/HprofToolsConfigVersion.cmake
  DESTINATION ${config_dir} COMPONENT dev)

# Properties of the build for utils/packaging.
file(CONFIGURE OUTPUT target.json @ONLY CONTENT
  [[{"processor": "@CMAKE_SYSTEM_PROCESSOR@", "sysroot": "@CMAKE_SYSROOT@", "strip": "@CMAKE_STRIP@"}
]])

# The first entry of the changelog is that of this version; the man pages have its
# date.
set(changelog ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${changelog})
file(STRINGS ${changelog} entry REGEX "^## " LIMIT_COUNT 1)
if(NOT entry MATCHES "^## ${PROJECT_VERSION} - ([0-9]+-[0-9]+-[0-9]+)$")
  message(FATAL_ERROR
    "CHANGELOG.md begins with '${entry}', not with '## ${PROJECT_VERSION} - DATE'")
endif()
set(HPROF_DATE ${CMAKE_MATCH_1})

# The help of hprof-query refers to it.
install(FILES ${PROJECT_SOURCE_DIR}/docs/Queries.md
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hprof-tools COMPONENT tools)

# Man pages of the tools that have been added.
find_program(SPHINX_EXECUTABLE sphinx-build)
mark_as_advanced(SPHINX_EXECUTABLE)
get_property(tools GLOBAL PROPERTY HPROF_TOOLS)
if(HPROF_HAS_JVMTI)
  list(APPEND tools hprof-agent)
endif()
set(pages)
set(sources)
set(names)
foreach(tool IN LISTS tools)
  set(source ${PROJECT_SOURCE_DIR}/docs/CommandGuide/${tool}.rst)
  if(EXISTS ${source})
    list(APPEND names ${tool})
    list(APPEND sources ${source})
    list(APPEND pages ${PROJECT_BINARY_DIR}/docs/man/${tool}.1)
  endif()
endforeach()
if(NOT SPHINX_EXECUTABLE)
  message(STATUS "No man pages: sphinx-build not found (Debian: python3-sphinx)")
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "No man pages: answer-docs cannot run here")
elseif(pages)
  file(GLOB parts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/CommandGuide/*.txt)
  list(JOIN names "," names)
  set(text ${PROJECT_BINARY_DIR}/docs/source)
  add_custom_command(OUTPUT ${pages}
    COMMAND ${CMAKE_COMMAND} -E copy_directory
      ${PROJECT_SOURCE_DIR}/docs/CommandGuide ${text}/CommandGuide
    COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/docs/conf.py ${text}
    COMMAND answer-docs ${text}
    COMMAND ${SPHINX_EXECUTABLE} -b man -q -W -D hprof_tools=${names}
      -D release=${PROJECT_VERSION} -D today=${HPROF_DATE} -d ${PROJECT_BINARY_DIR}/docs/doctrees
      ${text} ${PROJECT_BINARY_DIR}/docs/man
    DEPENDS ${sources} ${parts} ${PROJECT_SOURCE_DIR}/docs/conf.py answer-docs
    VERBATIM COMMENT "Building the man pages")
  add_custom_target(hprof-man ALL DEPENDS ${pages})
  set_property(GLOBAL APPEND PROPERTY HPROF_INSTALLED_TARGETS hprof-man)
  set(agent_page ${PROJECT_BINARY_DIR}/docs/man/hprof-agent.1)
  if(agent_page IN_LIST pages)
    list(REMOVE_ITEM pages ${agent_page})
    install(FILES ${agent_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
      COMPONENT agent)
  endif()
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()

