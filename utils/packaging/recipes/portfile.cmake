# A vcpkg port for the libraries. recipes.py replaces names between at signs.
vcpkg_download_distfile(ARCHIVE
    URLS "@URL@/@SOURCE@"
    FILENAME "@SOURCE@"
    SHA512 @SOURCE_SHA512@
)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${ARCHIVE}")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DBUILD_TESTING=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME HprofTools CONFIG_PATH lib/cmake/HprofTools)
vcpkg_copy_tools(TOOL_NAMES hprof-dump hprof-histo AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include"
    "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
