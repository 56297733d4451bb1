# With HPROF_ONE_PROGRAM, all tools are one program, hprof, and the names of tools
# are links to it.
include_guard()

# hprof_add_part(hprof-verb LIBS SRC...)
#
# Links the sources of a tool into one object file, where only main() is visible, under
# another name, because tools have functions and classes with the same names.
function(hprof_add_part name libs)
  add_library(${name}-objects OBJECT ${ARGN})
  target_link_libraries(${name}-objects PRIVATE HprofOptions ${libs})
  string(MAKE_C_IDENTIFIER ${name}_main main)
  set(part ${CMAKE_CURRENT_BINARY_DIR}/${name}.o)
  # Groups are removed, since the linker would keep only one of each name.
  add_custom_command(OUTPUT ${part}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${part}.all
      $<TARGET_OBJECTS:${name}-objects>
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym main=${main}
      --keep-global-symbol=${main} ${part}.all ${part}
    DEPENDS $<TARGET_OBJECTS:${name}-objects> COMMAND_EXPAND_LISTS VERBATIM
    COMMENT "Linking the objects of ${name}")
  add_custom_target(${name}-part DEPENDS ${part})
  set_property(GLOBAL APPEND PROPERTY HPROF_PARTS ${name})
  set_property(GLOBAL PROPERTY HPROF_PART_${name} ${part} ${libs})
endfunction()

# Builds hprof from all parts, with a table of their names and descriptions, which
# are the titles of the man pages.
function(hprof_add_program)
  get_property(parts GLOBAL PROPERTY HPROF_PARTS)
  list(SORT parts)
  set(table)
  foreach(name IN LISTS parts)
    string(REGEX REPLACE "^hprof-" "" verb ${name})
    set(page ${PROJECT_SOURCE_DIR}/docs/CommandGuide/${name}.rst)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(STRINGS ${page} title LIMIT_COUNT 1)
    string(REGEX REPLACE "^.* - " "" title "${title}")
    string(MAKE_C_IDENTIFIER ${name}_main main)
    string(APPEND table "HPROF_PART(${main}, \"${verb}\", \"${title}\")\n")
  endforeach()
  file(CONFIGURE OUTPUT Parts.inc CONTENT "${table}" @ONLY)
  add_executable(hprof ${ARGN})
  target_include_directories(hprof PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
  target_link_libraries(hprof PRIVATE HprofTool)
  hprof_link_static(hprof)
  hprof_link_map(hprof)
  install(TARGETS hprof RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    COMPONENT tools)
  set(folder ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  foreach(name IN LISTS parts)
    get_property(files GLOBAL PROPERTY HPROF_PART_${name})
    target_link_libraries(hprof PRIVATE ${files})
    add_dependencies(hprof ${name}-part)
    add_custom_command(TARGET hprof POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E create_symlink hprof ${folder}/${name} VERBATIM)
    add_custom_target(${name} DEPENDS hprof)
    install(FILES ${folder}/${name} DESTINATION ${CMAKE_INSTALL_BINDIR}
      COMPONENT tools)
  endforeach()
endfunction()
