# Finds the headers jvmti.h and jni.h of a JDK: HPROF_JDK, JAVA_HOME, or the
# oldest JDK, 11 or later, that utils/find-jdks.sh finds. The agent is written
# for the oldest, and needs no JDK when it runs. A javac compiles its Java
# code.
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
  list(TRANSFORM homes APPEND /bin OUTPUT_VARIABLE programs)
  find_program(HPROF_JAVAC javac PATHS ${programs} NO_DEFAULT_PATH)
  list(TRANSFORM homes APPEND /include)
  # They are the same for all processors, so those of the build's JDK are used.
  find_path(HPROF_JVMTI_INCLUDE jvmti.h PATHS ${homes} NO_DEFAULT_PATH
    NO_CMAKE_FIND_ROOT_PATH)
  find_path(HPROF_JNI_MD_INCLUDE jni_md.h
    PATHS ${HPROF_JVMTI_INCLUDE}/linux NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  mark_as_advanced(HPROF_JVMTI_INCLUDE HPROF_JNI_MD_INCLUDE HPROF_JAVAC)
endfunction()

if(NOT HPROF_POSIX_ONLY)
  hprof_find_jvmti()
endif()
if(HPROF_POSIX_ONLY)
  message(STATUS "No agent and no hprof-attach: they need Linux")
  set(HPROF_HAS_JVMTI OFF)
elseif(HPROF_JVMTI_INCLUDE AND HPROF_JNI_MD_INCLUDE AND HPROF_JAVAC)
  set(HPROF_HAS_JVMTI ON)
else()
  message(STATUS "No agent: jvmti.h or javac not found (Debian: openjdk-17-jdk-headless)")
  set(HPROF_HAS_JVMTI OFF)
endif()

# Lets a target include jvmti.h.
function(target_use_jvmti target)
  target_include_directories(${target} SYSTEM PRIVATE
    ${HPROF_JVMTI_INCLUDE} ${HPROF_JNI_MD_INCLUDE})
endfunction()

# embed_java_classes(target folder out.cpp CLASS...)
#
# Compiles the Java sources in the folder, which belong to java.base, for the
# oldest JDK, and adds a source to the target that defines trackerClasses().
# CLASS is as in java/lang/Object.
function(embed_java_classes target folder out)
  set(sources ${ARGN})
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/)
  list(TRANSFORM sources APPEND .java)
  set(script ${PROJECT_SOURCE_DIR}/utils/cmake/EmbedClasses.cmake)
  set(classes ${CMAKE_CURRENT_BINARY_DIR}/${folder})
  list(JOIN ARGN "," names)
  # --release would hide packages that are not exported.
  add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${out}
    COMMAND ${HPROF_JAVAC} -source 11 -target 11 -Xlint:-options -g:source,lines
      --patch-module java.base=${CMAKE_CURRENT_SOURCE_DIR}/${folder}
      -d ${classes} ${sources}
    COMMAND ${CMAKE_COMMAND} -D CLASSES=${names} -D FOLDER=${classes}
      -D OUT=${CMAKE_CURRENT_BINARY_DIR}/${out} -P ${script}
    DEPENDS ${sources} ${script} VERBATIM COMMENT "Compiling ${folder} of ${target}")
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${out})
endfunction()
