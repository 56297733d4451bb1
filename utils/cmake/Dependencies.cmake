# hprof_need(HEADER PACKAGE [LIBRARY])
#
# Stops the configuration if HEADER or LIBRARY is missing, and names the Debian
# package that contains it. Libraries are linked by plain names, so that an installed
# package and a static link find them the same way.
include_guard()

function(hprof_need header package)
  hprof_find(${header} ${ARGN})
  if(NOT found)
    message(FATAL_ERROR "${header} not found: install ${package}")
  endif()
endfunction()

# hprof_find(HEADER [LIBRARY]) sets found to whether both exist.
function(hprof_find header)
  string(MAKE_C_IDENTIFIER ${header} name)
  find_path(HPROF_INCLUDE_${name} ${header})
  mark_as_advanced(HPROF_INCLUDE_${name})
  set(there ${HPROF_INCLUDE_${name}})
  foreach(library ${ARGN})
    find_library(HPROF_LIB_${library} ${library})
    mark_as_advanced(HPROF_LIB_${library})
    if(NOT HPROF_LIB_${library})
      set(there OFF)
    endif()
  endforeach()
  set(found ${there} PARENT_SCOPE)
endfunction()
