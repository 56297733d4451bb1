# Everything that is installed in addition to the targets: headers, the package
# config, man pages; and the packages that CPack makes of it, one per component:
#
#   tools   programs, man pages, completions      hprof-tools
#   dev     libraries, headers, package config    libhprof-dev
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

# The first entry of the changelog is this version's; its date is that of the man
# pages.
set(changelog ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${changelog})
file(STRINGS ${changelog} entry REGEX "^## " LIMIT_COUNT 1)
if(NOT entry MATCHES "^## ${PROJECT_VERSION} - ([0-9]+-[0-9]+-[0-9]+)$")
  message(FATAL_ERROR
    "CHANGELOG.md begins with '${entry}', not with '## ${PROJECT_VERSION} - DATE'")
endif()
set(HPROF_DATE ${CMAKE_MATCH_1})

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
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
endif()

# Debian wants the licence under this name, once per package.
foreach(component tools dev)
  set(package_tools hprof-tools)
  set(package_dev libhprof-dev)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright COMPONENT ${component}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_${component}})
endforeach()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME hprof-tools)
set(CPACK_PACKAGE_VENDOR "The hprof toolchain")
set(CPACK_PACKAGE_CONTACT "The hprof toolchain's developers <hprof-tools@localhost>")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Tools for heap dumps and profiles of Java virtual machines")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tools dev)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/utils/cmake/PackageHprof.cmake)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
string(TOLOWER ${CMAKE_SYSTEM_NAME} system)
set(CPACK_ARCHIVE_TOOLS_FILE_NAME
  hprof-tools-${PROJECT_VERSION}-${system}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_FILE_NAME ${CPACK_ARCHIVE_TOOLS_FILE_NAME})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME hprof-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libhprof-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
if("archive" IN_LIST HPROF_LINKED)
  set(archive_dev ", libarchive-dev")
endif()
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "llvm-${LLVM_VERSION_MAJOR}-dev, libzstd-dev, zlib1g-dev, libdeflate-dev, libre2-dev, libsqlite3-dev, libprotobuf-dev${archive_dev}")
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
  "Summaries, histograms, conversions and checks of heap dumps of any size.")
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "Static libraries and headers to read and write heap dumps, for C++17.")
# Static tools depend on nothing; for others, dpkg-shlibdeps finds out.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(DPKG_SHLIBDEPS)
if(NOT HPROF_STATIC AND DPKG_SHLIBDEPS)
  set(CPACK_DEBIAN_TOOLS_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
