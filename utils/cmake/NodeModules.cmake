# hprof_node_modules(FOLDER MODULES MISSING)
#
# Makes npm install the packages of FOLDER/package-lock.json in MODULES, unless they
# are present. Sets MISSING to a description of missing parts, or to an empty
# string. Node 18 is sufficient.
include_guard()

find_program(HPROF_NODE node)
find_program(HPROF_NPM npm)
mark_as_advanced(HPROF_NODE HPROF_NPM)

function(hprof_node_modules folder modules missing)
  set(${missing} "" PARENT_SCOPE)
  if(NOT HPROF_NODE OR NOT HPROF_NPM)
    set(${missing} "node or npm not found: install nodejs and npm" PARENT_SCOPE)
    return()
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${folder}/package-lock.json)
  file(SHA256 ${folder}/package-lock.json wanted)
  set(stamp ${modules}/installed.txt)
  if(EXISTS ${stamp})
    file(READ ${stamp} there)
    if(there STREQUAL wanted)
      return()
    endif()
  endif()
  file(MAKE_DIRECTORY ${modules})
  file(COPY ${folder}/package.json ${folder}/package-lock.json
    DESTINATION ${modules})
  # No package may run its own script.
  execute_process(
    COMMAND ${HPROF_NPM} ci --ignore-scripts --no-audit --no-fund
      --prefer-offline --fetch-retries=1
    WORKING_DIRECTORY ${modules} TIMEOUT 180
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why)
  if(failed)
    string(REGEX MATCH "[^\n]+" why "${why}")
    set(${missing} "npm could not install its packages: ${why}" PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${stamp} ${wanted})
endfunction()
