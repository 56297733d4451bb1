# Finds the headers jvmti.h and jni.h of a JDK: HPROF_JDK, JAVA_HOME, or the
# oldest JDK from 11 on that utils/find-jdks.sh knows. The agent is written
# against the oldest, and needs none when it runs.
include_guard()

function(hprof_find_jvmti)
  set(homes ${HPROF_JDK} $ENV{JAVA_HOME})
  execute_process(COMMAND ${PROJECT_SOURCE_DIR}/utils/find-jdks.sh
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REPLACE "\n" ";" found "${found}")
  foreach(line ${found})
    string(REGEX MATCH "^([0-9]+) (.*)$" _ "${line}")
    if(CMAKE_MATCH_1 GREATER_EQUAL 11)
      list(APPEND homes ${CMAKE_MATCH_2})
    endif()
  endforeach()
  list(TRANSFORM homes APPEND /include)
  find_path(HPROF_JVMTI_INCLUDE jvmti.h PATHS ${homes} NO_DEFAULT_PATH)
  find_path(HPROF_JNI_MD_INCLUDE jni_md.h
    PATHS ${HPROF_JVMTI_INCLUDE}/linux NO_DEFAULT_PATH)
  mark_as_advanced(HPROF_JVMTI_INCLUDE HPROF_JNI_MD_INCLUDE)
endfunction()

hprof_find_jvmti()
if(HPROF_JVMTI_INCLUDE AND HPROF_JNI_MD_INCLUDE)
  set(HPROF_HAS_JVMTI ON)
else()
  message(STATUS "No agent: jvmti.h not found (Debian: openjdk-17-jdk-headless)")
  set(HPROF_HAS_JVMTI OFF)
endif()

# Lets a target include jvmti.h.
function(target_use_jvmti target)
  target_include_directories(${target} SYSTEM PRIVATE
    ${HPROF_JVMTI_INCLUDE} ${HPROF_JNI_MD_INCLUDE})
endfunction()
