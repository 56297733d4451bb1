# hprof_node_modules(FOLDER MODULES MISSING)
#
# Has npm install in MODULES what FOLDER/package-lock.json lists, unless it is
# there. Sets MISSING to what is missing, or to nothing. Node 18 is enough.
include_guard()

find_program(HPROF_NODE node)
find_program(HPROF_NPM npm)
mark_as_advanced(HPROF_NODE HPROF_NPM)

function(hprof_node_modules folder modules missing)
  set(${missing} "" PARENT_SCOPE)
  if(NOT HPROF_NODE OR NOT HPROF_NPM)
    set(${missing} "node or npm is not there: install nodejs and npm" PARENT_SCOPE)
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
  # No package runs a script of its own.
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
