import os

import lit.formats
from lit.llvm import llvm_config

config.name = "hprof"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".test", ".yaml"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.hprof_obj_root, "test")
config.substitutions.append(("%python", config.python_executable))
config.substitutions.append(("%src", config.hprof_src_root))
config.substitutions.append(("%corpus", config.corpus))
llvm_config.add_tool_substitutions(
    config.hprof_tools + ["FileCheck", "not", "count", "split-file"],
    [config.hprof_tools_dir, config.llvm_tools_dir],
)
if os.path.isdir(config.corpus):
    config.available_features.add("corpus")
if "Address" in config.use_sanitizer:
    # LLVMSupport is not instrumented: its allocators would report false poison.
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0:detect_leaks=1"
