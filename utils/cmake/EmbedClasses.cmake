# Writes the class files CLASSES in FOLDER as a C++ source: see
# embed_java_classes() in FindJvmTi.cmake.
string(REPLACE "," ";" CLASSES "${CLASSES}")
set(arrays "")
set(table "")
set(n 0)
foreach(class ${CLASSES})
  file(READ ${FOLDER}/${class}.class bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const uint8_t File${n}[] = {\n${bytes}};\n")
  string(APPEND table "    {\"${class}\", File${n}},\n")
  math(EXPR n "${n} + 1")
endforeach()
file(WRITE ${OUT} "// Made by EmbedClasses.cmake.
#include \"Agent/Calls/TrackerClasses.h\"

using namespace hprof::agent;

${arrays}
static const TrackerClass Classes[] = {
${table}};

llvm::ArrayRef<TrackerClass> hprof::agent::trackerClasses() { return Classes; }
")
